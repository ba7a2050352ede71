import { element } from "#web/lib/element.ts";
import { iconControl } from "./control.ts";
import type { PlayerSpeaker } from "./words.ts";

/** A modal dialog over the player, also in full screen; closed by its button, by Escape and by a press beside it. */
export function openPlayerDialog(
  root: HTMLElement,
  speaker: PlayerSpeaker,
  title: string,
  ...content: HTMLElement[]
): HTMLDialogElement {
  const heading = element("h2", { class: "player-dialog-title" }, title);
  const dialog = element(
    "dialog",
    {
      class: "player-dialog",
      "aria-label": title,
      lang: speaker.language,
      dir: speaker.direction,
      onclose: () => dialog.remove(),
      onpointerdown: (event) => {
        if (event.target === dialog) dialog.close();
      },
    },
    element(
      "div",
      { class: "player-dialog-box" },
      element(
        "div",
        { class: "player-dialog-head" },
        heading,
        iconControl("close", speaker.say("close"), () => dialog.close()),
      ),
      ...content,
    ),
  );
  root.append(dialog);
  dialog.showModal();
  return dialog;
}
