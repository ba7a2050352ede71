import { escapeText } from "./text.ts";

type Value = string | number | null | undefined;

const LINE_END = "\v";

export interface LinkFixture {
  readonly uid: number;
  /** 0 FF, 1 FS, 2 SF, 3 SS. */
  readonly type?: number;
  /** Tenths of a minute, or percent where the format says so. */
  readonly lag?: number;
  readonly lagFormat?: number;
  readonly elsewhere?: string;
}

export interface TaskFixture {
  readonly uid: number;
  readonly name?: string;
  readonly level?: number | null;
  readonly wbs?: string;
  readonly start?: string;
  readonly finish?: string;
  readonly duration?: string;
  readonly percent?: number;
  readonly actual_start?: string;
  readonly actual_finish?: string;
  readonly baseline?: readonly [start: string, finish: string];
  readonly deadline?: string;
  readonly isMilestone?: boolean;
  readonly isSummary?: boolean;
  readonly isCritical?: boolean;
  readonly isNull?: boolean;
  readonly isManual?: boolean;
  readonly isOff?: boolean;
  readonly hyperlink?: string;
  readonly notes?: string;
  readonly links?: readonly LinkFixture[];
}

export interface ScheduleFixture {
  readonly name?: string;
  readonly tasks: readonly TaskFixture[];
  /** Names of resources, in the order of their uids from 1. */
  readonly resources?: readonly string[];
  readonly assignments?: readonly (readonly [task: number, resource: number])[];
  /** Elements of the project's calendar: `<WeekDays>` and so on. */
  readonly calendar?: string;
  readonly calendars?: string;
  /** Prefix of all elements; Project writes an empty one. */
  readonly prefix?: string;
  readonly namespace?: string | null;
}

/** The summary of the whole project, written first by Project. */
export const projectRow: TaskFixture = { uid: 0, name: "Tower", level: 0, isSummary: true, wbs: "0" };

