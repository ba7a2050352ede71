import "./panel.css";
import "./edit.css";
import { snagPriorities } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Room } from "#contract/visits.ts";
import type { Direction } from "#panorama/types.ts";
import { ApiError, call, upload } from "#web/lib/client.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";
import { lookBeside } from "../points/look-beside.ts";
import { Editing } from "./editing.ts";
import { failureText } from "./failure.ts";
import { field, fileInput, segments, select, spellDay, textInput } from "./fields.ts";
import { formDraft, readForm } from "./form-draft.ts";
import { snagDraftName } from "./snag-draft-name.ts";
import { wordsOf } from "./words.ts";

/** Before the id of an invitation among the choices, the others of which are ids of members. */
const invitedMark = "invited ";

type Priority = (typeof snagPriorities)[number];

const quiet = { toast: false } as const;
let under: AbortController | undefined;

/** Pins what is wrong: where, then what. It needs no editor around it. */
export async function pinSnag(frame: Frame): Promise<void> {
  under?.abort();
  under = new AbortController();
  const { signal } = under;
  const editing = new Editing(frame, AbortSignal.any([frame.life, signal]));
  const { tour } = frame;
  tour.open(null);
  const place = await editing.pick("snag");
  const [room, { id_visit, id_project }] = [tour.room.get(), tour.visit.get()];
  if (place === null || room === undefined || id_visit === null || id_project === null) return;
  lookBeside(frame, place);
  askAboutSnag(editing, { room, place, id_visit, id_project });
}

/** Offers to go on with a snag that was begun in this room and neither pinned nor discarded. */
export async function offerSnagDraft(frame: Frame): Promise<void> {
  const { tour } = frame;
  const [room, { id_visit, id_project }] = [tour.room.get(), tour.visit.get()];
  if (room === undefined || id_visit === null || id_project === null) return;
  const kept = await readForm(snagDraftName(id_visit, room.id));
  if (kept === undefined || frame.life.aborted || tour.room.get()?.id !== room.id) return;
  const words = wordsOf(frame.speaker.language);
  frame.toast(words.say("draft.waiting"), {
    label: words.say("draft.continue"),
    press: () => {
      under?.abort();
      under = new AbortController();
      const editing = new Editing(frame, AbortSignal.any([frame.life, under.signal]));
      const place = { yaw: kept.yaw, pitch: kept.pitch };
      editing.mark(place);
      lookBeside(frame, place);
      askAboutSnag(editing, { room, place, id_visit, id_project });
    },
  });
}

interface SnagPlace {
  readonly room: Room;
  readonly place: Direction;
  readonly id_visit: number;
  readonly id_project: number;
}

const assignedTo = (choice: string) =>
  choice.startsWith(invitedMark)
    ? { id_invitation: Number(choice.slice(invitedMark.length)) }
    : { id_assignee: choice === "" ? null : Number(choice) };

