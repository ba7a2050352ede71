import { describe, expect, it } from "vitest";
import { newProject } from "./project-draft.ts";

describe("a new project", () => {
  it("is in design, of the current year, with one building of one floor and no area", () => {
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
