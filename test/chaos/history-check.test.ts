import { describe, expect, it } from "vitest";
import { checkHistory, type FaultWindow, type Final, type Operation } from "./history-check.ts";

const made: Operation = {
  by: "c1",
  act: "make",
  key: "project p1",
  value: "1",
  outcome: "ok",
  from: 0,
  to: 10,
};
const renamed: Operation = { ...made, act: "change", value: "2", from: 20, to: 30 };
const removed: Operation = { ...made, act: "remove", value: "", from: 40, to: 50 };
const uploaded: Operation = { ...made, key: "room r1", value: "aa" };

const final: Final = {
  rows: [{ key: "project p1", value: "1", isRemoved: false, naturalKey: "owner 1: p1" }],
  tallies: [
    { of: "unread messages of c1", counts: { count: 2, list: 2, rows: 2 } },
    { of: "projects of c1", counts: { quota: 1, rows: 1 }, limit: 6 },
  ],
  files: [{ row: "picture aa", sha256: "aa", found: "aa" }],
  strayFiles: [],
  numbers: [{ of: "snags of p1", given: [2, 1, 3] }],
  news: [7, 8],
  told: [8, 7, 6],
};
const fault: FaultWindow = { from: 15, to: 25 };

const kinds = (history: readonly Operation[], change: Partial<Final> = {}, faults = [fault]) =>
  checkHistory(history, faults, { ...final, ...change }).map(({ kind }) => kind);
const [row] = final.rows;
const rowAs = (change: object) => ({
  rows: [{ ...row, key: "project p1", value: "1", isRemoved: false, ...change }],
});

describe("A history without violations", () => {
  it("has no violation", () => {
    expect(kinds([made])).toEqual([]);
    expect(kinds([made, renamed], rowAs({ value: "2" }))).toEqual([]);
    expect(kinds([made, removed], rowAs({ isRemoved: true }))).toEqual([]);
  });

  it("may or may not contain the effect of an unknown call", () => {
    const unknown: Operation = { ...renamed, outcome: "unknown" };
    expect(kinds([made, unknown])).toEqual([]);
    expect(kinds([made, unknown], rowAs({ value: "2" }))).toEqual([]);
    expect(kinds([{ ...made, outcome: "unknown", to: 20 }], { rows: [] })).toEqual([]);
    expect(kinds([{ ...made, outcome: "unknown", to: 20 }])).toEqual([]);
  });

  it("may leave the file of an unanswered call, until it is swept", () => {
    const unknown: Operation = { ...uploaded, outcome: "unknown", to: 20 };
    expect(kinds([made, unknown], { strayFiles: ["aa"] })).toEqual([]);
  });

  it("has one of two equal requests refused", () => {
    expect(kinds([made, { ...made, outcome: "fail", from: 1 }])).toEqual([]);
    expect(
      kinds([
        { ...made, outcome: "fail" },
        { ...made, from: 1 },
      ]),
    ).toEqual([]);
  });
});

describe("A planted fault is found:", () => {
  it.each<[string, readonly Operation[], Partial<Final>]>([
    ["acknowledged and not there", [made], { rows: [] }],
    ["acknowledged and not there", [made, renamed], {}],
    ["acknowledged and not there", [made, removed], {}],
    ["refused and there", [{ ...made, outcome: "fail" }], {}],
    ["refused and there", [made, { ...renamed, outcome: "fail" }], rowAs({ value: "2" })],
    ["refused and there", [made, { ...removed, outcome: "fail" }], rowAs({ isRemoved: true })],
    ["there and never asked for", [], {}],
    ["acknowledged twice", [made, { ...made, from: 1 }], {}],
    ["unknown without a fault", [made, { ...renamed, outcome: "unknown", from: 3_000, to: 3_010 }], {}],
    ["counts differ", [made], { tallies: [{ of: "unread", counts: { count: 2, list: 2, rows: 3 } }] }],
    ["counts differ", [made], { tallies: [{ of: "unread", counts: { count: 2, list: 1, rows: 2 } }] }],
    ["counts differ", [made], { tallies: [{ of: "projects", counts: { quota: 2, rows: 1 } }] }],
    ["more than the limit", [made], { tallies: [{ of: "visits", counts: { quota: 7, rows: 7 }, limit: 6 }] }],
    ["file missing", [made], { files: [{ row: "picture aa", sha256: "aa", found: null }] }],
    ["file with other bytes", [made], { files: [{ row: "picture aa", sha256: "aa", found: "bb" }] }],
    ["file of nobody", [made], { strayFiles: ["cc"] }],
    ["number missing or given twice", [made], { numbers: [{ of: "snags", given: [1, 3] }] }],
    ["number missing or given twice", [made], { numbers: [{ of: "snags", given: [1, 1, 2] }] }],
    ["not told, or told twice", [made], { told: [7] }],
    ["not told, or told twice", [made], { told: [7, 8, 8] }],
  ])("%s", (kind, history, change) => {
    expect(kinds(history, change)).toEqual([kind]);
  });

  it("there twice, by its own key or by one that must be unique", () => {
    const twin = { ...row, key: "project p1", value: "1", isRemoved: false };
    expect(kinds([made], { rows: [twin, { ...twin, naturalKey: "another" }] })).toEqual(["there twice"]);
    const other: Operation = { ...made, key: "project p2" };
    expect(kinds([made, other], { rows: [twin, { ...twin, key: "project p2" }] })).toEqual(["there twice"]);
  });
});
