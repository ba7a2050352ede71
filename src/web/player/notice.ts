import { element } from "#web/lib/element.ts";
import { type PlayerIcon, playerIcon } from "./icons.ts";

export interface Said {
  readonly icon?: PlayerIcon | undefined;
  readonly title?: string | undefined;
  readonly text: string;
  readonly action?: { readonly label: string; readonly press: () => void } | undefined;
  /** A ring that turns, for what ends by itself. */
  readonly isBusy?: boolean | undefined;
}

export interface Notice {
  readonly element: HTMLElement;
  /** Says it in the middle of the picture; null says nothing. */
  say(said: Said | null): void;
}

/** What stands between the visitor and the picture, in words; told to a screen reader, too. */
export function notice(): Notice {
  const box = element("div", { class: "player-notice", role: "status", hidden: true });
  let known = "";
  return {
    element: box,
    say(said) {
      const now = JSON.stringify(said);
      if (now === known) return;
      known = now;
      box.hidden = said === null;
      if (said === null) {
        box.replaceChildren();
        return;
      }
      const { icon, title, text, action, isBusy } = said;
      const parts = [
        isBusy === true ? element("span", { class: "player-ring", "aria-hidden": "true" }) : null,
        icon ? playerIcon(icon) : null,
        title === undefined ? null : element("p", { class: "player-notice-title" }, title),
        element("p", {}, text),
        action
          ? element("button", { type: "button", class: "player-button", onclick: action.press }, action.label)
          : null,
      ];
      box.replaceChildren(...parts.filter((part) => part !== null));
    },
  };
}
