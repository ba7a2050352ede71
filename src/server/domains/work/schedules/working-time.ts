import { DAY_MINUTES, dayNumber, weekdayOf } from "./wall-clock.ts";

/** From and to in minutes of the day; `to` is greater than `from`, and at most 1440. */
export type Shift = readonly [from: number, to: number];

/** The working time of a project. */
export interface WorkCalendar {
  /** Shifts of Sunday to Saturday; a day without shifts is not worked. */
  readonly week: readonly (readonly Shift[])[];
  /** Temporary weeks, such as those of a hot summer; null means as in every week. */
  readonly weeks: readonly {
    readonly from: string;
    readonly to: string;
    readonly week: readonly (readonly Shift[] | null)[];
  }[];
  /** Exceptional days, both ends included. The first entry that covers a day counts. */
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

/** Project's Standard calendar: Monday to Friday, eight to five with an hour off between. */
export const standardCalendar: WorkCalendar = {
  week: [[], DAY, DAY, DAY, DAY, DAY, []],
  weeks: [],
  exceptions: [],
};

/** A stored calendar, with defaults from the standard one. */
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
  /** Working minutes between two moments, both in minutes since 1970; 0 when the second is not later. */
  between(from: number, to: number): number;
}

/** Computes the working time from a first day to a last one once; before and after these no time counts as worked. */
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
  // Working time before the start of each day.
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
