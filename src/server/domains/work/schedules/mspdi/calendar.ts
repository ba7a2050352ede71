import { dayOfWallTime, parseWallTime } from "../wall-clock.ts";
import { type Shift, standardCalendar, type WorkCalendar } from "../working-time.ts";
import { daysNamed } from "./exceptions.ts";
import { child, children, isTrue, type Node, text, whole } from "./nodes.ts";

/** Limit of runs of days that a calendar may name: a file can say "every second day until 2149". */
const MOST_RUNS = 4000;
/** Depth limit of base calendars: a calendar refers to a base, which may refer to another. */
const DEEPEST = 5;

type Week = readonly (readonly Shift[] | null)[];

/** The calendar that the project is planned by; the standard one where the file has none. */
export function readCalendar(project: Node): WorkCalendar {
  const calendars = new Map(
    children(child(project, "Calendars"), "Calendar").map((one) => [whole(one, "UID"), one]),
  );
  const chain: Node[] = [];
  let uid = whole(project, "CalendarUID") ?? 1;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const found = calendars.get(uid);
    if (found === undefined || chain.includes(found)) break;
    chain.push(found);
    uid = whole(found, "BaseCalendarUID") ?? -1;
  }
  const weeks = chain.map((one) => weekOf(child(one, "WeekDays")));
  return {
    // The nearest calendar that defines a day counts.
    week: standardCalendar.week.map((usual, day) => weeks.find((week) => week[day] != null)?.[day] ?? usual),
    weeks: chain.flatMap(workWeeks),
    exceptions: chain.flatMap(exceptionsOf).slice(0, MOST_RUNS),
  };
}

/** Sunday to Saturday; null for an undefined day. */
function weekOf(weekDays: Node): Week {
  const week: (readonly Shift[] | null)[] = [null, null, null, null, null, null, null];
  for (const one of children(weekDays, "WeekDay")) {
    const day = whole(one, "DayType") ?? 0;
    if (day >= 1 && day <= 7) week[day - 1] = shiftsOf(one);
  }
  return week;
}

/** Working times of a day of the week or of an exception. */
function shiftsOf(day: Node): Shift[] {
  if (!isTrue(day, "DayWorking")) return [];
  const shifts = children(child(day, "WorkingTimes"), "WorkingTime").flatMap((time): Shift[] => {
    const [from, until] = [minute(text(time, "FromTime")), minute(text(time, "ToTime"))];
    if (from === null || until === null) return [];
    // Midnight at the end of a day is written as its beginning; a shift past midnight ends with the day.
    return [[from, until <= from ? 1440 : until]];
  });
  const sorted = shifts.toSorted((a, b) => a[0] - b[0]);
  // Overlapping shifts would count their time twice.
  return sorted.filter((shift, n) => n === 0 || shift[0] >= (sorted[n - 1]?.[1] ?? 0));
}

function minute(time: string): number | null {
  const [, hours = "", minutes = ""] = /^(\d\d):(\d\d)/.exec(time.slice(time.indexOf("T") + 1)) ?? [];
  return hours === "" || Number(hours) > 23 || Number(minutes) > 59
    ? null
    : Number(hours) * 60 + Number(minutes);
}

/** Days of a period; undefined where it names none. */
function periodOf(node: Node): { from: string; to: string } | undefined {
  const period = child(node, "TimePeriod");
  const [from, to] = [parseWallTime(text(period, "FromDate")), parseWallTime(text(period, "ToDate"))];
  return from === null || to === null ? undefined : { from: dayOfWallTime(from), to: dayOfWallTime(to) };
}

const workWeeks = (calendar: Node): WorkCalendar["weeks"][number][] =>
  children(child(calendar, "WorkWeeks"), "WorkWeek").flatMap((one) => {
    const period = periodOf(one);
    return period === undefined ? [] : [{ ...period, week: weekOf(child(one, "WeekDays")) }];
  });

/** Files of 2007 and later contain each exception twice: the older form, a weekday of type 0, has no name. */
function exceptionsOf(calendar: Node): WorkCalendar["exceptions"][number][] {
  const named = children(child(calendar, "Exceptions"), "Exception").flatMap((one) => {
    const period = periodOf(one);
    if (period === undefined) return [];
    const shifts = shiftsOf(one);
    return daysNamed({
      ...period,
      type: whole(one, "Type") ?? 1,
      period: whole(one, "Period") ?? 1,
      daysOfWeek: whole(one, "DaysOfWeek") ?? 0,
      month: whole(one, "Month") ?? 0,
      monthDay: whole(one, "MonthDay") ?? 1,
      position: whole(one, "MonthPosition") ?? 0,
      item: whole(one, "MonthItem") ?? 0,
    }).map((days) => ({ ...days, name: text(one, "Name"), shifts }));
  });
  const old = children(child(calendar, "WeekDays"), "WeekDay")
    .filter((one) => whole(one, "DayType") === 0)
    .flatMap((one) => {
      const period = periodOf(one);
      return period === undefined ? [] : [{ ...period, name: "", shifts: shiftsOf(one) }];
    })
    .filter((one) => !named.some((same) => same.from <= one.from && same.to >= one.to));
  return [...named, ...old];
}
