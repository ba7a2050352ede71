import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { daysOff, workingDays } from "../working-time.ts";
import { mspdi, projectRow, type ScheduleFixture, type TaskFixture, tower } from "./mspdi.fixture.ts";
import { readSchedule } from "./read.ts";
import { bytesOf, textOf } from "./text.ts";

const read = (given: Partial<ScheduleFixture>) => readSchedule(mspdi({ tasks: [], ...given }));
const one = (task: Partial<TaskFixture>) => {
  const found = read({ tasks: [{ uid: 1, ...task }] }).tasks[0];
  if (found === undefined) throw new Error("no task");
  return found;
};
const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "taken";
};
const inProject = (inside: string) => `<?xml version="1.0"?><Project>${inside}</Project>`;

describe("a schedule saved as XML by Microsoft Project", () => {
  it("has a row for every task but the project's own summary and empty lines", () => {
    const { name, tasks, warnings } = readSchedule(mspdi(tower));
    expect(name).toBe("Tower A & B");
    expect(tasks.map(({ uid, level, is_summary, wbs }) => [uid, level, is_summary, wbs])).toEqual([
      [2, 1, true, "1"],
      [3, 2, false, "1.1"],
      [4, 2, false, "1.2"],
      [5, 1, false, "2"],
      [7, 1, false, "3"],
    ]);
    expect(warnings).toEqual([{ kind: "null_task", uid: 6, detail: "" }]);
  });

  it("is read field by field, with dates in wall-clock time", () => {
    const { tasks } = readSchedule(mspdi(tower));
    expect(tasks[1]).toEqual({
      uid: 3,
      level: 2,
      wbs: "1.1",
      name: "Foundations",
      is_summary: false,
      is_milestone: false,
      is_critical: true,
      start: "2026-03-02T08:00:00",
      finish: "2026-03-13T17:00:00",
      // The first baseline, not the later one.
      baseline_start: "2026-03-02T08:00:00",
      baseline_finish: "2026-03-11T17:00:00",
      actual_start: "2026-03-02T08:00:00",
      actual_finish: null,
      deadline: null,
      duration: 4800,
      percent: 44,
      predecessors: [],
      resources: ["Concrete gang", "Crane"],
      notes: "Pour in two parts.\nAsk for the mixer.",
    });
    expect(tasks[3]).toMatchObject({ is_milestone: true, duration: 0, resources: [] });
  });

  it("supports all four links, and lags as times and as fractions of the predecessor", () => {
    const links = readSchedule(mspdi(tower)).tasks.flatMap(({ predecessors }) => predecessors);
    expect(links).toEqual([
      { uid: 3, kind: "FS", lag: 480 },
      { uid: 3, kind: "SS", lag: -60 },
      { uid: 4, kind: "FF", lag: 0 },
      { uid: 5, kind: "SF", lag: 0 },
      // Half of the 96 hours of the columns.
      { uid: 4, kind: "FS", lag: 2880 },
    ]);
  });

  it("has the working days and days off of the project's calendar, each day off once", () => {
    const { calendar } = readSchedule(mspdi(tower));
    expect(workingDays(calendar)).toEqual([2, 3, 4, 5, 6]);
    expect(calendar.week[5]).toEqual([[480, 720]]);
    expect(daysOff(calendar)).toEqual([{ from: "2026-03-20", to: "2026-03-20", name: "Feast & rest" }]);
  });

  it("inherits from the base calendar days that the project's own leaves undefined", () => {
    const xml = mspdi({
      tasks: [],
      calendar: `<BaseCalendarUID>2</BaseCalendarUID>
<WeekDays><WeekDay><DayType>7</DayType><DayWorking>0</DayWorking></WeekDay></WeekDays>
<WorkWeeks><WorkWeek>
  <TimePeriod><FromDate>2026-07-01T00:00:00</FromDate><ToDate>2026-08-31T00:00:00</ToDate></TimePeriod>
  <WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking><WorkingTimes>
    <WorkingTime><FromTime>05:00:00</FromTime><ToTime>11:00:00</ToTime></WorkingTime>
    <WorkingTime><FromTime>22:00:00</FromTime><ToTime>00:00:00</ToTime></WorkingTime>
  </WorkingTimes></WeekDay></WeekDays>
</WorkWeek></WorkWeeks>`,
      calendars: `<Calendar><UID>2</UID><BaseCalendarUID>1</BaseCalendarUID><WeekDays>
  <WeekDay><DayType>7</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>09:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>
  <WeekDay><DayType>6</DayType><DayWorking>0</DayWorking></WeekDay>
</WeekDays></Calendar>`,
    });
    const { calendar } = readSchedule(xml);
    expect(workingDays(calendar)).toEqual([2, 3, 4, 5]);
    const hot = calendar.weeks[0];
    expect(hot).toMatchObject({ from: "2026-07-01", to: "2026-08-31" });
    // Midnight at the end of a day is written as its beginning.
    expect(hot?.week[1]).toEqual([
      [300, 660],
      [1320, 1440],
    ]);
    expect(hot?.week[2]).toBeNull();
  });

  it("is the same with a prefix, with another namespace and with none", () => {
    const plain = readSchedule(mspdi(tower));
    expect(readSchedule(mspdi({ ...tower, prefix: "p", calendar: "" })).tasks).toEqual(plain.tasks);
    expect(readSchedule(mspdi({ ...tower, namespace: "http://schemas.microsoft.com/project/2007" }))).toEqual(
      plain,
    );
    expect(readSchedule(mspdi({ ...tower, namespace: null }))).toEqual(plain);
  });

  it("is text of any encoding that it declares", () => {
    const xml = mspdi({ ...tower, name: "Façade" });
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, "utf16le")]);
    expect(readSchedule(textOf(marked)).name).toBe("Façade");
    const latin = Buffer.from(xml.replace("UTF-8", "windows-1252"), "latin1");
    expect(readSchedule(textOf(latin)).name).toBe("Façade");
    expect(readSchedule(textOf(Buffer.from(`\ufeff${xml}`))).name).toBe("Façade");
    expect(refusal(() => textOf(Buffer.from(xml, "latin1")))).toBe("SCHEDULE_UNREADABLE");
    // The output is UTF-8, and declares it.
    const out = bytesOf(textOf(latin), latin).toString();
    expect(out).toContain('encoding="UTF-8"');
    expect(out).toContain("Façade");
    expect(bytesOf(textOf(Buffer.from(`\ufeff${xml}`)), Buffer.from(`\ufeff${xml}`)).subarray(0, 3)).toEqual(
      Buffer.from([0xef, 0xbb, 0xbf]),
    );
  });

  it("keeps hours skipped by daylight saving, and no zone", () => {
    const task = one({ start: "2026-03-29T02:30:00", finish: "2026-10-25T02:30:00.0000000" });
    expect(task).toMatchObject({ start: "2026-03-29T02:30:00", finish: "2026-10-25T02:30:00" });
    expect(one({ start: "2026-03-29T02:30:00+02:00" }).start).toBe("2026-03-29T02:30:00");
    for (const start of [
      "NA",
      "2026-02-30T08:00:00",
      "2026-13-01",
      "2026-01-01T24:30:00",
      "0001-01-01T00:00:00",
    ])
      expect(one({ start }).start).toBeNull();
  });

  it("counts durations in minutes, and negative ones as zero", () => {
    const minutes = (duration: string) => one({ duration }).duration;
    expect(minutes("PT8H0M0S")).toBe(480);
    expect(minutes("PT0H30M29S")).toBe(30);
    expect(minutes("P1DT1H")).toBe(1500);
    expect(minutes("PT1.5H")).toBe(90);
    expect(minutes("-PT8H0M0S")).toBe(0);
    expect(minutes("PT99999999999H0M0S")).toBe(2 ** 31 - 1);
    for (const nothing of ["P", "PT", "8 days", ""]) expect(minutes(nothing)).toBeNull();
  });

  it("reads entities, character references and CDATA", () => {
    const xml = mspdi({ tasks: [{ uid: 1, name: "@" }] });
    const named = (name: string) =>
      readSchedule(xml.replace("<Name>@", () => `<Name>${name}`)).tasks[0]?.name;
    expect(named("A &amp; B &#60; C &#x3e; &quot;D&apos;")).toBe("A & B < C > \"D'");
    expect(named("<![CDATA[A &amp; B]]> &amp; C")).toBe("A &amp; B & C");
    expect(named("&unknown;")).toBe("&unknown;");
    // Drops characters that a database cannot store.
    expect(named("a&#0;b&#xffffff;")).toBe("ab&#xffffff;");
  });
});

