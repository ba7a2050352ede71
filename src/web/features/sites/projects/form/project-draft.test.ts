import { describe, expect, it } from "vitest";
import { newProject } from "./project-draft.ts";

describe("a project that is about to be added", () => {
  it("is in design, of this year, one building of one floor without an area", () => {
    expect(newProject(new Date("2031-05-02T12:00:00"))).toMatchObject({
      name: "",
      status: "Design",
      year: 2031,
      num_buildings: 1,
      num_floors: 1,
      area: 0,
    });
  });
});
