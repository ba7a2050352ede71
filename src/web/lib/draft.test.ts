import { describe, expect, it } from "vitest";
import { changesOf } from "./draft.ts";

const saved: { name: string; floors: number; latitude: number | null } = {
  name: "Tower",
  floors: 3,
  latitude: null,
};

describe("the changes of a form", () => {
  it("are the fields that differ from the saved values", () => {
    expect(changesOf(saved, { name: "Tower B", floors: 3 })).toEqual({ name: "Tower B" });
  });

  it("drop a field that was changed back", () => {
    expect(changesOf(saved, { name: "Tower", floors: 3, latitude: null })).toEqual({});
  });

  it("drop a list with equal content, and keep a different one", () => {
    const chosen = { ids: [1, 2] };
    expect(changesOf(chosen, { ids: [1, 2] })).toEqual({});
    expect(changesOf(chosen, { ids: [2] })).toEqual({ ids: [2] });
    expect(changesOf(chosen, { ids: [1, 3] })).toEqual({ ids: [1, 3] });
  });

  it("keep an emptied field", () => {
    expect(changesOf<typeof saved>({ ...saved, latitude: 12 }, { latitude: null })).toEqual({
      latitude: null,
    });
  });

  it("follow a record that another user changed to the same value", () => {
    expect(changesOf({ ...saved, name: "Tower B" }, { name: "Tower B" })).toEqual({});
  });
});
