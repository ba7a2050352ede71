import { forgetDraft, keepDraft, readDraft } from "#web/lib/form-drafts.ts";
import { element } from "../element.ts";
import type { Editing } from "./editing.ts";

/** A form as it was left, with the point in the picture that it is about. */
export interface KeptForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, readonly File[]>>;
  readonly yaw: number;
  readonly pitch: number;
}

export interface FormDraft {
  /** Says that a draft was restored, and discards it; hidden otherwise. */
  readonly note: HTMLElement;
  /** What was typed arrived: there is nothing left to keep. */
  readonly sent: () => void;
  /** Tells that the draft is kept, when there is one and it was not sent. */
  readonly left: () => void;
}

interface Options {
  readonly form: HTMLFormElement;
  readonly name: string;
  readonly at: { readonly yaw: number; readonly pitch: number };
  /** Settles when the choices of the selects are there. */
  readonly ready?: Promise<unknown>;
}

export const readForm = (name: string): Promise<KeptForm | undefined> => readDraft(name, isKeptForm);

/** Keeps what is typed and chosen in the named controls of a form until it is sent or discarded. */
export function formDraft(editing: Editing, { form, name, at, ready }: Options): FormDraft {
  const { words, frame } = editing;
  const untouched = contentOf(form);
  let isSent = false;
  const isBegun = () => !isSame(contentOf(form), untouched);
  const keep = () => {
    if (isSent) return;
    if (isBegun()) void keepDraft(name, { ...contentOf(form), ...at } satisfies KeptForm);
    else void forgetDraft(name);
  };
  for (const change of ["input", "change"]) form.addEventListener(change, keep);
  const discard = () => {
    note.hidden = true;
    fill(form, untouched);
    void forgetDraft(name);
    form.querySelector<HTMLElement>("[data-first]")?.focus();
  };
  const note = element(
    "div",
    { class: "edit-draft-note", role: "status", hidden: true },
    element("p", {}, words.say("draft.restored")),
    element(
      "button",
      { type: "button", class: "button-quiet", onclick: discard },
      words.say("draft.discard"),
    ),
  );
  const restore = async () => {
    const kept = await readForm(name);
    // What is being typed meanwhile is newer.
    if (kept === undefined || isBegun() || isSent) return;
    note.hidden = false;
    fill(form, kept);
    await ready;
    if (!note.hidden) fill(form, { texts: choicesOf(form, kept.texts), files: {} });
  };
  void restore();
  return {
    note,
    sent() {
      isSent = true;
      void forgetDraft(name);
    },
    left() {
      if (!isSent && isBegun()) frame.toast(words.say("draft.kept"));
    },
  };
}

type Content = Pick<KeptForm, "texts" | "files">;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (form: HTMLFormElement): Control[] => [
  ...form.querySelectorAll<Control>("input[name], textarea[name], select[name]"),
];
const isFile = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === "file";
const isRadio = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === "radio";
/** Groups of radio buttons have names that count up; a form has one of them. */
const keyOf = (control: Control) => (isRadio(control) ? "choice" : control.name);

function contentOf(form: HTMLFormElement): Content {
  const controls = controlsOf(form);
  const texts = controls.filter((control) => !isFile(control) && (!isRadio(control) || control.checked));
  return {
    texts: Object.fromEntries(texts.map((control) => [keyOf(control), control.value])),
    files: Object.fromEntries(
      controls.filter(isFile).map((control) => [control.name, [...(control.files ?? [])]]),
    ),
  };
}

const choicesOf = (form: HTMLFormElement, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    controlsOf(form)
      .filter((control) => control instanceof HTMLSelectElement)
      .flatMap(({ name }) => (texts[name] === undefined ? [] : [[name, texts[name]]])),
  );

/** Fills the controls, each of which hears it as if a person had. */
function fill(form: HTMLFormElement, { texts, files }: Content): void {
  for (const control of controlsOf(form)) {
    const text = texts[keyOf(control)];
    if (isFile(control)) {
      const kept = files[control.name];
      if (kept === undefined) continue;
      const list = new DataTransfer();
      for (const file of kept) list.items.add(file);
      control.files = list.files;
    } else if (text === undefined || (isRadio(control) && control.value !== text)) continue;
    else if (isRadio(control)) control.checked = true;
    else control.value = text;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

const isSame = (a: Content, b: Content): boolean =>
  JSON.stringify(a.texts) === JSON.stringify(b.texts) &&
  Object.entries(a.files).every(([name, list]) => list.length === (b.files[name]?.length ?? 0));

function isKeptForm(value: unknown): value is KeptForm {
  if (typeof value !== "object" || value === null) return false;
  const { texts, files, yaw, pitch } = value as Partial<Record<keyof KeptForm, unknown>>;
  const isRecord = (one: unknown) => typeof one === "object" && one !== null;
  return isRecord(texts) && isRecord(files) && typeof yaw === "number" && typeof pitch === "number";
}
