import { element } from "#web/lib/element.ts";
import { type PlayerIcon, playerIcon } from "./icons.ts";

/** A button that shows an icon and says `label` in a tooltip and to a screen reader. */
export function iconControl(name: PlayerIcon, label: string, press: () => void): HTMLButtonElement {
  return element(
    "button",
    { type: "button", class: "player-control", "aria-label": label, title: label, onclick: press },
    playerIcon(name),
  );
}

/** Changes icon and label of an `iconControl`. */
export function relabelControl(button: HTMLButtonElement, name: PlayerIcon, label: string): void {
  if (button.getAttribute("aria-label") === label) return;
  button.replaceChildren(playerIcon(name));
  button.setAttribute("aria-label", label);
  button.title = label;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceControl {
  readonly element: HTMLElement;
  /** Writes the list anew, and which one holds; without choices it hides. */
  show(choices: readonly Choice[], value: string): void;
}

/**
 * One of several, by the system's own list: it opens upwards where there is no room, over full screen and under a thumb,
 * and every screen reader knows it. What is seen of it is the chosen word.
 */
export function choiceControl(label: string, chosen: (value: string) => void): ChoiceControl {
  const select = element("select", {
    class: "player-choice",
    "aria-label": label,
    title: label,
    onchange: () => chosen(select.value),
  });
  const box = element("label", { class: "player-choice-box", hidden: true }, select);
  let known = "";
  return {
    element: box,
    show(choices, value) {
      box.hidden = choices.length < 2;
      // Written only when it says something else: a list that is open would close.
      const written = JSON.stringify(choices);
      if (written !== known)
        select.replaceChildren(...choices.map((one) => element("option", { value: one.value }, one.label)));
      known = written;
      select.value = value;
    },
  };
}
