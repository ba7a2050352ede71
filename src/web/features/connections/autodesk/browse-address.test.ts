import { describe, expect, it } from "vitest";
import { browseHref, readBrowseAddress, startAddress } from "./browse-address.ts";

const folder = "urn:adsk.wipprod:fs.folder:co.x1";

describe("a location in an Autodesk account", () => {
  it("is parsed back from the address it was written to", () => {
    const place = {
      ...startAddress,
      hub: "b.1f",
      project: "b.2e",
      folders: [folder, "urn:adsk.wipprod:fs.folder:co.y2"],
      tab: "sheets" as const,
      item: "urn:adsk.wipprod:dm.lineage:z",
      model: "dXJu",
      search: "level 2",
      unlinked: true,
    };
    const address = Object.fromEntries(new URL(browseHref(place), "https://site.example").searchParams);
    expect(readBrowseAddress({ ...address, unlinked: 1 })).toEqual(place);
  });

  it("is empty when the address names only a child of a missing part, or is invalid", () => {
    expect(readBrowseAddress({ project: "b.2e", folder })).toEqual(startAddress);
    expect(readBrowseAddress({ tab: "engine room", search: { a: 1 }, hub: "" })).toEqual(startAddress);
    expect(browseHref(startAddress)).toBe("/autodesk");
  });

  it("keeps purely numeric ids as they are", () => {
    expect(readBrowseAddress({ hub: 12, project: 34 })).toMatchObject({ hub: "12", project: "34" });
  });
});
