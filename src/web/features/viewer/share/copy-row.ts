import { copyText } from "#web/lib/copy-text.ts";
import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";

export const isCopyOffered = ({ share_providers }: Frame["settings"]): boolean =>
  share_providers.includes("copy");

/** A text to be copied, selected whole when it is touched. */
export function field(id: string): HTMLInputElement {
  const input = element("input", { class: "field", id, readonly: true, dir: "ltr" });
  input.addEventListener("focus", () => {
    input.select();
    // A long address shows its beginning; the browser scrolls to the end of what is selected.
    requestAnimationFrame(() => {
      input.scrollLeft = 0;
    });
  });
  return input;
}

/** A field with the button that copies it, which says for a while that it has. */
export function copyRow(
  { speaker, settings }: Frame,
  input: HTMLInputElement,
  label: string,
  action: string,
): HTMLElement {
  const words = element("span", {}, action);
  const mark = element("span", { class: "share-mark" }, icon("copy"));
  const said = element("p", { class: "share-said", role: "status" });
  const copy = async () => {
    const isCopied = await copyText(input.value);
    words.textContent = isCopied ? speaker.say("share.copied") : action;
    mark.replaceChildren(icon(isCopied ? "check" : "copy"));
    said.textContent = isCopied ? "" : speaker.say("share.copy_failed");
    if (!isCopied) input.select();
    setTimeout(() => {
      words.textContent = action;
      mark.replaceChildren(icon("copy"));
    }, 2500);
  };
  const button = element(
    "button",
    { type: "button", class: "button", onclick: () => void copy() },
    mark,
    words,
  );
  return element(
    "div",
    { class: "share-copy" },
    element("label", { class: "field-label", for: input.id }, label),
    element("div", { class: "share-row" }, input, isCopyOffered(settings) && button),
    said,
  );
}
