import { element, iconButton } from "../element.ts";
import type { Speaker } from "../texts.ts";

export interface ToastAction {
  readonly label: string;
  readonly press: () => void;
}

/** Long enough to read a line and to reach for its button. */
const plainMs = 4000;
const withActionMs = 8000;

/** What was just done, said for some seconds; one at a time. */
export class Toasts {
  readonly element = element("div", { class: "toasts", role: "status" });
  readonly #speaker: Speaker;
  #timer = 0;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  say(text: string, action?: ToastAction): void {
    const close = () => {
      clearTimeout(this.#timer);
      this.element.replaceChildren();
    };
    const button =
      action &&
      element(
        "button",
        {
          type: "button",
          class: "toast-action",
          onclick: () => {
            close();
            action.press();
          },
        },
        action.label,
      );
    this.element.replaceChildren(
      element(
        "div",
        { class: "plate toast" },
        element("p", { dir: "auto" }, text),
        button ?? null,
        iconButton("close", this.#speaker.say("actions.close"), close),
      ),
    );
    clearTimeout(this.#timer);
    const wait = () => {
      // Who is reading or about to press it is not hurried.
      if (this.element.matches(":hover, :focus-within")) this.#timer = window.setTimeout(wait, 1000);
      else close();
    };
    this.#timer = window.setTimeout(wait, action ? withActionMs : plainMs);
  }
}
