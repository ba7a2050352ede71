import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";

/** A photo that opens large. */
export function photo(frame: Frame, address: string, name: string, thumbnail = address): HTMLElement {
  const { speaker } = frame;
  return element(
    "button",
    {
      type: "button",
      class: "panel-photo",
      "aria-label": `${speaker.say("points.photo_large")}: ${name}`,
      onclick: () => enlarge(frame, address, name),
    },
    element("img", { src: thumbnail, alt: "", loading: "lazy" }),
  );
}

function enlarge({ root, speaker, life }: Frame, address: string, name: string): void {
  const ended = new AbortController();
  const dialog = element(
    "dialog",
    {
      class: "large-photo",
      "aria-label": name,
      onclose: () => {
        ended.abort();
        dialog.remove();
      },
      onclick: () => dialog.close(),
    },
    element("img", { src: address, alt: name }),
    element(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": speaker.say("actions.close"),
        title: speaker.say("actions.close"),
      },
      icon("close"),
    ),
  );
  root.append(dialog);
  dialog.showModal();
  life.addEventListener("abort", () => dialog.close(), { signal: ended.signal });
}
