import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { type ExportFacts, exportSchedule } from "./export.ts";
import { type KeptTask, merge } from "./merge.ts";
import { bigSchedule, mspdi, projectRow, type ScheduleFixture, tower } from "./mspdi/mspdi.fixture.ts";
import { readSchedule } from "./mspdi/read.ts";
import { rollUp } from "./roll-up.ts";

const siteAddress = "https://site.example.org";
const { calendar } = readSchedule(mspdi(tower));
const facts: Omit<ExportFacts, "tasks"> = {
  siteAddress,
  calendar,
  visit: { name: "Week 12 <east>", address: `${siteAddress}/viewer/vst1` },
  note: "Open snags: 4. Closed: 12.",
};
const nothing = { siteAddress, calendar, visit: undefined, note: "" };
const start = (xml: string) => merge([], readSchedule(xml).tasks, calendar).tasks;
const tell = (
  tasks: readonly KeptTask[],
  uid: number,
  percent: number,
  from: string | null,
  to: string | null = null,
) =>
  rollUp(
    tasks.map((task) =>
      task.uid === uid ? { ...task, percent, actual_start: from, actual_finish: to, is_told: true } : task,
    ),
  );
/** The elements of one task of a file, one by one, exactly as written. */
const taskIn = (xml: string, uid: number): string[] => {
  const found = new RegExp(`<Task>\\s*<UID>${uid}</UID>[\\s\\S]*?</Task>`).exec(xml)?.[0] ?? "";
  return found.split("\n").map((line) => line.trim());
};
const valueIn = (xml: string, uid: number, name: string) =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(taskIn(xml, uid).join("\n"))?.[1];

/** Names of its direct elements, without nested ones. */
const namesIn = (xml: string, uid: number): string[] => {
  const parsed = new XMLParser().parse(taskIn(xml, uid).join("\n")) as { Task: object };
  return Object.keys(parsed.Task);
};

/** The sequence of the documented schema, limited to elements of the fixture and the export. */
const sequence = `
  UID ID Name Active Manual Type IsNull WBS OutlineNumber OutlineLevel Priority Start Finish Duration
  DurationFormat Milestone Summary Critical PercentComplete PercentWorkComplete ActualStart
  ActualFinish ActualDuration RemainingDuration ConstraintType CalendarUID Deadline LevelAssignments
  Hyperlink HyperlinkAddress IgnoreResourceCalendar Notes HideBar PredecessorLink ExtendedAttribute
  Baseline
`
  .trim()
  .split(/\s+/);