describe("a schedule with mistakes", () => {
  it("is imported as far as possible, with warnings for dangling links, cycles, level jumps and dates", () => {
    const { tasks, warnings } = read({
      tasks: [
        projectRow,
        { uid: 1, level: 1, links: [{ uid: 3 }, { uid: 99 }, { uid: 0 }] },
        { uid: 2, level: 4, links: [{ uid: 1 }] },
        { uid: 3, level: 5, links: [{ uid: 2 }, { uid: 17, elsewhere: "other.mpp" }] },
        { uid: 4, start: "2026-03-05T08:00:00", finish: "2026-03-04T17:00:00" },
        { uid: 4, name: "Again" },
        { uid: 5, isOff: true, name: "Put off" },
      ],
    });
    expect(tasks.map(({ uid, level }) => [uid, level])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 1],
    ]);
    expect(warnings).toEqual([
      { kind: "cut", uid: 4, detail: "Again" },
      { kind: "null_task", uid: 5, detail: "Put off" },
      { kind: "level_jump", uid: 2, detail: "4 → 2" },
      { kind: "level_jump", uid: 3, detail: "5 → 3" },
      { kind: "unknown_predecessor", uid: 1, detail: "99" },
      { kind: "unknown_predecessor", uid: 3, detail: "other.mpp" },
      { kind: "dates", uid: 4, detail: "2026-03-05 08:00 > 2026-03-04 17:00" },
      { kind: "circle", uid: 1, detail: "1 → 2 → 3 → 1" },
    ]);
  });

  it("derives levels from the outline number where none are written", () => {
    const { tasks } = read({
      tasks: [
        { uid: 1, level: null, wbs: "1" },
        { uid: 2, level: null, wbs: "1.1" },
      ],
    });
    expect(tasks.map(({ level, is_summary }) => [level, is_summary])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it("has a summary only where it has rows below it", () => {
    expect(one({ isSummary: true }).is_summary).toBe(false);
  });

  it("walks a chain of thousands without overflowing the stack", () => {
    const waits = (uid: number, other: number) =>
      `<Task><UID>${uid}</UID><PredecessorLink><PredecessorUID>${other}</PredecessorUID></PredecessorLink></Task>`;
    const tasks = Array.from({ length: 15_000 }, (_, n) => waits(n + 1, n + 2)).join("");
    const { warnings } = readSchedule(inProject(`<Tasks>${tasks}${waits(15_001, 1)}</Tasks>`));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.detail).toMatch(/^1 → .+ → … → .+ → 1$/);
  });

  it("drops content over its limits, and reports it", () => {
    const links = Array.from({ length: 130 }, (_, n) => ({ uid: n + 2 }));
    const others = links.map(({ uid }) => ({ uid }));
    const { tasks, warnings } = read({ tasks: [{ uid: 1, links, notes: "n".repeat(5000) }, ...others] });
    expect(tasks[0]?.predecessors).toHaveLength(limits.schedule.predecessors);
    expect(tasks[0]?.notes).toHaveLength(limits.schedule.notes);
    expect(warnings.map(({ kind }) => kind)).toEqual(["cut", "cut"]);
  });
});

