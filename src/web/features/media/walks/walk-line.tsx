import type { Stretch } from "./placing.ts";

/** The walk on a floor plan: certain stretches as a line, uncertain ones dashed. */
export function WalkLine({ stretches }: { stretches: readonly Stretch[] }) {
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full overflow-visible fill-none"
    >
      {stretches.map(({ points, isUncertain }, at) => {
        const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
        return (
          // oxlint-disable-next-line react/no-array-index-key -- stretches have no other identity
          <g key={at} strokeLinecap="round" strokeLinejoin="round">
            <polyline
              points={line}
              className="stroke-white/80"
              strokeWidth={6}
              vectorEffect="non-scaling-stroke"
            />
            <polyline
              points={line}
              className={isUncertain ? "stroke-warn" : "stroke-accent"}
              strokeWidth={3}
              strokeDasharray={isUncertain ? "2 7" : undefined}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </svg>
  );
}

/** A line of the legend. */
export function LineSample({ isUncertain }: { isUncertain: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 28 6" className="h-1.5 w-7 shrink-0">
      <line
        x1={2}
        x2={26}
        y1={3}
        y2={3}
        strokeWidth={3}
        strokeLinecap="round"
        strokeDasharray={isUncertain ? "2 7" : undefined}
        className={isUncertain ? "stroke-warn" : "stroke-accent"}
      />
    </svg>
  );
}
