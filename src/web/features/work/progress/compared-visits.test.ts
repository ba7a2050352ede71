import { describe, expect, it } from "vitest";
import type { Progress } from "#contract/progress.ts";
import { comparedVisits, compareLink, moved } from "./compared-visits.ts";

const visit = (id: number, day: string): Progress["visits"][number] => ({
  id,
  code: `vst${id}`,
  name: `Week ${id}`,
  visit_date: `2026-${day}T08:00:00.000Z`,
  room_count: 2,
  cover: null,
});
const visits = [visit(1, "02-01"), visit(2, "03-01"), visit(3, "04-01"), visit(4, "05-01")] as const;
const ids = (
  before: number | null,
  after: number | null,
  of: readonly Progress["visits"][number][] = visits,
) => comparedVisits(of, { before, after })?.map(({ id }) => id);

describe("the two compared visits", () => {
  it("are the first and the last where the address has none, or unknown ones", () => {
    expect(ids(null, null)).toEqual([1, 4]);
    expect(ids(99, 77)).toEqual([1, 4]);
    expect(ids(2, null)).toEqual([2, 4]);
    expect(ids(null, 3)).toEqual([1, 3]);
  });

  it("are in date order, in any order of the address, and never the same", () => {
    expect(ids(3, 2)).toEqual([2, 3]);
    expect(ids(2, 2)).toEqual([2, 4]);
    expect(ids(4, 4)).toEqual([3, 4]);
    expect(ids(4, null)).toEqual([3, 4]);
    expect(ids(null, 1)).toEqual([1, 4]);
  });

  it("are null before there are two", () => {
    expect(ids(null, null, [])).toBeUndefined();
    expect(ids(null, null, visits.slice(0, 1))).toBeUndefined();
  });

  it("move by the end that is nearer to the pressed one", () => {
    const pair = [visits[0], visits[3]] as const;
    expect(moved(pair, visits[1])).toEqual({ before: 2, after: 4, room: null });
    expect(moved(pair, visits[2])).toEqual({ before: 1, after: 3, room: null });
    expect(moved(pair, visits[0])).toEqual({ before: 1, after: 4, room: null });
  });

  it("link to the viewer's comparison, the earlier one first", () => {
    expect(compareLink("aaa", 5, "bbb", 9)).toBe("/viewer/aaa/5?compare=split&with=bbb-9&side=start");
  });
});
