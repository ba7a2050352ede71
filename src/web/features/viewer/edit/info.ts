import { infoKinds } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import { ApiError, call, upload } from "#web/lib/client.ts";
import { element } from "../element.ts";
import { lookBeside } from "../points/look-beside.ts";
import type { Editing } from "./editing.ts";
import { failureText } from "./failure.ts";
import { type Field, field, fileInput, segments, textArea, textInput } from "./fields.ts";
import { formDraft } from "./form-draft.ts";
import { replace, save } from "./saving.ts";
import { deleteButton, focusPoint } from "./way.ts";

type InfoKind = (typeof infoKinds)[number];

const quiet = { toast: false } as const;
const megabytes = limits.points.media.bytes / 1_048_576;
const accepted: Readonly<Record<InfoKind, string>> = {
  text: "",
  web: "",
  photo: "image/jpeg,image/png,image/webp",
  video: "video/mp4,video/webm",
};

interface Draft {
  readonly label: string;
  readonly text: string;
  readonly url: string;
  readonly file: File | undefined;
}

/** Something new to be told: where, then what. */
export async function addInfo(editing: Editing): Promise<void> {
  const { frame, words } = editing;
  const place = await editing.pick("info");
  const room = frame.tour.room.get();
  if (place === null || room === undefined) return;
  lookBeside(frame, place);
  const form = infoForm(editing, null, async (kind, { file, ...told }, onProgress) => {
    const params = { id: room.id };
    const body = { kind, ...told, ...place };
    const made =
      file === undefined
        ? await call("POST /api/rooms/{id}/infos", { params, body }, quiet)
        : await upload(
            "POST /api/rooms/{id}/infos",
            { params, body, files: { file } },
            { ...quiet, onProgress },
          );
    draft.sent();
    panel.close();
    replace(editing, made);
    focusPoint(editing, made);
    editing.done(words.say("info.added", { name: made.label }), async () => {
      await call("DELETE /api/rooms/{id}/infos/{point}", { params: { id: room.id, point: made.id } }, quiet);
      await frame.tour.refresh(room.id);
    });
  });
  const draft = formDraft(editing, { form, name: `info:new:${room.id}`, at: place });
  const panel = editing.panel({
    title: words.say("info.new"),
    content: [draft.note, form],
    closed: () => {
      editing.unmark();
      draft.left();
    },
  });
}

/** What is told, to be changed or removed. */
export function showInfo(editing: Editing, point: Poi): void {
  const { frame, words } = editing;
  const { tour } = frame;
  const room = tour.room.get();
  if (room === undefined) return;
  const form = infoForm(editing, point, async (_, { file, ...told }, onProgress) => {
    if (file === undefined) {
      const saved = await save(editing, point, told);
      panel.close();
      if (saved !== null) frame.toast(words.say("point.saved"));
      return;
    }
    const params = { id: room.id, point: point.id };
    const body = { ...told, version: point.version };
    const options = { ...quiet, onProgress };
    const saved = await upload(
      "PUT /api/rooms/{id}/infos/{point}",
      { params, body, files: { file } },
      options,
    );
    draft.sent();
    panel.close();
    replace(editing, saved);
    frame.toast(words.say("point.saved"));
  });
  const draft = formDraft(editing, { form, name: `info:${point.id}:${point.version}`, at: point });
  const panel = editing.panel({
    title: words.say("info.change"),
    content: [
      draft.note,
      form,
      deleteButton(editing, () => point),
      element("p", { class: "edit-note" }, words.say("point.hint")),
    ],
    closed: draft.left,
  });
}

type Submit = (kind: InfoKind, draft: Draft, onProgress: (share: number) => void) => Promise<void>;