describe("a schedule exported to Project", () => {
  it("is the imported file unchanged when no progress was entered and there is nothing to note", () => {
    for (const given of [
      tower,
      { ...tower, prefix: "p", calendar: "" },
      { tasks: [] },
    ] satisfies ScheduleFixture[]) {
      const xml = mspdi(given);
      expect(exportSchedule(xml, { ...nothing, tasks: start(xml) })).toBe(xml);
    }
  });

  it("contains the entered progress of the task and of those above it, and changes nothing else", () => {
    const xml = mspdi(tower);
    const out = exportSchedule(xml, { ...nothing, tasks: tell(start(xml), 4, 50, "2026-03-17T09:15:00") });
    expect(valueIn(out, 4, "PercentComplete")).toBe("50");
    expect(valueIn(out, 4, "ActualStart")).toBe("2026-03-17T09:15:00");
    expect(valueIn(out, 4, "ActualFinish")).toBeUndefined();
    expect(valueIn(out, 4, "ActualDuration")).toBe("PT48H0M0S");
    expect(valueIn(out, 4, "RemainingDuration")).toBe("PT48H0M0S");
    // 44 % of 80 hours and half of 96.
    expect(valueIn(out, 2, "PercentComplete")).toBe("47");
    // The whole: 83.2 of 352 hours are done.
    expect(valueIn(out, 0, "PercentComplete")).toBe("24");
    const lines = (text: string) => text.split("\n");
    const added = lines(out).filter((line) => !lines(xml).includes(line));
    expect(added.map((line) => line.trim())).toEqual([
      "<PercentComplete>24</PercentComplete>",
      "<PercentComplete>47</PercentComplete>",
      "<ActualDuration>PT82H43M0S</ActualDuration>",
      "<RemainingDuration>PT93H17M0S</RemainingDuration>",
      "<PercentComplete>50</PercentComplete>",
      "<ActualStart>2026-03-17T09:15:00</ActualStart>",
      "<ActualDuration>PT48H0M0S</ActualDuration>",
      "<RemainingDuration>PT48H0M0S</RemainingDuration>",
    ]);
  });

  it("spans a finished task from its actual start to its actual finish, and its summary over everything below it", () => {
    const xml = mspdi(tower);
    const once = tell(start(xml), 3, 100, "2026-03-03T08:00:00", "2026-03-17T17:00:00");
    const tasks = tell(once, 4, 100, "2026-03-17T08:00:00", "2026-04-02T12:00:00");
    const out = exportSchedule(xml, { ...nothing, tasks });
    expect(valueIn(out, 3, "Start")).toBe("2026-03-03T08:00:00");
    expect(valueIn(out, 3, "Finish")).toBe("2026-03-17T17:00:00");
    // Eleven days by the calendar, whose two Fridays are half as long: 9 × 8 + 2 × 4 hours.
    expect(valueIn(out, 3, "Duration")).toBe("PT80H0M0S");
    expect(valueIn(out, 3, "ActualDuration")).toBe("PT80H0M0S");
    expect(valueIn(out, 3, "RemainingDuration")).toBe("PT0H0M0S");
    expect(valueIn(out, 4, "Finish")).toBe("2026-04-02T12:00:00");
    expect(valueIn(out, 2, "Start")).toBe("2026-03-03T08:00:00");
    expect(valueIn(out, 2, "Finish")).toBe("2026-04-02T12:00:00");
    expect(valueIn(out, 2, "ActualFinish")).toBe("2026-04-02T12:00:00");
    // The original plan is still known here, and is restored when the task is reopened.
    const back = merge(tasks, readSchedule(out).tasks, calendar);
    expect(back.tasks.find(({ uid }) => uid === 4)?.finish).toBe("2026-03-31T17:00:00");
    const again = tell(back.tasks, 4, 50, "2026-03-17T08:00:00");
    expect(valueIn(exportSchedule(out, { ...nothing, tasks: again }), 4, "Finish")).toBe(
      "2026-03-31T17:00:00",
    );
  });

  it("finishes no summary before a milestone below it", () => {
    const xml = mspdi({
      tasks: [
        { uid: 1, level: 1, isSummary: true },
        {
          uid: 2,
          level: 2,
          start: "2026-03-02T08:00:00",
          finish: "2026-03-02T17:00:00",
          duration: "PT8H0M0S",
        },
        { uid: 3, level: 2, isMilestone: true, finish: "2026-03-09T17:00:00", duration: "PT0H0M0S" },
      ],
    });
    const half = tell(start(xml), 2, 100, "2026-03-02T08:00:00", "2026-03-02T17:00:00");
    expect(half[0]).toMatchObject({ percent: 99, actual_finish: null });
    const whole = tell(half, 3, 100, "2026-03-09T17:00:00", "2026-03-09T17:00:00");
    expect(whole[0]).toMatchObject({ percent: 100, actual_finish: "2026-03-09T17:00:00" });
  });

  it("links to the newest visit from the project and from tasks with progress, unless a link exists there", () => {
    const xml = mspdi(tower);
    let tasks = tell(start(xml), 4, 50, "2026-03-17T08:00:00");
    tasks = tell(tasks, 7, 10, "2026-04-01T08:00:00");
    const out = exportSchedule(xml, { ...facts, tasks });
    for (const uid of [0, 4]) {
      expect(valueIn(out, uid, "HyperlinkAddress")).toBe(`${siteAddress}/viewer/vst1`);
      expect(valueIn(out, uid, "Hyperlink")).toBe("Week 12 &lt;east&gt;");
    }
    expect(valueIn(out, 7, "HyperlinkAddress")).toBe("https://drawings.example/facade");
    expect(valueIn(out, 3, "HyperlinkAddress")).toBeUndefined();
    // The next export finds a newer visit.
    const visit = { name: "Week 13", address: `${siteAddress}/viewer/vst2` };
    expect(valueIn(exportSchedule(out, { ...facts, visit, tasks }), 4, "HyperlinkAddress")).toBe(
      visit.address,
    );
  });

  it("notes the number of snags in a line of its own, which is removed on the next import", () => {
    const xml = mspdi({
      tasks: [
        { ...projectRow, notes: "Ring first.\nTwice." },
        { uid: 1, notes: "Mine" },
      ],
    });
    const out = exportSchedule(xml, { ...facts, tasks: start(xml) });
    expect(valueIn(out, 0, "Notes")).toBe("Ring first.\nTwice.\n[Sitewalk] Open snags: 4. Closed: 12.");
    const more = exportSchedule(out, { ...facts, note: "Open snags: 5. Closed: 12.", tasks: start(xml) });
    expect(valueIn(more, 0, "Notes")).toBe("Ring first.\nTwice.\n[Sitewalk] Open snags: 5. Closed: 12.");
    expect(exportSchedule(more, { ...nothing, tasks: start(xml) })).toContain(
      "<Notes>Ring first.\nTwice.</Notes>",
    );
    // Without a summary of the project the first row carries its note.
    const plain = mspdi({ tasks: [{ uid: 1, notes: "Mine" }] });
    const noted = exportSchedule(plain, { ...facts, tasks: start(plain) });
    expect(valueIn(noted, 1, "Notes")).toBe("Mine\n[Sitewalk] Open snags: 4. Closed: 12.");
    expect(readSchedule(noted).tasks[0]?.notes).toBe("Mine");
  });

  it("removes withdrawn progress", () => {
    const xml = mspdi(tower);
    const out = exportSchedule(xml, { ...nothing, tasks: tell(start(xml), 3, 0, null) });
    expect(valueIn(out, 3, "PercentComplete")).toBe("0");
    expect(taskIn(out, 3).some((line) => line.startsWith("<ActualStart>"))).toBe(false);
    expect(valueIn(out, 3, "RemainingDuration")).toBe("PT80H0M0S");
  });

  it("keeps the order required by the format, whatever is missing", () => {
    const xml = mspdi({
      tasks: [
        projectRow,
        { uid: 1, duration: "PT8H0M0S" },
        {
          uid: 2,
          percent: 10,
          deadline: "2026-04-02T17:00:00",
          links: [{ uid: 1 }],
          baseline: ["2026-01-01T08:00:00", "2026-01-02T17:00:00"],
        },
      ],
    });
    const bare = xml.replaceAll(
      /\s*<(PercentComplete|ActualDuration|RemainingDuration|Notes|HideBar)>.*?<\/\1>/g,
      "",
    );
    for (const given of [xml, bare]) {
      let tasks = tell(start(given), 1, 100, "2026-03-02T08:00:00", "2026-03-03T17:00:00");
      tasks = tell(tasks, 2, 30, "2026-03-04T08:00:00");
      const out = exportSchedule(given, { ...facts, tasks });
      for (const uid of [0, 1, 2]) {
        const names = namesIn(out, uid);
        expect(names.filter((name) => !sequence.includes(name))).toEqual([]);
        const ranks = names.map((name) => sequence.indexOf(name));
        expect(ranks, names.join(" ")).toEqual(ranks.toSorted((a, b) => a - b));
      }
      expect(taskIn(out, 1)).toEqual(
        expect.arrayContaining(["<ActualFinish>2026-03-03T17:00:00</ActualFinish>"]),
      );
    }
  });

  it("is written into a task without an element in it, and into one on a single line", () => {
    const xml = `<Project><Tasks><Task><UID>1</UID><Notes/></Task><Task><UID>2</UID></Task></Tasks></Project>`;
    const out = exportSchedule(xml, {
      ...facts,
      visit: undefined,
      tasks: tell(start(xml), 2, 40, "2026-03-02T08:00:00"),
    });
    expect(out).toBe(
      `<Project><Tasks><Task><UID>1</UID><Notes>[Sitewalk] Open snags: 4. Closed: 12.</Notes></Task>` +
        `<Task><UID>2</UID><PercentComplete>40</PercentComplete><ActualStart>2026-03-02T08:00:00</ActualStart></Task></Tasks></Project>`,
    );
  });

  it("exports tasks of the file alone: kept tasks are not put back", () => {
    const xml = mspdi(tower);
    const here = tell(start(xml), 4, 50, "2026-03-17T08:00:00");
    const shorter = mspdi({ ...tower, tasks: tower.tasks.filter(({ uid }) => uid !== 4) });
    const { tasks } = merge(here, readSchedule(shorter).tasks, calendar);
    expect(exportSchedule(shorter, { ...nothing, tasks })).toBe(shorter);
  });

  it("is imported without a difference, and exported again byte for byte, whatever progress was entered", () => {
    const schedules = [
      mspdi(tower),
      mspdi({ ...tower, prefix: "p", calendar: "" }),
      mspdi(bigSchedule(40)),
    ].map((xml) => ({
      xml,
      tasks: start(xml),
    }));
    const wall = fc.constantFrom("2026-03-03T08:00:00", "2026-03-29T02:30:00", "2026-04-01T17:00:00");
    const words = fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 0, max: 100 }), wall, wall), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.constantFrom(...schedules), words, fc.boolean(), ({ xml, tasks }, told, isLoud) => {
        let here = tasks;
        for (const [n, percent, from, to] of told) {
          const leaves = here.filter(({ is_summary }) => !is_summary);
          const uid = leaves[n % leaves.length]?.uid ?? 0;
          here = tell(here, uid, percent, percent === 0 ? null : from, percent === 100 ? to : null);
        }
        const more = isLoud ? facts : nothing;
        const out = exportSchedule(xml, { ...more, tasks: here });
        const back = merge(here, readSchedule(out).tasks, calendar);
        expect(back.diff).toEqual({ unchanged: tasks.length, added: [], changed: [], removed: [] });
        expect(back.tasks).toEqual(here);
        expect(exportSchedule(out, { ...more, tasks: back.tasks })).toBe(out);
        // Another project that imports it for the first time has the same progress.
        const other = merge([], readSchedule(out).tasks, calendar).tasks;
        expect(other.map(({ percent }) => percent)).toEqual(here.map(({ percent }) => percent));
        expect(exportSchedule(out, { ...more, tasks: other })).toBe(out);
      }),
      { numRuns: 60 },
    );
  });
});
