import { useMemo } from "react";
import type { ScheduleTask } from "#contract/schedules.ts";
import { dayOf } from "#web/lib/day.ts";
import { type Formatter, localeOf, useFormat } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import type { Lateness } from "./lateness.ts";
import type { Unit } from "./time-scale.ts";

export interface ChartWords {
  readonly t: Translate;
  readonly format: Formatter;
  /** '31 Mar 2026' of a local time on the site; empty for none. */
  day(moment: string | null): string;
  /** Label of a unit of time; `isCoarse` in the upper row of the header. */
  tick(unit: Unit, time: number, isCoarse: boolean): string;
  late(lateness: Lateness): string;
  percent(value: number): string;
}

/** Texts of the chart. Scrolling formats thousands of days, so each is formatted only once. */
export function useChartWords(): ChartWords {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  return useMemo(() => {
    const days = new Map<string, string>();
    const percents = new Map<number, string>();
    const kept = <K>(map: Map<K, string>, key: K, make: () => string) => {
      const known = map.get(key);
      if (known !== undefined) return known;
      const made = make();
      map.set(key, made);
      return made;
    };
    const named = (options: Intl.DateTimeFormatOptions) => {
      const reader = new Intl.DateTimeFormat(localeOf(language), { timeZone: "UTC", ...options });
      return (time: number) => reader.format(time);
    };
    const month = named({ month: "long", year: "numeric" });
    const monthOfYear = named({ month: "short" });
    const dayOfMonth = named({ day: "numeric" });
    const dayAndMonth = named({ day: "numeric", month: "short" });
    const year = named({ year: "numeric" });
    return {
      t,
      format,
      day: (moment) =>
        moment === null ? "" : kept(days, moment.slice(0, 10), () => format.date(dayOf(moment))),
      percent: (value) => kept(percents, value, () => format.percent(value / 100)),
      tick(unit, time, isCoarse) {
        if (unit === "day") return dayOfMonth(time);
        if (unit === "week") return dayAndMonth(time);
        if (unit === "month") return (isCoarse ? month : monthOfYear)(time);
        if (unit === "year") return year(time);
        const n = Math.floor(new Date(time).getUTCMonth() / 3) + 1;
        return t("schedules.chart.quarter_n", { n });
      },
      late(lateness) {
        if (lateness.kind === "behind")
          return t("schedules.late.behind", { percent: format.percent(lateness.points / 100) });
        return t(`schedules.late.${lateness.kind}`, { count: lateness.days });
      },
    };
  }, [t, format, language]);
}

/** One row of the chart as a sentence, for screen readers. */
export function barText(
  { start, finish, percent, is_milestone, is_critical, deadline }: ScheduleTask,
  lateness: Lateness | null,
  { t, day, percent: share, late }: ChartWords,
): string {
  const when =
    start === null && finish === null
      ? t("schedules.chart.no_dates")
      : is_milestone || start === null || finish === null
        ? day(finish ?? start)
        : t("schedules.chart.from_to", { from: day(start), to: day(finish) });
  return [
    is_milestone ? t("schedules.chart.milestone") : "",
    when,
    t("schedules.chart.done", { percent: share(percent) }),
    is_critical ? t("schedules.chart.critical") : "",
    lateness === null ? "" : late(lateness),
    deadline === null ? "" : t("schedules.chart.deadline_on", { date: day(deadline) }),
  ]
    .filter((part) => part !== "")
    .join(t("schedules.chart.and"));
}
