import { cx } from "./classes.ts";

/** A status by colour and by shape. A text is beside it, or in the name of its container. */
export interface ShapeLook {
  readonly tone: "bad" | "warn" | "info" | "ok" | "note";
  /** The outline in a square of 24, filled in the tone. */
  readonly outline: string;
  /** The symbol on it, a stroked line. */
  readonly sign: string;
}

const fills = {
  bad: "fill-bad",
  warn: "fill-warn",
  info: "fill-info",
  ok: "fill-ok",
  note: "fill-note",
} as const;

export interface ShapeMarkProps {
  look: ShapeLook;
  /** On a picture, where it must be visible on any colour. */
  isOnPicture?: boolean;
  className?: string;
}

export function ShapeMark({ look, isOnPicture = false, className }: ShapeMarkProps) {
  const { tone, outline, sign } = look;
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={cx("size-4.5 shrink-0", isOnPicture && "overflow-visible", className)}
    >
      <path
        d={outline}
        className={cx(
          fills[tone],
          isOnPicture && "stroke-white stroke-[1.75] drop-shadow-sm [paint-order:stroke]",
        )}
      />
      <path
        d={sign}
        fill="none"
        strokeWidth={2.4}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={tone === "bad" || (!isOnPicture && tone !== "warn") ? "stroke-white" : "stroke-black/75"}
      />
    </svg>
  );
}