function askAboutSnag(editing: Editing, { room, place, id_visit, id_project }: SnagPlace): void {
  const { words, frame, life } = editing;
  const { tour, speaker } = frame;
  let priority: Priority = "normal";
  const title = field(
    words.say("snag.title"),
    textInput("", { name: "title", maxlength: limits.name, "data-first": true }),
  );
  const trades = element("datalist", { id: "viewer-trades" });
  const trade = field(
    words.say("snag.trade"),
    textInput("", { name: "trade", maxlength: limits.snag.trade, list: trades.id }),
  );
  const assignee = field(words.say("snag.assignee"), select([["", words.say("snag.nobody")]]));
  assignee.control.name = "assignee";
  const due = field(words.say("snag.due"), element("input", { class: "field", type: "date", name: "due" }));
  spellDay(due, speaker, words.say("snag.due_empty"));
  const photo = fileInput(
    { choose: words.say("snag.photo_take"), other: words.say("info.other_file") },
    "image/jpeg,image/png,image/webp",
    { name: "photo" },
  );
  const problem = element("p", { class: "edit-problem", role: "alert" });
  const button = element("button", { type: "submit", class: "button" }, words.say("snag.save"));
  const ready = call(
    "GET /api/annotations/choices",
    { query: { id_project } },
    { ...quiet, signal: life },
  ).then(
    ({ people, invited, trades: known }) => {
      trades.append(...known.map((value) => element("option", { value })));
      assignee.control.append(
        ...people.map(({ id_user, name }) => element("option", { value: id_user }, name)),
        ...invited.map(({ id_invitation, name }) =>
          element(
            "option",
            { value: `${invitedMark}${id_invitation}` },
            words.say("snag.invited_person", { name }),
          ),
        ),
      );
      return undefined;
    },
    // It can be pinned without: who mends it is said later.
    () => undefined,
  );

  let sent: { readonly file: File; readonly filename: string } | undefined;
  const photoName = async (): Promise<string | undefined> => {
    const file = photo.control.files?.[0];
    if (file === undefined) return undefined;
    // After a refusal the picture need not travel again.
    if (sent?.file !== file) {
      const reply = await upload(
        "POST /api/annotations/file",
        { body: { id_visit, kind: "before" }, files: { file } },
        {
          ...quiet,
          onProgress: (share) =>
            (button.textContent = words.say("info.sending", { n: Math.round(share * 100) })),
        },
      );
      sent = { file, filename: reply.filename };
    }
    return sent.filename;
  };
  const submit = async () => {
    const filename = await photoName();
    const snag = await call(
      "POST /api/annotations",
      {
        body: {
          id_visit,
          id_room: room.id,
          ...place,
          fov: tour.panorama?.view.fov ?? 60,
          title: title.control.value.trim(),
          priority,
          trade: trade.control.value.trim(),
          ...assignedTo(assignee.control.value),
          due_date: due.control.value === "" ? null : due.control.value,
          ...(filename !== undefined && { filenames: [filename] }),
        },
      },
      quiet,
    );
    draft.sent();
    panel.close();
    await tour.refresh(room.id);
    const point = tour.points.get().find(({ kind, id }) => kind === "snag" && id === snag.id);
    if (point !== undefined) tour.open(point);
    editing.done(words.say("snag.pinned", { n: snag.number }), async () => {
      await call("DELETE /api/annotations/{id}", { params: { id: snag.id } }, quiet);
      tour.open(null);
      await tour.refresh(room.id);
      frame.toast(words.say("snag.taken_back", { n: snag.number }));
    });
  };
  const send = async (event: Event) => {
    event.preventDefault();
    problem.textContent = "";
    if (title.control.value.trim() === "") {
      title.refuse(words.say("snag.title_required"));
      title.control.focus();
      return;
    }
    button.disabled = true;
    try {
      await submit();
    } catch (error) {
      if (error instanceof ApiError && error.fields["title"]) title.refuse(words.say("snag.title_required"));
      else problem.textContent = await failureText(error, words, speaker.language);
    } finally {
      button.disabled = false;
      button.textContent = words.say("snag.save");
    }
  };
  const form = element(
    "form",
    { class: "edit-form", novalidate: true, onsubmit: (event) => void send(event) },
    title.element,
    segments(
      words.say("snag.priority"),
      snagPriorities.map((value) => [value, speaker.say(`points.priorities.${value}`)] as const),
      priority,
      (value) => (priority = value),
    ),
    element("div", { class: "edit-pair" }, trade.element, due.element),
    assignee.element,
    element(
      "div",
      { class: "edit-field" },
      element("span", { class: "field-label" }, words.say("snag.photo")),
      photo.element,
    ),
    trades,
    element("div", { class: "edit-foot" }, problem, button),
  );
  const draft = formDraft(editing, { form, name: snagDraftName(id_visit, room.id), at: place, ready });
  const panel = editing.panel({
    title: words.say("snag.new"),
    content: [draft.note, form],
    closed: () => {
      editing.unmark();
      draft.left();
    },
  });
}
