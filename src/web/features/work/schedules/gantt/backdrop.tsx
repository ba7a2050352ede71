import type { Schedule } from "#contract/schedules.ts";
import type { Layout } from "./layout.ts";
import { restsOf, ticksOf, unitsFor } from "./time-scale.ts";
import type { Window } from "./use-window.ts";

interface BackdropProps {
  schedule: Pick<Schedule, "working_days" | "days_off">;
  layout: Layout;
  window: Window;
  weekStart: number;
  today: number;
  height: number;
}

/** Below this width, shading of days off would be a grey veil. */
const leastPerDay = 3;

/** Beneath the bars: days off, the grid lines of the units, and today. */
export function Backdrop({ schedule, layout, window, weekStart, today, height }: BackdropProps) {
  const { scale, tableWidth } = layout;
  const [coarse] = unitsFor(scale.pxPerDay);
  const rests = scale.pxPerDay < leastPerDay ? [] : restsOf(scale, schedule, window.from, window.to);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0"
      style={{ insetInlineStart: tableWidth, inlineSize: scale.width, blockSize: height }}
    >
      {rests.map(({ time, x, width }) => (
        <span
          key={time}
          className="gantt-rest absolute inset-y-0"
          style={{ insetInlineStart: x, inlineSize: width }}
        />
      ))}
      {ticksOf(scale, coarse, window.from, window.to, weekStart).map(({ time, x }) => (
        <span
          key={time}
          className="absolute inset-y-0 border-s border-line"
          style={{ insetInlineStart: x - 1 }}
        />
      ))}
      <span
        className="absolute inset-y-0 -ms-px border-s-2 border-accent"
        style={{ insetInlineStart: scale.x(today) }}
      />
    </div>
  );
}
