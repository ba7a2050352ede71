import { describe, expect, it } from "vitest";
import { checkNewVisit, checkVisit } from "./visit-checks.ts";

const now = new Date("2026-11-20T12:00:00Z");
const whole = { name: "Week 12", description: "", id_project: "4", visit_date: "2026-11-20T09:00:00.000Z" };

describe("Add Visit", () => {
  it("accepts a complete visit", () => {
    expect(checkNewVisit(whole, 1, now)).toEqual({});
  });

  it("lists all missing fields at once", () => {
    expect(
      checkNewVisit({ name: "  ", description: "", id_project: null, visit_date: null }, 0, now),
    ).toEqual({
      name: "visits.add_name_required",
      id_project: "visits.project_required",
      visit_date: "visits.date_required",
      files: "errors.code.FILES_REQUIRED",
    });
  });

  it("rejects a date in the future", () => {
    expect(checkNewVisit({ ...whole, visit_date: "2026-11-20T12:03:00.000Z" }, 1, now)).toEqual({
      visit_date: "visits.date_future",
    });
  });
});

describe("the form of a visit", () => {
  it("has its own text for a missing name", () => {
    expect(checkVisit({ ...whole, name: "" }, now)).toEqual({ name: "visits.name_required" });
  });
});
