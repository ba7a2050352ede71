import type { SchedulePreview } from "#contract/schedules.ts";
import { dayOf } from "#web/lib/day.ts";
import type { Formatter } from "#web/lib/format.ts";
import type { Translate } from "#web/lib/use-text.ts";

type Change = SchedulePreview["changed"][number]["fields"][number];

/** Formats minutes of working time in days, or in hours where they make no whole day. */
export function durationText(minutes: number, t: Translate, format: Formatter): string {
  const isDays = minutes % workday === 0;
  const amount = Math.round((minutes / (isDays ? workday : hour)) * 10) / 10;
  // The plural form of the noun follows whole numbers.
  const count = Math.ceil(amount);
  return t(isDays ? "schedules.duration.days" : "schedules.duration.hours", {
    count,
    n: format.number(amount),
  });
}

const hour = 60;
/** Minutes of a working day in most calendars. */
const workday = 8 * hour;

/** Formats a value of a change for the user: days, percentages and durations in their language. */
export function changeText(field: Change["field"], value: string, t: Translate, format: Formatter): string {
  if (field === "is_critical" || field === "is_milestone" || field === "is_kept")
    return t(value === "" ? "schedules.preview.no" : "schedules.preview.yes");
  if (value === "") return t("schedules.preview.nothing");
  if (/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?/.test(value)) {
    const time = value.slice(11, 16);
    const day = format.date(dayOf(value));
    return time === "" ? day : `${day} \u2066${time}\u2069`;
  }
  if (field === "percent") return format.percent(Number.parseFloat(value) / 100);
  if (field === "duration" && value.endsWith(" h"))
    return durationText(Number.parseFloat(value) * hour, t, format);
  return value;
}
