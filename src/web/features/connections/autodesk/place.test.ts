import { describe, expect, it } from "vitest";
import { nowhere, placeHref, readPlace } from "./place.ts";

const folder = "urn:adsk.wipprod:fs.folder:co.x1";

describe("a place in somebody's account at Autodesk", () => {
  it("is read back from the address it was written to", () => {
    const place = {
      ...nowhere,
      hub: "b.1f",
      project: "b.2e",
      folders: [folder, "urn:adsk.wipprod:fs.folder:co.y2"],
      tab: "sheets" as const,
      item: "urn:adsk.wipprod:dm.lineage:z",
      model: "dXJu",
      search: "level 2",
      unlinked: true,
    };
    const address = Object.fromEntries(new URL(placeHref(place), "https://site.example").searchParams);
    expect(readPlace({ ...address, unlinked: 1 })).toEqual(place);
  });

  it("is nowhere when the address names only a part below what is missing, or makes no sense", () => {
    expect(readPlace({ project: "b.2e", folder })).toEqual(nowhere);
    expect(readPlace({ tab: "engine room", search: { a: 1 }, hub: "" })).toEqual(nowhere);
    expect(placeHref(nowhere)).toBe("/autodesk");
  });

  it("takes ids of figures alone as they are", () => {
    expect(readPlace({ hub: 12, project: 34 })).toMatchObject({ hub: "12", project: "34" });
  });
});