/** A schedule as saved by Microsoft Project: its elements, their order, two spaces per indentation level. */
export function mspdi(given: ScheduleFixture): string {
  const { prefix = "", namespace = "http://schemas.microsoft.com/project" } = given;
  const p = prefix === "" ? "" : `${prefix}:`;
  const leaf = (name: string, value: Value) =>
    value === null || value === undefined
      ? ""
      : // Lines of a text are not stepped in.
        `<${p}${name}>${escapeText(String(value)).replaceAll("\n", LINE_END)}</${p}${name}>`;
  const around = (name: string, ...inside: string[]) => {
    const lines = inside.filter((line) => line !== "").join("\n");
    return lines === "" ? "" : `<${p}${name}>\n${lines.replaceAll(/^/gm, "  ")}\n</${p}${name}>`;
  };
  const flag = (is: boolean | undefined) => (is === true ? 1 : 0);
  const task = (one: TaskFixture, n: number): string =>
    around(
      "Task",
      leaf("UID", one.uid),
      leaf("ID", n),
      one.isNull === true ? "" : leaf("Name", one.name ?? `Task ${one.uid}`),
      leaf("Active", flag(one.isOff !== true)),
      leaf("Manual", flag(one.isManual)),
      leaf("Type", 1),
      leaf("IsNull", flag(one.isNull)),
      leaf("WBS", one.wbs),
      leaf("OutlineNumber", one.wbs),
      leaf("OutlineLevel", one.level === undefined ? 1 : one.level),
      leaf("Priority", 500),
      leaf("Start", one.start),
      leaf("Finish", one.finish),
      leaf("Duration", one.duration),
      leaf("DurationFormat", one.duration === undefined ? undefined : 7),
      leaf("Milestone", flag(one.isMilestone)),
      leaf("Summary", flag(one.isSummary)),
      leaf("Critical", flag(one.isCritical)),
      leaf("PercentComplete", one.percent),
      leaf("PercentWorkComplete", one.percent),
      leaf("ActualStart", one.actual_start),
      leaf("ActualFinish", one.actual_finish),
      leaf("ActualDuration", one.duration === undefined ? undefined : "PT0H0M0S"),
      leaf("RemainingDuration", one.duration),
      leaf("ConstraintType", 0),
      leaf("CalendarUID", -1),
      leaf("Deadline", one.deadline),
      leaf("LevelAssignments", 1),
      leaf("HyperlinkAddress", one.hyperlink),
      leaf("IgnoreResourceCalendar", 0),
      leaf("Notes", one.notes),
      leaf("HideBar", 0),
      ...(one.links ?? []).map(({ uid, type = 1, lag = 0, lagFormat = 7, elsewhere }) =>
        around(
          "PredecessorLink",
          leaf("PredecessorUID", uid),
          leaf("Type", type),
          leaf("CrossProject", flag(elsewhere !== undefined)),
          leaf("CrossProjectName", elsewhere),
          leaf("LinkLag", lag),
          leaf("LagFormat", lagFormat),
        ),
      ),
      around("ExtendedAttribute", leaf("FieldID", 188743731), leaf("Value", "Zone <A> & B")),
      one.baseline === undefined
        ? ""
        : around(
            "Baseline",
            leaf("Number", 0),
            leaf("Start", one.baseline[0]),
            leaf("Finish", one.baseline[1]),
          ),
      // A later baseline has another number.
      one.baseline === undefined
        ? ""
        : around(
            "Baseline",
            leaf("Number", 1),
            leaf("Start", "2031-01-01T08:00:00"),
            leaf("Finish", "2031-01-02T17:00:00"),
          ),
    );
  const root = around(
    "Project",
    leaf("SaveVersion", 14),
    leaf("Name", "tower.xml"),
    leaf("Title", given.name ?? "Tower"),
    leaf("ScheduleFromStart", 1),
    leaf("CalendarUID", 1),
    leaf("MinutesPerDay", 480),
    around(
      "Calendars",
      around(
        "Calendar",
        leaf("UID", 1),
        leaf("Name", "Standard"),
        leaf("IsBaseCalendar", 1),
        given.calendar ?? "",
      ),
      given.calendars ?? "",
    ),
    around("Tasks", ...given.tasks.map(task)) || `<${p}Tasks/>`,
    around(
      "Resources",
      ...(given.resources ?? []).map((name, n) => around("Resource", leaf("UID", n + 1), leaf("Name", name))),
    ),
    around(
      "Assignments",
      ...(given.assignments ?? []).map(([taskUid, resource], n) =>
        around(
          "Assignment",
          leaf("UID", n + 1),
          leaf("TaskUID", taskUid),
          leaf("ResourceUID", resource),
          around("TimephasedData", leaf("Type", 1), leaf("Value", "PT8H0M0S")),
        ),
      ),
    ),
  );
  const xmlns = namespace === null ? "" : ` xmlns${prefix === "" ? "" : `:${prefix}`}="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root.replace(`<${p}Project>`, `<${p}Project${xmlns}>`).replaceAll(LINE_END, "\n")}\n`;
}

