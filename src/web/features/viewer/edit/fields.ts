import { element } from "../element.ts";
import type { Speaker } from "../texts.ts";

let count = 0;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface Field<T extends Control> {
  readonly element: HTMLElement;
  readonly control: T;
  /** Says what is wrong with it; empty takes that back. */
  readonly refuse: (text: string) => void;
}

/** A control with its label above, a hint below and room for what is wrong. */
export function field<T extends Control>(label: string, control: T, hint = ""): Field<T> {
  count += 1;
  control.id ||= `viewer-field-${count}`;
  const problem = element("p", { class: "edit-problem", id: `${control.id}-problem`, role: "alert" });
  const note = hint === "" ? null : element("p", { class: "edit-note", id: `${control.id}-hint` }, hint);
  if (note !== null) control.setAttribute("aria-describedby", note.id);
  const refuse = (text: string) => {
    problem.textContent = text;
    control.setAttribute("aria-invalid", String(text !== ""));
    const described = [note?.id, text === "" ? undefined : problem.id].filter((id) => id !== undefined);
    if (described.length > 0) control.setAttribute("aria-describedby", described.join(" "));
    else control.removeAttribute("aria-describedby");
  };
  control.addEventListener("input", () => refuse(""));
  return {
    element: element(
      "div",
      { class: "edit-field" },
      element("label", { class: "field-label", for: control.id }, label),
      control,
      note,
      problem,
    ),
    control,
    refuse,
  };
}

export const textInput = (
  value: string,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
) =>
  element("input", { class: "field", type: "text", dir: "auto", autocomplete: "off", value, ...attributes });

/**
 * Shows the day in a date's control as the rest of the product writes days. What the browser makes of it by its own
 * language is seen only while it is typed.
 */
export function spellDay({ control }: Field<HTMLInputElement>, speaker: Speaker, empty: string): void {
  const words = element("span", { class: "edit-day-words", "aria-hidden": "true" });
  const box = element("div", { class: "edit-day" });
  control.replaceWith(box);
  box.append(control, words);
  const show = () => (words.textContent = control.value === "" ? empty : speaker.day(control.value));
  for (const change of ["input", "change"]) control.addEventListener(change, show);
  show();
}

export function textArea(value: string, maxlength: number): HTMLTextAreaElement {
  const area = element("textarea", { class: "field edit-area", dir: "auto", rows: 4, maxlength });
  area.value = value;
  return area;
}

export function select(
  choices: readonly (readonly [value: string, text: string])[],
  chosen = "",
): HTMLSelectElement {
  const box = element("select", { class: "field" });
  box.append(
    ...choices.map(([value, text]) => element("option", { value, selected: value === chosen }, text)),
  );
  return box;
}

/** Some choices of which one is taken, each with its name to see. */
export function segments<T extends string>(
  legend: string,
  choices: readonly (readonly [value: T, text: string])[],
  chosen: T,
  change: (value: T) => void,
): HTMLElement {
  count += 1;
  const name = `viewer-choice-${count}`;
  return element(
    "fieldset",
    { class: "edit-segments" },
    element("legend", { class: "field-label" }, legend),
    element(
      "div",
      { class: "edit-segments-row" },
      ...choices.map(([value, text]) =>
        element(
          "label",
          {},
          element("input", {
            type: "radio",
            class: "unseen",
            name,
            value,
            checked: value === chosen,
            onchange: () => change(value),
          }),
          element("span", {}, text),
        ),
      ),
    ),
  );
}

/** A button to choose a file with, which then bears the file's name. */
export function fileInput(
  { choose, other }: { choose: string; other: string },
  accept: string,
  attributes: Readonly<Record<string, string>> = {},
): { readonly element: HTMLElement; readonly control: HTMLInputElement } {
  const control = element("input", { type: "file", class: "unseen", accept, ...attributes });
  const words = element("span", { class: "edit-file-name", dir: "auto" }, choose);
  const preview = element("img", { class: "edit-file-preview", alt: "", hidden: true });
  let address: string | undefined;
  control.addEventListener("change", () => {
    const file = control.files?.[0];
    if (address !== undefined) URL.revokeObjectURL(address);
    address = file?.type.startsWith("image/") === true ? URL.createObjectURL(file) : undefined;
    preview.hidden = address === undefined;
    if (address !== undefined) preview.src = address;
    words.textContent = file === undefined ? choose : file.name;
    words.title = file === undefined ? "" : other;
  });
  return { element: element("label", { class: "edit-file" }, preview, words, control), control };
}
