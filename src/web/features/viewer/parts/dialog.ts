import { element, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";

/**
 * Opens a modal dialog over the viewer; the browser keeps the focus in it and gives it back afterwards. It closes
 * by its button, by Escape, by a press beside it, and with the interface.
 */
export function openDialog(
  { root, speaker, life }: Frame,
  title: string,
  ...content: HTMLElement[]
): HTMLDialogElement {
  const ended = new AbortController();
  const heading = element("h2", { class: "dialog-title", id: "viewer-dialog-title" }, title);
  const dialog = element(
    "dialog",
    {
      class: "dialog",
      "aria-labelledby": heading.id,
      onclose: () => {
        ended.abort();
        dialog.remove();
      },
      // The dialog's own box is its children: a press on the element itself is one on the veil around it.
      onpointerdown: (event) => {
        if (event.target === dialog) dialog.close();
      },
    },
    element(
      "div",
      { class: "dialog-box" },
      element(
        "div",
        { class: "dialog-head" },
        heading,
        iconButton("close", speaker.say("actions.close"), () => dialog.close()),
      ),
      ...content,
    ),
  );
  root.append(dialog);
  dialog.showModal();
  life.addEventListener("abort", () => dialog.close(), { signal: ended.signal });
  return dialog;
}
