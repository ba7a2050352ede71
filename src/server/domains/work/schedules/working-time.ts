import { DAY_MINUTES, dayNumber, weekdayOf } from "./wall-clock.ts";

/** From and to in minutes of the day; `to` is past `from`, and 1440 at most. */
export type Shift = readonly [from: number, to: number];

/** The working time of a project. */
export interface WorkCalendar {
  /** Shifts of Sunday to Saturday; a day without any is not worked. */
  readonly week: readonly (readonly Shift[])[];
  /** Other weeks for a while, such as those of a hot summer; null is as in every week. */
  readonly weeks: readonly {
    readonly from: string;
    readonly to: string;
    readonly week: readonly (readonly Shift[] | null)[];
  }[];
  /** Days that are different, both ends among them. The first that names a day counts. */
  readonly exceptions: readonly {
    readonly from: string;
    readonly to: string;
    readonly name: string;
    readonly shifts: readonly Shift[];
  }[];
}

const DAY: readonly Shift[] = [
  [480, 720],
  [780, 1020],
];

/** What Project calls Standard: Monday to Friday, eight to five with an hour in between. */
export const standardCalendar: WorkCalendar = {
  week: [[], DAY, DAY, DAY, DAY, DAY, []],
  weeks: [],
  exceptions: [],
};

/** Of one that was kept, or the standard where nothing was. */
export const calendarOf = (kept: Partial<WorkCalendar>): WorkCalendar => ({ ...standardCalendar, ...kept });

/** 1 Sunday … 7 Saturday. */
export const workingDays = ({ week }: WorkCalendar): number[] =>
  week.flatMap((shifts, day) => (shifts.length > 0 ? [day + 1] : []));

export const daysOff = ({ exceptions }: WorkCalendar): { from: string; to: string; name: string }[] =>
  exceptions
    .filter(({ shifts }) => shifts.length === 0)
    .map(({ from, to, name }) => ({ from, to, name }))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));

export interface WorkingTime {
  /** Minutes worked between two moments, both in minutes since 1970; 0 when the second is not later. */
  between(from: number, to: number): number;
}

/** Reckons once what is worked from a first day to a last one; before and after these no time counts as worked. */
export function createWorkingTime(calendar: WorkCalendar, first: number, last: number): WorkingTime {
  const days = Math.max(0, last - first + 1);
  const special = new Map<number, readonly Shift[]>();
  const within = (from: string, to: string) => ({
    begin: Math.max(first, dayNumber(from)),
    end: Math.min(last, dayNumber(to)),
  });
  for (const { from, to, shifts } of calendar.exceptions) {
    const { begin, end } = within(from, to);
    for (let day = begin; day <= end; day += 1) if (!special.has(day)) special.set(day, shifts);
  }
  for (const { from, to, week } of calendar.weeks) {
    const { begin, end } = within(from, to);
    for (let day = begin; day <= end; day += 1) {
      const shifts = week[weekdayOf(day)];
      if (shifts != null && !special.has(day)) special.set(day, shifts);
    }
  }
  const shiftsOn = (day: number) => special.get(day) ?? calendar.week[weekdayOf(day)] ?? [];
  // What was worked before each day begins.
  const before = new Float64Array(days + 1);
  for (let n = 0; n < days; n += 1)
    before[n + 1] = (before[n] ?? 0) + shiftsOn(first + n).reduce((sum, [from, to]) => sum + to - from, 0);

  const until = (moment: number): number => {
    const day = Math.floor(moment / DAY_MINUTES);
    if (day < first) return 0;
    if (day > last) return before[days] ?? 0;
    const minute = moment - day * DAY_MINUTES;
    const worked = shiftsOn(day).reduce((sum, [from, to]) => sum + clamp(minute - from, to - from), 0);
    return (before[day - first] ?? 0) + worked;
  };
  return { between: (from, to) => (to <= from ? 0 : until(to) - until(from)) };
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
