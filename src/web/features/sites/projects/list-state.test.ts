import { describe, expect, it } from "vitest";
import { projectList } from "./list-state.ts";

const { plain: plainList, read: readListState, write: writeListState } = projectList;

describe("the list of projects in the address", () => {
  it("is read back as it was written", () => {
    const state = {
      search: "tower",
      status: "On_Hold",
      starred: true,
      role: "owner",
      active: false,
      validated: false,
      id_category: 5,
      id_type: 2,
      sort: "name",
      page: 3,
      view: "table",
    } as const;
    expect(readListState(writeListState(state))).toEqual(state);
  });

  it("omits default values", () => {
    expect(writeListState(plainList)).toEqual({});
    expect(readListState({})).toEqual(plainList);
  });

  it("ignores invalid values", () => {
    const address = { search: ["x"], status: "Foo", starred: "maybe", sort: "size", page: -4, view: "globe" };
    expect(readListState(address)).toEqual(plainList);
  });

  it("keeps a numeric search", () => {
    expect(readListState({ search: 2026 }).search).toBe("2026");
  });
});
