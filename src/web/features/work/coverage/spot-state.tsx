import type { CoverageSpot } from "#contract/coverage.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import type { Freshness } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import "./coverage.queries.ts";

/** The marks that photos have everywhere: full, half, hollow. */
const marks: Readonly<Record<Exclude<CoverageSpot["state"], "off">, Freshness>> = {
  fresh: "fresh",
  due: "ageing",
  overdue: "stale",
};

/** The state of a spot by colour and shape; a grey line for one that is not wanted. */
export const SpotMark = ({ state, className }: { state: CoverageSpot["state"]; className?: string }) =>
  state === "off" ? (
    <span aria-hidden className={cx("flex size-3 shrink-0 items-center", className)}>
      <span className="h-0.5 w-full rounded-full bg-ink-faint" />
    </span>
  ) : (
    <FreshnessMark freshness={marks[state]} {...(className !== undefined && { className })} />
  );

/** State and last photo of a spot in words. */
export function useSpotTexts() {
  const t = useText();
  const format = useFormat();
  const date = (day: string) => format.date(dayOf(day));
  return {
    state: ({ state, overdue_days, due }: CoverageSpot): string => {
      if (state === "overdue") return t("coverage.overdue_by", { count: overdue_days });
      if (due === null || state === "off") return t(`coverage.states.${state}`);
      return t(state === "fresh" ? "coverage.due_on" : "coverage.due_since", { date: date(due) });
    },
    seen: ({ last_seen }: CoverageSpot, today: string): string =>
      last_seen === null
        ? t("coverage.never_seen")
        : last_seen === today
          ? t("coverage.last_seen_today")
          : t("coverage.last_seen_on", { date: date(last_seen) }),
  };
}

/** Name, state and last photo of a spot, in the lists. */
export function SpotFacts({ spot, today }: { spot: CoverageSpot; today: string }) {
  const texts = useSpotTexts();
  return (
    <div className="min-w-0 flex-1">
      <p className="own-direction font-strong break-words">{spot.name}</p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-muted">
        <span className="inline-flex items-center gap-1.5">
          <SpotMark state={spot.state} />
          {texts.state(spot)}
        </span>
        <span>{texts.seen(spot, today)}</span>
      </p>
    </div>
  );
}
