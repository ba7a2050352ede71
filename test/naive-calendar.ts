import { dayNumber, type Pause, type Rhythm, weekdayOf } from "#contract/coverage.calendar.ts";

/** The calendar of a site, day by day and without arithmetic: what the real one is compared with. */
export function naiveCalendar(weekend: readonly number[], pauses: readonly Pause[]) {
  const closed = new Set(
    pauses.flatMap(({ from, to }) =>
      Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, at) => dayNumber(from) + at),
    ),
  );
  const isPaused = (day: number) => closed.has(day);
  const isWorking = (day: number) => !weekend.includes(weekdayOf(day)) && !isPaused(day);
  const firstFrom = (start: number, isSuitable: (day: number) => boolean): number | null => {
    for (let day = start; day < start + 2000; day += 1) if (isSuitable(day)) return day;
    return null;
  };
  const onWeekday = (weekdays: readonly number[]) => (day: number) =>
    weekdays.includes(weekdayOf(day)) && isWorking(day);
  return {
    isWorking,
    workingDays(after: number, until: number): number {
      let count = 0;
      for (let day = after + 1; day <= until; day += 1) if (isWorking(day)) count += 1;
      return count;
    },
    dueFrom: (since: number, rhythm: Rhythm): number | null =>
      firstFrom(since, rhythm.kind === "weekdays" ? onWeekday(rhythm.weekdays) : isWorking),
    dueAfter(seen: number, rhythm: Rhythm): number | null {
      if (rhythm.kind === "weekdays") return firstFrom(seen + 1, onWeekday(rhythm.weekdays));
      let left = rhythm.days;
      let day = seen;
      while (left > 0) {
        day += 1;
        if (!isPaused(day)) left -= 1;
      }
      return firstFrom(day, isWorking);
    },
  };
}
