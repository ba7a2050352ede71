import { describe, expect, it } from "vitest";
import { plainList, readListState, writeListState } from "./list-state.ts";

describe("the address of the list of sessions", () => {
  it("contains every selected filter, and restores it", () => {
    const state = {
      search: "mason",
      user: 7,
      state: "ended",
      period: "custom",
      from: "2026-11-01T08:00:00.000Z",
      to: "2026-11-02T08:00:00.000Z",
      page: 3,
    } as const;
    expect(readListState(writeListState(state))).toEqual(state);
  });

  it("is empty for the default list, and drops dates of a custom period that is no longer selected", () => {
    expect(writeListState(plainList)).toEqual({});
    expect(writeListState({ ...plainList, period: "week", from: "2026-11-01T08:00:00.000Z" })).toEqual({
      period: "week",
    });
  });

  it("ignores invalid values", () => {
    const address = {
      search: {},
      user: "-1",
      state: "asleep",
      period: "ever",
      from: "soon",
      to: 5,
      page: "x",
    };
    expect(readListState(address)).toEqual(plainList);
  });
});
