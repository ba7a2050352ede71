import { element } from "../element.ts";
import type { Frame } from "../frame.ts";

/** The address says which tour somebody was invited to. */
export const parameter = "guide";

/** The address leads to the visit alone from here on: a reload does not invite to what is over. */
export function forgetInvitation(): void {
  const url = new URL(location.href);
  url.searchParams.delete(parameter);
  history.replaceState(history.state, "", url);
}

/** Says something about the tour until it is closed or replaced. */
export function showNotice(frame: Frame, text: string, ...buttons: HTMLElement[]): HTMLElement {
  const { speaker, root, life } = frame;
  root.querySelector(".guide-invitation")?.remove();
  const close = element(
    "button",
    {
      type: "button",
      class: buttons.length === 0 ? "button" : "button button-quiet",
      onclick: () => {
        plate.remove();
        forgetInvitation();
      },
    },
    speaker.say("guide.alone"),
  );
  const plate = element(
    "section",
    { class: "plate guide-invitation", "aria-label": speaker.say("guide.title") },
    element("p", { role: "status" }, text),
    element("div", { class: "guide-choice" }, ...buttons, close),
  );
  root.append(plate);
  life.addEventListener("abort", () => plate.remove(), { once: true });
  return plate;
}
