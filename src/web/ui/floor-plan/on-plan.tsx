import type { Point } from "./plan-view.ts";

/** A line from one point of the plan to another, of unchanging width. */
export function PlanLine({ from, to }: { from: Point; to: Point }) {
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full overflow-visible stroke-accent"
    >
      <line
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        strokeWidth={3}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Another picture on top, to see how both fit; `opacity` 0..1. */
export function PlanOverlay({ image, opacity }: { image: string; opacity: number }) {
  return (
    <img
      src={image}
      alt=""
      data-overlay=""
      draggable={false}
      className="pointer-events-none absolute inset-0 size-full"
      style={{ opacity }}
    />
  );
}
