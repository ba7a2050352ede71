import type { Direction, Marker } from "#panorama/types.ts";
import type { Tour } from "../tour.ts";

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

const waits = "waiting ";

/** Marks a snag that waits on this device. */
export const waitingMark = ({ yaw, pitch, guid, text }: Direction & { guid: string; text: string }): Marker =>
  mark({
    id: `${waits}${guid}`,
    yaw,
    pitch,
    text,
    className:
      "z-1 rounded-full border-2 border-dashed border-warn-text bg-white px-2.5 py-0.5 text-xs font-strong text-warn-text shadow-pin whitespace-nowrap",
  });

/** Replaces the marks of a tool. Those of snags that wait stay. */
export function setMarks({ marks }: Pick<Tour, "marks">, next: readonly Marker[]): void {
  marks.set([...marks.get().filter(({ id }) => id.startsWith(waits)), ...next]);
}

/** Replaces the marks of snags that wait. Those of a tool stay. */
export function setWaitingMarks({ marks }: Pick<Tour, "marks">, next: readonly Marker[]): void {
  marks.set([...marks.get().filter(({ id }) => !id.startsWith(waits)), ...next]);
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
