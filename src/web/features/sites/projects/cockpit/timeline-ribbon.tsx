import type { CSSProperties } from "react";
import type { VisitRow } from "#contract/visits.ts";
import { comma } from "#web/lib/comma.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { Freshness } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { Link } from "#web/ui/link.tsx";
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
  /** Days with photos that are not 360 photos. */
  photoDays?: readonly PhotoDay[];
}

interface PhotoDay {
  /** `2026-11-20`, by the reader's calendar. */
  readonly day: string;
  readonly photos: number;
}

/** Marks of days with photos; older days would be too near each other. */
const mostDays = 150;
const noonOf = (day: string) => new Date(`${day}T12:00`);

/** All visits on a timeline that ends today: shows their frequency, and the time since the last one. */
export function TimelineRibbon({ visits, freshness, photoDays = [] }: TimelineRibbonProps) {
  const t = useText();
  const format = useFormat();
  const [newest] = visits;
  if (newest === undefined) return null;
  const days = photoDays.slice(0, mostDays);
  const axis = axisOf([...visits.map(({ visit_date }) => visit_date), ...days.map(({ day }) => noonOf(day))]);
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
      {days.length > 0 && (
        <ol data-axis="">
          {days.map((day) => (
            <PhotoMark key={day.day} project={newest.id_project} day={day} axis={axis} />
          ))}
        </ol>
      )}
      <ol data-axis="">
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

/** A day with photos, as a square above the line; it opens the photos of that day. */
function PhotoMark({ project, day: { day, photos }, axis }: { project: number; day: PhotoDay; axis: Axis }) {
  const t = useText();
  const format = useFormat();
  const label = [format.date(noonOf(day)), t("photos.day_count", { count: photos })].join(comma());
  return (
    <li style={at(placeOn(axis, noonOf(day)))} className="absolute top-0 z-0 -ms-2 hover:z-30">
      <Link
        href={`/photos/${project}?from=${day}&to=${day}`}
        look="plain"
        aria-label={label}
        className="group/mark flex h-3.5 w-4 items-center justify-center"
      >
        <span
          aria-hidden
          title={label}
          className="size-1.5 rounded-[1px] bg-accent transition-transform group-hover/mark:scale-150"
        />
      </Link>
    </li>
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