/** The form keeps what was typed until it is saved, whatever the server says, and from kind to kind. */
function infoForm(editing: Editing, point: Poi | null, submit: Submit): HTMLFormElement {
  const { words, frame } = editing;
  let kind: InfoKind = point === null || point.kind === "link" || point.kind === "snag" ? "text" : point.kind;
  const label = field(
    words.say("info.label"),
    textInput(point?.label ?? "", { name: "label", maxlength: limits.name, "data-first": true }),
  );
  const text = field(words.say("info.text"), textArea(point?.text ?? "", limits.points.text));
  text.control.name = "text";
  const url = field(
    words.say("info.url"),
    textInput(point?.url ?? "", {
      type: "url",
      name: "url",
      dir: "ltr",
      maxlength: limits.points.address,
      placeholder: "https://",
      inputmode: "url",
    }),
  );
  const files = element("div", { class: "edit-field" });
  const fileProblem = element("p", { class: "edit-problem", role: "alert" });
  const file = fileInput({ choose: words.say("info.choose_file"), other: words.say("info.other_file") }, "", {
    name: "file",
  });
  const kept = element(
    "p",
    { class: "edit-note", hidden: point?.media === null || point === null },
    words.say("info.kept"),
  );
  const fileLabel = element("span", { class: "field-label" });
  const fileHint = element("p", { class: "edit-note" });
  files.append(fileLabel, file.element, fileHint, kept, fileProblem);
  const or = element("p", { class: "edit-or" }, words.say("info.or"));
  const problem = element("p", { class: "edit-problem", role: "alert" });
  const button = element("button", { type: "submit", class: "button" }, words.say("info.save"));
  file.control.addEventListener("change", () => (fileProblem.textContent = ""));

  const show = () => {
    files.hidden = kind !== "photo" && kind !== "video";
    or.hidden = kind !== "video";
    url.element.hidden = kind !== "web" && kind !== "video";
    file.control.accept = accepted[kind];
    setLabel(url, words.say(kind === "video" ? "info.video_url" : "info.url"));
    setLabel(text, words.say(kind === "text" ? "info.text" : "info.text_optional"));
    if (kind !== "photo" && kind !== "video") return;
    fileLabel.textContent = words.say(`info.${kind}`);
    fileHint.textContent = words.say(`info.${kind}_hint`, { n: megabytes });
  };
  const draft = (): Draft => ({
    label: label.control.value.trim(),
    text: text.control.value.trim(),
    url: kind === "web" || kind === "video" ? url.control.value.trim() : "",
    file: kind === "photo" || kind === "video" ? file.control.files?.[0] : undefined,
  });
  /** What the server would refuse is said before anything is sent; the focus goes to the first of it. */
  const check = (made: Draft): boolean => {
    const hasFile = made.file !== undefined || (point !== null && point.media !== null);
    const isAddress = /^https?:\/\/[^\s/?#]+\S*$/.test(made.url);
    label.refuse(made.label === "" ? words.say("label_required") : "");
    const needsUrl = kind === "web" || (kind === "video" && !hasFile);
    const missing = kind === "web" ? "address_required" : "video_required";
    const ofUrl =
      made.url === "" ? (needsUrl ? words.say(missing) : "") : isAddress ? "" : words.say("address_invalid");
    url.refuse(ofUrl);
    const isLarge = (made.file?.size ?? 0) > limits.points.media.bytes;
    const isMissing = kind === "photo" && !hasFile;
    fileProblem.textContent = isLarge
      ? words.say("too_large", { n: megabytes })
      : isMissing
        ? words.say("photo_required")
        : "";
    const first = made.label === "" ? label.control : ofUrl === "" ? null : url.control;
    (first ?? (fileProblem.textContent === "" ? null : file.control))?.focus();
    return made.label !== "" && ofUrl === "" && fileProblem.textContent === "";
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const made = draft();
    problem.textContent = "";
    if (!check(made)) return;
    button.disabled = true;
    try {
      await submit(kind, made, (share) => {
        button.textContent = words.say("info.sending", { n: Math.round(share * 100) });
      });
    } catch (error) {
      await refuse(error);
    } finally {
      button.disabled = false;
      button.textContent = words.say("info.save");
    }
  };
  const refuse = async (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {};
    const sentence = (name: string) => words.refusal(fields[name]?.[0] ?? "");
    label.refuse(sentence("label") ?? "");
    url.refuse(sentence("url") ?? "");
    fileProblem.textContent = sentence("file") ?? "";
    if (sentence("label") === null && sentence("url") === null && sentence("file") === null)
      problem.textContent = await failureText(error, words, frame.speaker.language);
  };
  const kinds = segments(
    words.say("info.kind"),
    infoKinds.map((value) => [value, words.say(`info.kinds.${value}`)] as const),
    kind,
    (value) => {
      kind = value;
      show();
    },
  );
  // What something is stays: a photo does not become a link.
  kinds.hidden = point !== null;
  show();
  return element(
    "form",
    { class: "edit-form", novalidate: true, onsubmit: (event) => void send(event) },
    kinds,
    label.element,
    files,
    or,
    url.element,
    text.element,
    element("div", { class: "edit-foot" }, problem, button),
  );
}

function setLabel({ element: box }: Field<HTMLInputElement | HTMLTextAreaElement>, text: string): void {
  const label = box.querySelector("label");
  if (label !== null) label.textContent = text;
}
