import { describe, expect, it } from "vitest";
import { visitList } from "./list-state.ts";

const { plain: plainList, read: readListState, write: writeListState } = visitList;

describe("the list of visits in the address", () => {
  it("is read back as it was written", () => {
    const state = { search: "slab", starred: true, sort: "created", page: 2, view: "table" } as const;
    expect(readListState(writeListState(state))).toEqual(state);
  });

  it("omits default values, and ignores invalid ones", () => {
    expect(writeListState(plainList)).toEqual({});
    expect(readListState({ search: {}, starred: "yes", sort: "size", page: "x", view: "map" })).toEqual(
      plainList,
    );
  });
});
