import { describe, expect, it } from "vitest";
import type { OutsideEntry } from "#server/integrations/autodesk/data.ts";
import { viewsOf } from "./drawings.ts";

describe("the flat views of a file", () => {
  const file = (name: string, storage: string | null = "urn:adsk.objects:os.object:b/k"): OutsideEntry => ({
    id: "item",
    kind: "item",
    name,
    file_type: name.split(".").at(-1) ?? "",
    bytes: 1,
    version: 4,
    urn: "dXJu",
    updated_at: "2026-02-03T10:00:00.000Z",
    updated_by: "",
    storage,
  });
  const flat = (name: string) => ({ guid: name, name, role: "2d" as const, phase: "" });
  const shown = (name: string, views: readonly string[], storage?: null) =>
    viewsOf(file(name, storage), views.map(flat)).map(({ number, title, source }) => [
      number,
      title,
      source?.kind === "file" ? source.page : null,
    ]);

  it.each([
    ["Tower.rvt", ["A101 - Ground floor"], [["A101", "Ground floor", null]]],
    ["Tower.rvt", ["Sheet: S-2.1 – Frame"], [["S-2.1", "Frame", null]]],
    [
      "Site.dwg",
      ["Model", "Layout1"],
      [
        ["Site 1", "Model", null],
        ["Site 2", "Layout1", null],
      ],
    ],
    ["Site plan.pdf", ["1"], [["Site plan", "", 1]]],
    [
      "Site plan.pdf",
      ["1", "2"],
      [
        ["Site plan 1", "", 1],
        ["Site plan 2", "", 2],
      ],
    ],
  ])("of %s with %j", (name, views, expected) => {
    expect(shown(name, views)).toEqual(expected);
  });

  it("cannot be imported from a PDF without a downloadable file", () => {
    expect(shown("Site plan.pdf", ["1"], null)).toEqual([["Site plan", "1", null]]);
  });
});
