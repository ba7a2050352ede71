import type { Share } from "#contract/access-logs.ts";
import { limits } from "#contract/limits.ts";
import { call } from "#web/lib/client.ts";
import {
  draftOf,
  type Expiry,
  expiryIn,
  expiryOf,
  isOver,
  isTooShort,
  localMinute,
  type ShareDraft,
  shareChanges,
} from "#web/lib/share-rules.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";
import { choices, group } from "./choices.ts";
import { passwordPart } from "./password.ts";
import type { Words } from "./words.ts";

/** Who may open the link: for those who may say so. `onKnown` hears how it is, and how it is changed. */
export function rulesSection(frame: Frame, words: Words, onKnown: (share: Share) => void): HTMLElement[] {
  const { id_visit, can } = frame.tour.visit.get();
  if (id_visit === null || can["share"] !== true) return [];
  const body = element("div", { class: "share-rules" });
  const load = async () => {
    body.setAttribute("aria-busy", "true");
    try {
      const share = await call("GET /api/visits/{id}/share", { params: { id: id_visit } }, { toast: false });
      onKnown(share);
      body.replaceChildren(rulesForm(words, id_visit, share, onKnown));
    } catch {
      const again = element(
        "button",
        { type: "button", class: "share-way", onclick: () => void load() },
        words.say("settings.retry"),
      );
      body.replaceChildren(element("p", { role: "alert" }, words.say("settings.load_failed")), again);
    }
    body.removeAttribute("aria-busy");
  };
  void load();
  return [
    element("details", { class: "share-part" }, element("summary", {}, words.say("settings.title")), body),
  ];
}

const accesses = ["link", "members"] as const;
const expiries = ["never", "week", "month", "date"] as const;

function rulesForm(words: Words, id: number, told: Share, onKnown: (share: Share) => void): HTMLElement {
  let share = told;
  let draft = draftOf(share);
  let expiry: Expiry = expiryOf(draft.expires_at);
  const form = element("form", { class: "share-form", novalidate: true });
  const said = element("p", { class: "share-said", role: "alert" });
  const save = element("button", { type: "submit", class: "button" }, words.say("settings.save"));

  const set = (change: Partial<ShareDraft>) => {
    draft = { ...draft, ...change };
    said.textContent = "";
    refresh();
  };
  const access = choices(
    words,
    "access",
    accesses,
    (value) => `settings.access_${value}`,
    (value) => set({ access: value }),
  );
  const membersText = element("p", { class: "share-note" }, words.say("settings.members_text"));
  const password = passwordPart(words, (text) => set({ password: text }));
  const when = element("input", { class: "field", id: "viewer-share-until", type: "datetime-local" });
  when.addEventListener("change", () => {
    const date = new Date(when.value);
    set({ expires_at: Number.isNaN(date.getTime()) ? null : date.toISOString() });
  });
  const whenRow = element(
    "div",
    {},
    element("label", { class: "field-label", for: when.id }, words.say("settings.expiry_at")),
    when,
  );
  const ends = choices(
    words,
    "expiry",
    expiries,
    (value) => `settings.expiry_${value}`,
    (value) => {
      expiry = value;
      if (value === "never") set({ expires_at: null });
      else set({ expires_at: value === "date" ? (draft.expires_at ?? expiryIn("week")) : expiryIn(value) });
      if (value === "date") when.focus();
    },
  );
  const overText = element("p", { class: "share-note share-warn" }, words.say("settings.expiry_past"));
  const history = element("input", { type: "checkbox", class: "check-box" });
  history.addEventListener("change", () => set({ history: history.checked }));
  const forGuests = element(
    "div",
    { class: "share-guests" },
    password.element,
    group(words.say("settings.expiry"), ends.element, whenRow, overText),
    element(
      "div",
      {},
      element("label", { class: "check" }, history, words.say("settings.history")),
      element("p", { class: "share-note" }, words.say("settings.history_text")),
    ),
  );

  function refresh(): void {
    access.choose(draft.access);
    ends.choose(expiry);
    forGuests.hidden = draft.access === "members";
    membersText.hidden = draft.access !== "members";
    password.show(share.has_password, draft.password);
    whenRow.hidden = expiry !== "date";
    when.value = localMinute(draft.expires_at);
    overText.hidden = !isOver(draft.expires_at);
    history.checked = draft.history;
    save.disabled = Object.keys(shareChanges(share, draft)).length === 0;
  }

  function take(next: Share): void {
    share = next;
    onKnown(next);
    draft = draftOf(next);
    expiry = expiryOf(next.expires_at);
    refresh();
  }

  const put = (body: object) =>
    call("PUT /api/visits/{id}/share", { params: { id }, body }, { toast: false });

  async function send(): Promise<void> {
    if (isTooShort(draft)) {
      said.textContent = words.say("settings.password_short", { n: limits.share.password.min });
      password.focus();
      return;
    }
    if (expiry === "date" && draft.expires_at === null) {
      said.textContent = words.say("settings.expiry_required");
      when.focus();
      return;
    }
    const changes = shareChanges(share, draft);
    if (Object.keys(changes).length === 0) return;
    save.disabled = true;
    try {
      const { undo, ...next } = await put(changes);
      take(next);
      tell(words.say("settings.saved"), undo);
    } catch {
      said.textContent = words.say("settings.failed");
      refresh();
    }
  }

  /** Beside the button, where one looks: what floats over the picture lies below a dialog. */
  function tell(text: string, undo?: string): void {
    const back = element(
      "button",
      { type: "button", class: "share-way", onclick: () => void takeBack(undo ?? "") },
      words.say("settings.undo"),
    );
    done.replaceChildren(element("span", {}, text), ...(undo === undefined ? [] : [back]));
  }

  async function takeBack(undo: string): Promise<void> {
    try {
      take(await put({ undo }));
      tell(words.say("settings.undone"));
      save.focus();
    } catch {
      said.textContent = words.say("settings.failed");
    }
  }

  const done = element("p", { class: "share-done", role: "status" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  form.append(
    group(words.say("settings.access"), access.element),
    membersText,
    forGuests,
    said,
    element("div", { class: "share-foot" }, save, done),
  );
  refresh();
  return form;
}
