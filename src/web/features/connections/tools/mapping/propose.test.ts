import { describe, expect, it } from "vitest";
import { keepStatuses, proposeStatuses, sharedStatuses } from "./propose.ts";

const there = (...names: (string | [string, "done"])[]) =>
  names.map((one, at) => {
    const [name, done] = Array.isArray(one) ? one : [one, undefined];
    return { id: `s${at}`, name, color: "", is_done: done !== undefined };
  });

describe("mapping between a board's statuses and ours", () => {
  it("is proposed by the usual names on boards", () => {
    expect(proposeStatuses(there("To Do", "Doing", "Review", "Done", "Blocked"))).toEqual({
      open: "s0",
      in_work: "s1",
      ready: "s2",
      closed: "s3",
      disputed: "s4",
    });
    expect(proposeStatuses(there("Not started", "Working on it", "Stuck", ["Done", "done"]))).toEqual({
      open: "s0",
      in_work: "s1",
      ready: null,
      closed: "s3",
      disputed: "s2",
    });
    expect(proposeStatuses(there("جديد", "قيد التنفيذ", "للمراجعة", "مكتمل"))).toMatchObject({
      open: "s0",
      in_work: "s1",
      ready: "s2",
      closed: "s3",
    });
  });

  it("is not guessed beyond the first and the done one where names are unclear", () => {
    expect(proposeStatuses(there("Tower A", "Tower B", ["Handed over", "done"]))).toEqual({
      open: "s0",
      in_work: null,
      ready: null,
      closed: "s2",
      disputed: null,
    });
    expect(proposeStatuses([])).toMatchObject({ open: null, closed: null });
  });

  it("never proposes a done status for anything but closed", () => {
    expect(proposeStatuses(there("Open", ["Review done", "done"], ["Complete", "done"]))).toMatchObject({
      ready: null,
      closed: "s1",
    });
  });

  it("is kept as selected where the board still has it", () => {
    const before = { open: "s0", in_work: "s9", ready: null, closed: "s1", disputed: null };
    expect(keepStatuses(before, there("To Do", "Done"))).toEqual({ ...before, in_work: null });
  });

  it("reports shared ones, the first first", () => {
    const mapping = { open: "s0", in_work: "s1", ready: "s1", closed: "s2", disputed: "s0" };
    expect(sharedStatuses(mapping)).toEqual([
      { id: "s0", statuses: ["open", "disputed"] },
      { id: "s1", statuses: ["in_work", "ready"] },
    ]);
  });
});
