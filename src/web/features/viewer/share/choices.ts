import { element } from "../element.ts";
import type { SharingKey, Words } from "./words.ts";

/** Fields under one name. */
export const group = (label: string, ...parts: HTMLElement[]) =>
  element("fieldset", { class: "share-group" }, element("legend", { class: "field-label" }, label), ...parts);

/** One of a few, all in sight. */
export function choices<V extends string>(
  words: Words,
  name: string,
  values: readonly V[],
  key: (value: V) => SharingKey,
  onChoose: (value: V) => void,
): { readonly element: HTMLElement; choose(value: V): void } {
  const radios = values.map((value) =>
    element("input", {
      type: "radio",
      name: `viewer-share-${name}`,
      value,
      onchange: () => onChoose(value),
    }),
  );
  const labels = values.map((value, at) =>
    element(
      "label",
      { class: "share-choice" },
      radios[at] ?? null,
      element("span", {}, words.say(key(value))),
    ),
  );
  return {
    element: element("div", { class: "share-choices" }, ...labels),
    choose(chosen) {
      values.forEach((value, at) => {
        const radio = radios[at];
        if (radio) radio.checked = value === chosen;
      });
    },
  };
}
