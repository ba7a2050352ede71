import { element, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";

export interface PanelOptions {
  readonly title: string;
  /** Before the title, such as the shape of a snag. */
  readonly mark?: Element | undefined;
  readonly content: readonly Node[];
  /** Told once, when it closes by its button, by Escape or with the interface. */
  readonly closed?: (() => void) | undefined;
  /** What its button to close is called; 'Close' unless told. */
  readonly closeLabel?: string | undefined;
}

export interface Panel {
  readonly element: HTMLElement;
  readonly close: () => void;
}

let count = 0;

/**
 * A card beside the picture, on phones a sheet from below. It is not modal: one looks around with it open. The focus
 * goes into it and, when it closes, back to where it was.
 */
export function openPanel(frame: Frame, { title, mark, content, closed, closeLabel }: PanelOptions): Panel {
  const { root, life, speaker } = frame;
  const before = document.activeElement;
  const ended = new AbortController();
  count += 1;
  // A name in the other script still begins where the card does.
  const heading = element(
    "h2",
    { class: "panel-title", id: `viewer-panel-${count}`, tabindex: -1 },
    element("bdi", {}, title),
  );
  const close = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    closed?.();
    if (hadFocus && before instanceof HTMLElement && before.isConnected)
      before.focus({ preventScroll: true });
    else if (hadFocus) frame.tour.panorama?.element.focus({ preventScroll: true });
  };
  const box = element(
    "section",
    {
      class: "panel",
      role: "dialog",
      "aria-labelledby": heading.id,
      onkeydown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      },
    },
    element(
      "div",
      { class: "panel-head" },
      mark ?? null,
      heading,
      iconButton("close", closeLabel ?? speaker.say("actions.close"), close),
    ),
    element("div", { class: "panel-body" }, ...content),
  );
  root.append(box);
  const first = box.querySelector<HTMLElement>("[data-first]") ?? heading;
  first.focus({ preventScroll: true });
  life.addEventListener("abort", close, { signal: ended.signal });
  return { element: box, close };
}