/** A small tower with every feature of schedules: every kind of link, baselines, lags, holidays. */
export const tower: ScheduleFixture = {
  name: "Tower A & B",
  resources: ["Crane", "Concrete gang"],
  assignments: [
    [3, 2],
    [3, 1],
    [4, 2],
    [5, -65535],
  ],
  calendar: `<WeekDays>
  <WeekDay><DayType>1</DayType><DayWorking>0</DayWorking></WeekDay>
  <WeekDay>
    <DayType>6</DayType><DayWorking>1</DayWorking>
    <WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime></WorkingTimes>
  </WeekDay>
  <WeekDay>
    <DayType>0</DayType><DayWorking>0</DayWorking>
    <TimePeriod><FromDate>2026-03-20T00:00:00</FromDate><ToDate>2026-03-20T23:59:00</ToDate></TimePeriod>
  </WeekDay>
</WeekDays>
<Exceptions>
  <Exception>
    <EnteredByOccurrences>0</EnteredByOccurrences>
    <TimePeriod><FromDate>2026-03-20T00:00:00</FromDate><ToDate>2026-03-20T23:59:00</ToDate></TimePeriod>
    <Occurrences>1</Occurrences><Name>Feast &amp; rest</Name><Type>1</Type><DayWorking>0</DayWorking>
  </Exception>
</Exceptions>`,
  tasks: [
    projectRow,
    {
      uid: 2,
      name: "Structure",
      level: 1,
      wbs: "1",
      isSummary: true,
      start: "2026-03-02T08:00:00",
      finish: "2026-03-31T17:00:00",
      duration: "PT176H0M0S",
      percent: 20,
      actual_start: "2026-03-02T08:00:00",
    },
    {
      uid: 3,
      name: "Foundations",
      level: 2,
      wbs: "1.1",
      start: "2026-03-02T08:00:00",
      finish: "2026-03-13T17:00:00",
      duration: "PT80H0M0S",
      percent: 44,
      actual_start: "2026-03-02T08:00:00",
      baseline: ["2026-03-02T08:00:00", "2026-03-11T17:00:00"],
      isCritical: true,
      notes: "Pour in two parts.\nAsk for the mixer.",
    },
    {
      uid: 4,
      name: "Columns",
      level: 2,
      wbs: "1.2",
      start: "2026-03-16T08:00:00",
      finish: "2026-03-31T17:00:00",
      duration: "PT96H0M0S",
      percent: 0,
      deadline: "2026-04-02T17:00:00",
      links: [
        { uid: 3, type: 1, lag: 4800 },
        { uid: 3, type: 3, lag: -600 },
      ],
    },
    {
      uid: 5,
      name: "Structure is up",
      level: 1,
      wbs: "2",
      isMilestone: true,
      start: "2026-03-31T17:00:00",
      finish: "2026-03-31T17:00:00",
      duration: "PT0H0M0S",
      links: [{ uid: 4, type: 0 }],
    },
    { uid: 6, isNull: true, level: 1 },
    {
      uid: 7,
      name: "Façade, planned by hand",
      level: 1,
      wbs: "3",
      isManual: true,
      start: "2026-04-01T08:00:00",
      finish: "2026-04-30T17:00:00",
      duration: "PT176H0M0S",
      links: [
        { uid: 5, type: 2 },
        { uid: 4, type: 1, lag: 50, lagFormat: 19 },
      ],
      hyperlink: "https://drawings.example/facade",
    },
  ],
};

/** As many tasks as a large site has, in summaries of nine, each after the previous one. */
export function bigSchedule(count: number): ScheduleFixture {
  const begin = Date.UTC(2026, 0, 5);
  const tasks = Array.from({ length: count }, (_, n): TaskFixture => {
    const day = new Date(begin + Math.floor(n / 5) * 86_400_000).toISOString().slice(0, 10);
    const isSummary = n % 10 === 0;
    return {
      uid: n + 1,
      name: `${isSummary ? "Zone" : "Task"} ${n + 1}`,
      level: isSummary ? 1 : 2,
      isSummary,
      wbs: `${Math.floor(n / 10) + 1}${isSummary ? "" : `.${n % 10}`}`,
      start: `${day}T08:00:00`,
      finish: `${day}T17:00:00`,
      duration: "PT8H0M0S",
      percent: 0,
      ...(isSummary || n % 3 > 0 ? {} : { baseline: [`${day}T08:00:00`, `${day}T17:00:00`] as const }),
      ...(n % 10 > 1 && { links: [{ uid: n, type: n % 4, lag: (n % 7) * 600 }] }),
      notes: n % 4 === 0 ? "As agreed on site." : "",
    };
  });
  return {
    tasks: [projectRow, ...tasks],
    resources: ["Gang 1"],
    assignments: tasks.map(({ uid }) => [uid, 1]),
  };
}
