import { describe, expect, it } from "vitest";
import { aPreview } from "../testing.ts";
import { isSame, linesOf, namesOf, withNames } from "./preview-filter.ts";

const preview = aPreview({
  added: [{ uid: 9, wbs: "4.1", name: "Landscaping" }],
  changed: [{ uid: 2, wbs: "2.1", name: "Slab", fields: [{ field: "percent", from: "10%", to: "40%" }] }],
  removed: [{ uid: 3, wbs: "3.1", name: "Joinery", is_kept: true }],
  warnings: [{ kind: "circle", uid: 2, detail: "2 → 5 → 2" }],
});

describe("the lines of a preview", () => {
  it("begin with the most severe ones", () => {
    expect(linesOf(preview, "all", "").map(({ kind }) => kind)).toEqual([
      "warnings",
      "removed",
      "changed",
      "added",
    ]);
  });

  it("are filtered by kind and by search, also by the position in the outline", () => {
    expect(linesOf(preview, "removed", "").map(({ item }) => item.uid)).toEqual([3]);
    expect(linesOf(preview, "all", "SLAB").map(({ item }) => item.uid)).toEqual([2]);
    expect(linesOf(preview, "all", "4.1").map(({ item }) => item.uid)).toEqual([9]);
    expect(linesOf(preview, "added", "slab")).toEqual([]);
  });

  it("name tasks where the names are known", () => {
    const names = namesOf(preview, [{ uid: 5, name: "Columns" }]);
    expect(withNames("2 → 5 → 77", names)).toBe("Slab → Columns → 77");
  });

  it("are empty for an identical file; a warning is no difference", () => {
    expect(isSame(preview)).toBe(false);
    expect(isSame(aPreview({ warnings: preview.warnings }))).toBe(true);
  });
});