describe("a file that is not a schedule", () => {
  it("is refused, whatever it is", () => {
    const files = [
      "",
      "not xml at all",
      "<html><body>Sign in</body></html>",
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup/></Project>',
      inProject("<Tasks><Task><UID>1</UID></Tasks>"),
      inProject("<Tasks></Tasks>").slice(0, -3),
      `${inProject("<Tasks/>")}<Project/>`,
      inProject("<Tasks><Task a='>' b=\">\"><UID>1</UID></Tisk></Tasks>"),
      "<!-- <Project><Tasks/></Project>",
    ];
    for (const xml of files)
      expect(
        refusal(() => readSchedule(xml)),
        xml,
      ).toBe("SCHEDULE_UNREADABLE");
    expect(refusal(() => readSchedule(inProject("<Tasks/>")))).toBe("taken");
    expect(
      refusal(() => readSchedule(inProject("<Tasks><Task a='>' b=\">\"><UID>1</UID></Task></Tasks>"))),
    ).toBe("taken");
  });

  it("is recognized as Project's own format, whatever its name", () => {
    const bytes = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    expect(refusal(() => textOf(bytes))).toBe("SCHEDULE_MPP");
  });

  it("is refused before it expands: a billion laughs, external files, declarations of any kind", () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE Project [<!ENTITY a "ha">${[
      "b",
      "c",
      "d",
      "e",
      "f",
      "g",
      "h",
      "i",
    ]
      .map((name, n) => `<!ENTITY ${name} "${`&${"abcdefgh"[n]};`.repeat(10)}">`)
      .join("")}]><Project><Title>&i;</Title><Tasks/></Project>`;
    const outside = `<!DOCTYPE Project [<!ENTITY x SYSTEM "file:///etc/passwd">]><Project><Title>&x;</Title><Tasks/></Project>`;
    for (const xml of [laughs, outside, `<!doctype Project>${inProject("<Tasks/>")}`])
      expect(refusal(() => readSchedule(xml))).toBe("SCHEDULE_UNREADABLE");
  });

  it("is refused when it is nested deeper than any schedule", () => {
    const deep = (n: number) => inProject(`<Tasks/>${"<a>".repeat(n)}${"</a>".repeat(n)}`);
    expect(refusal(() => readSchedule(deep(12)))).toBe("taken");
    expect(refusal(() => readSchedule(deep(20)))).toBe("SCHEDULE_UNREADABLE");
    expect(refusal(() => readSchedule(deep(200_000)))).toBe("SCHEDULE_UNREADABLE");
  });

  it("is refused with more tasks than a schedule can have", () => {
    const task = "<Task><UID>1</UID></Task>";
    expect(
      refusal(() => readSchedule(inProject(`<Tasks>${task.repeat(limits.schedule.tasks + 2)}</Tasks>`))),
    ).toBe("SCHEDULE_TASKS_FULL");
  });

  it("cannot reach object prototypes", () => {
    const xml = inProject("<__proto__><polluted>1</polluted></__proto__><constructor/><Tasks/>");
    expect(["taken", "SCHEDULE_UNREADABLE"]).toContain(refusal(() => readSchedule(xml)));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
