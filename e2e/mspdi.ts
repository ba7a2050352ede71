/** A task of a schedule file as Microsoft Project would save it. */
export interface PlannedTask {
  readonly uid: number;
  readonly level: number;
  readonly name: string;
  /** Working days; 0 makes a milestone, undefined a summary of the more indented tasks that follow. */
  readonly days?: number;
  /** Begins when these are finished, or as `kind` says; otherwise with the schedule, or on `start`. */
  readonly after?: readonly (number | { readonly uid: number; readonly kind: "FF" | "FS" | "SF" | "SS" })[];
  readonly start?: string;
  readonly percent?: number;
  readonly isCritical?: boolean;
  readonly deadline?: string;
  /** Working days by which the baseline was earlier. */
  readonly slip?: number;
  readonly notes?: string;
}

interface PlannedSchedule {
  readonly name: string;
  readonly start: string;
  readonly tasks: readonly PlannedTask[];
}

interface Dates {
  start: string;
  finish: string;
}

const linkTypes = { FF: 0, FS: 1, SF: 2, SS: 3 } as const;
const dayLength = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const isWorked = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Moves a day by this many working days, later or earlier; 0 is the day itself, or the next working day. */
function worked(day: string, days: number): string {
  let at = Date.parse(`${day}T00:00:00Z`);
  const step = days < 0 ? -dayLength : dayLength;
  while (!isWorked(dayOf(at))) at += step;
  for (let left = Math.abs(days); left > 0; ) {
    at += step;
    if (isWorked(dayOf(at))) left -= 1;
  }
  return dayOf(at);
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Writes the file, its elements in the order of the published schema. */
export function mspdi({ name, start, tasks }: PlannedSchedule): string {
  const dates = datesOf(tasks, start);
  const numbers: number[] = [];
  const rows = tasks.map((task, at) => {
    const percent = task.days === undefined ? percentBelow(tasks, at) : task.percent;
    numbers.length = task.level;
    numbers[task.level - 1] = (numbers[task.level - 1] ?? 0) + 1;
    return taskXml(
      { ...task, ...(percent !== undefined && { percent }) },
      at + 1,
      numbers.join("."),
      dates.get(task.uid) ?? { start, finish: start },
    );
  });
  const finish = [...dates.values()]
    .map((one) => one.finish)
    .toSorted((a, b) => a.localeCompare(b))
    .at(-1);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project">
<SaveVersion>14</SaveVersion><Name>${escaped(name)}</Name><Title>${escaped(name)}</Title>
<ScheduleFromStart>1</ScheduleFromStart><StartDate>${start}T08:00:00</StartDate><FinishDate>${finish ?? start}T17:00:00</FinishDate>
<CalendarUID>1</CalendarUID><DefaultStartTime>08:00:00</DefaultStartTime><MinutesPerDay>480</MinutesPerDay><MinutesPerWeek>2400</MinutesPerWeek><DaysPerMonth>20</DaysPerMonth>
<Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>
${[1, 2, 3, 4, 5, 6, 7].map(weekDayXml).join("\n")}
</WeekDays></Calendar></Calendars>
<Tasks>
${rows.join("\n")}
</Tasks>
</Project>
`;
}

function weekDayXml(day: number): string {
  if (day === 1 || day === 7) return `<WeekDay><DayType>${day}</DayType><DayWorking>0</DayWorking></WeekDay>`;
  const times = [
    ["08:00:00", "12:00:00"],
    ["13:00:00", "17:00:00"],
  ].map(([from, to]) => `<WorkingTime><FromTime>${from}</FromTime><ToTime>${to}</ToTime></WorkingTime>`);
  return `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes>${times.join("")}</WorkingTimes></WeekDay>`;
}

/** Schedules forwards along the predecessors, which must precede their successors; summaries span the tasks below them. */
function datesOf(tasks: readonly PlannedTask[], first: string): Map<number, Dates> {
  const dates = new Map<number, Dates>();
  for (const task of tasks) {
    if (task.days === undefined) continue;
    const begins = (task.after ?? []).map((link) => {
      const before = dates.get(typeof link === "number" ? link : link.uid);
      if (before === undefined) return first;
      const kind = typeof link === "number" ? "FS" : link.kind;
      if (kind === "SS") return before.start;
      if (kind === "FF") return worked(before.finish, 1 - (task.days ?? 1));
      return task.days === 0 ? before.finish : worked(before.finish, 1);
    });
    const start = worked(
      [task.start ?? first, ...begins].toSorted((a, b) => a.localeCompare(b)).at(-1) ?? first,
      0,
    );
    dates.set(task.uid, { start, finish: worked(start, Math.max(0, task.days - 1)) });
  }
  for (const [at, task] of tasks.entries()) {
    if (task.days !== undefined) continue;
    const end = tasks.findIndex((other, n) => n > at && other.level <= task.level);
    const below = tasks
      .slice(at + 1, end === -1 ? undefined : end)
      .flatMap(({ uid, days }) => (days === undefined ? [] : (dates.get(uid) ?? [])));
    const starts = below.map(({ start }) => start).toSorted((a, b) => a.localeCompare(b));
    const finishes = below.map(({ finish }) => finish).toSorted((a, b) => a.localeCompare(b));
    dates.set(task.uid, { start: starts[0] ?? first, finish: finishes.at(-1) ?? first });
  }
  return dates;
}

/** Completion of a summary: the average of its parts, weighted by their durations. */
function percentBelow(tasks: readonly PlannedTask[], at: number): number {
  const level = tasks[at]?.level ?? 0;
  const end = tasks.findIndex((other, n) => n > at && other.level <= level);
  const below = tasks.slice(at + 1, end === -1 ? undefined : end);
  const days = below.reduce((sum, task) => sum + (task.days ?? 0), 0);
  const done = below.reduce((sum, task) => sum + ((task.days ?? 0) * (task.percent ?? 0)) / 100, 0);
  return days === 0 ? 0 : Math.round((done / days) * 100);
}

function taskXml(task: PlannedTask, id: number, wbs: string, { start, finish }: Dates): string {
  const { uid, level, name, days, percent = 0, isCritical, deadline, slip, notes } = task;
  const [from, to] =
    days === 0 ? [`${finish}T17:00:00`, `${finish}T17:00:00`] : [`${start}T08:00:00`, `${finish}T17:00:00`];
  const hours = (days ?? workdaysBetween(start, finish)) * 8;
  const flag = (is: boolean | undefined) => (is === true ? 1 : 0);
  const links = (task.after ?? []).map((link) => {
    const [before, kind] = typeof link === "number" ? [link, "FS" as const] : [link.uid, link.kind];
    return `<PredecessorLink><PredecessorUID>${before}</PredecessorUID><Type>${linkTypes[kind]}</Type><CrossProject>0</CrossProject><LinkLag>0</LinkLag><LagFormat>7</LagFormat></PredecessorLink>`;
  });
  const baseline =
    slip === undefined
      ? ""
      : `<Baseline><Number>0</Number><Start>${worked(start, -slip)}T08:00:00</Start><Finish>${worked(finish, -slip)}T17:00:00</Finish><Duration>PT${hours}H0M0S</Duration><DurationFormat>7</DurationFormat></Baseline>`;
  return (
    `<Task><UID>${uid}</UID><ID>${id}</ID><Name>${escaped(name)}</Name><Type>0</Type><IsNull>0</IsNull><WBS>${wbs}</WBS><OutlineNumber>${wbs}</OutlineNumber><OutlineLevel>${level}</OutlineLevel><Priority>500</Priority>` +
    `<Start>${from}</Start><Finish>${to}</Finish><Duration>PT${hours}H0M0S</Duration><DurationFormat>7</DurationFormat>` +
    `<Milestone>${flag(days === 0)}</Milestone><Summary>${flag(days === undefined)}</Summary><Critical>${flag(isCritical)}</Critical><PercentComplete>${percent}</PercentComplete>` +
    (percent > 0 && days !== undefined ? `<ActualStart>${from}</ActualStart>` : "") +
    (percent === 100 && days !== undefined ? `<ActualFinish>${to}</ActualFinish>` : "") +
    (deadline === undefined ? "" : `<Deadline>${deadline}T17:00:00</Deadline>`) +
    (notes === undefined ? "" : `<Notes>${escaped(notes)}</Notes>`) +
    `${links.join("")}${baseline}</Task>`
  );
}

function workdaysBetween(start: string, finish: string): number {
  let count = 0;
  for (let at = Date.parse(`${start}T00:00:00Z`); at <= Date.parse(`${finish}T00:00:00Z`); at += dayLength)
    if (isWorked(dayOf(at))) count += 1;
  return count;
}
