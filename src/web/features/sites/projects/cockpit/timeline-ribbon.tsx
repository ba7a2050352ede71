import type { CSSProperties } from "react";
import type { VisitRow } from "#contract/visits.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { Freshness } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { type Axis, axisOf, monthTicks, placeOn } from "./axis.ts";

/** The time since the newest visit, in the colour of its length. */
const tails: Readonly<Record<Freshness, string>> = {
  fresh: "bg-ok",
  ageing: "bg-[repeating-linear-gradient(90deg,var(--warn)_0_6px,transparent_6px_9px)]",
  stale: "bg-[repeating-linear-gradient(90deg,var(--bad)_0_3px,transparent_3px_7px)]",
};

/** Position on the timeline, from its start in either reading direction. */
const at = (share: number): CSSProperties => ({ insetInlineStart: `${(share * 100).toFixed(2)}%` });

interface TimelineRibbonProps {
  /** Newest first. */
  visits: readonly VisitRow[];
  /** Of the newest photo; null where it is not judged. */
  freshness: Freshness | null;
}

/** All visits on a timeline that ends today: shows their frequency, and the time since the last one. */
export function TimelineRibbon({ visits, freshness }: TimelineRibbonProps) {
  const t = useText();
  const format = useFormat();
  const [newest] = visits;
  if (newest === undefined) return null;
  const axis = axisOf(visits.map(({ visit_date }) => visit_date));
  return (
    <nav aria-label={t("projects.cockpit.timeline.ribbon")} className="relative h-16 print:hidden">
      <span aria-hidden className="absolute inset-x-0 top-5 h-0.5 rounded-full bg-line-strong/50" />
      {freshness !== null && (
        <span
          aria-hidden
          style={at(placeOn(axis, newest.visit_date))}
          className={cx("absolute end-0 top-5 h-0.5 rounded-full", tails[freshness])}
        />
      )}
      <Ticks axis={axis} format={format} />
      <span aria-hidden className="absolute end-0 top-3.5 flex flex-col items-end">
        <span className="h-3.5 w-0.5 rounded-full bg-ink" />
        <span className="mt-1.5 text-xs text-ink">{t("projects.cockpit.timeline.today")}</span>
      </span>
      <ol>
        {visits.map((visit, index) => (
          <Dot
            key={visit.id}
            visit={visit}
            axis={axis}
            freshness={index === 0 ? freshness : null}
            isNewest={index === 0}
          />
        ))}
      </ol>
    </nav>
  );
}

interface DotProps {
  visit: VisitRow;
  axis: Axis;
  freshness: Freshness | null;
  isNewest: boolean;
}

function Dot({ visit, axis, freshness, isNewest }: DotProps) {
  const t = useText();
  const format = useFormat();
  const isWalkable = visit.room_count > visit.processing_count;
  const label = t(isWalkable ? "projects.cockpit.timeline.dot" : "projects.cockpit.timeline.still_made", {
    name: visit.name,
    date: format.date(visit.visit_date),
  });
  return (
    <li
      style={at(placeOn(axis, visit.visit_date))}
      className={cx("absolute top-5 -ms-2.5 -translate-y-1/2", isNewest ? "z-20" : "z-10 hover:z-30")}
    >
      <a
        href={isWalkable ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
        aria-label={label}
        title={label}
        className="group/dot flex size-5 items-center justify-center rounded-full touch:h-11"
      >
        {freshness === null ? (
          <span
            aria-hidden
            className={cx(
              "rounded-full ring-2 ring-canvas transition-transform group-hover/dot:scale-150",
              isNewest ? "size-3 bg-accent" : "size-2 bg-ink-faint",
            )}
          />
        ) : (
          <span className="flex rounded-full bg-canvas ring-2 ring-canvas transition-transform group-hover/dot:scale-125">
            <FreshnessMark freshness={freshness} />
          </span>
        )}
      </a>
    </li>
  );
}

function Ticks({ axis, format }: { axis: Axis; format: Formatter }) {
  return (
    <>
      {monthTicks(axis).map((month) => (
        <span
          key={month.toISOString()}
          aria-hidden
          style={at(placeOn(axis, month))}
          className="absolute top-5 flex flex-col items-start"
        >
          <span className="h-2 w-px bg-line-strong/60" />
          <span className="mt-1.5 text-xs whitespace-nowrap text-ink-muted tabular-nums">
            {format.date(month, "month")}
          </span>
        </span>
      ))}
    </>
  );
}
