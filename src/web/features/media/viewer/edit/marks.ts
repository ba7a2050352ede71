import type { Direction, Marker } from "#panorama/types.ts";

interface Mark extends Direction {
  readonly id: string;
  readonly text?: string;
  readonly className: string;
}

/** A purely visual mark in the picture: not interactive, hidden from screen readers. */
export function mark({ id, yaw, pitch, text = "", className }: Mark): Marker {
  const element = document.createElement("button");
  element.type = "button";
  element.tabIndex = -1;
  element.ariaHidden = "true";
  element.textContent = text;
  return { id, yaw, pitch, label: text, element, className: `pointer-events-none ${className}` };
}

/** Marks the position of something about to be added. */
export const draftMark = ({ yaw, pitch }: Direction): Marker =>
  mark({
    id: "draft",
    yaw,
    pitch,
    className:
      "z-2 size-7.5 before:absolute before:inset-0 before:rounded-full before:border-3 before:border-white before:bg-accent before:shadow-pin before:anim-rise-in",
  });
