import { describe, expect, it } from "vitest";
import { freshnessOf } from "#web/lib/freshness.ts";
import { judgedFreshness } from "./freshness.ts";

const now = new Date("2026-11-21T10:00:00Z");
const before = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms).toISOString();

describe("the newest photo of a site", () => {
  it("is fresh up to seven days, ageing up to thirty, stale after that", () => {
    expect(freshnessOf(before(0), now)).toBe("fresh");
    expect(freshnessOf(before(7), now)).toBe("fresh");
    expect(freshnessOf(before(7, 1), now)).toBe("ageing");
    expect(freshnessOf(before(30), now)).toBe("ageing");
    expect(freshnessOf(before(30, 1), now)).toBe("stale");
  });

  it("is fresh when its clock is ahead", () => {
    expect(freshnessOf(before(-1), now)).toBe("fresh");
  });

  it("is judged only for an active project with a photo", () => {
    const last_visit_date = before(90);
    for (const status of ["Design", "Under_Construction"] as const)
      expect(judgedFreshness({ status, last_visit_date }, now)).toBe("stale");
    for (const status of ["On_Hold", "Completed"] as const)
      expect(judgedFreshness({ status, last_visit_date }, now)).toBeNull();
    expect(judgedFreshness({ status: "Design", last_visit_date: null }, now)).toBeNull();
  });
});
