import type { Point } from "./plan-view.ts";

export interface PlanLineProps {
  lines: readonly { readonly points: readonly Point[]; readonly isDashed: boolean }[];
  /** Pixels, without the white edge. */
  width?: number;
}

/** Lines on a floor plan: certain ones drawn through, uncertain ones dashed. */
export function PlanLine({ lines, width = 3 }: PlanLineProps) {
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden
      data-lines={lines.length}
      className="pointer-events-none absolute inset-0 size-full overflow-visible fill-none"
    >
      {lines.map(({ points, isDashed }, at) => {
        const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
        return (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
          <g key={at} strokeLinecap="round" strokeLinejoin="round">
            <polyline
              points={line}
              className="stroke-white/80"
              strokeWidth={width * 2}
              vectorEffect="non-scaling-stroke"
            />
            <polyline
              points={line}
              className={isDashed ? "stroke-warn" : "stroke-accent"}
              strokeWidth={width}
              strokeDasharray={isDashed ? "2 7" : undefined}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </svg>
  );
}

/** A line of the legend. */
export function LineSample({ isDashed }: { isDashed: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 28 6" className="h-1.5 w-7 shrink-0">
      <line
        x1={2}
        x2={26}
        y1={3}
        y2={3}
        strokeWidth={3}
        strokeLinecap="round"
        strokeDasharray={isDashed ? "2 7" : undefined}
        className={isDashed ? "stroke-warn" : "stroke-accent"}
      />
    </svg>
  );
}
