import { describe, expect, it } from "vitest";
import { planPoints } from "./plan-points.ts";

const planned = {
  percent: 50,
  told_percent: 30,
  start: "2026-03-01",
  finish: "2026-03-21",
  curve: [
    { date: "2026-03-01", percent: 0 },
    { date: "2026-03-11", percent: 50 },
    { date: "2026-03-21", percent: 100 },
  ],
  told: [
    { date: "2026-03-03", percent: 10 },
    { date: "2026-03-09", percent: 30 },
  ],
};

describe("the two lines of planned and recorded progress", () => {
  const points = planPoints(planned, "2026-03-13");
  const on = (date: string) => points.find((point) => point.date === date);

  it("have both figures on the same days, in order", () => {
    expect(points.map(({ date }) => date)).toEqual([
      "2026-03-01",
      "2026-03-03",
      "2026-03-09",
      "2026-03-11",
      "2026-03-13",
      "2026-03-21",
    ]);
  });

  it("interpolate the plan linearly between its points", () => {
    expect(on("2026-03-03")?.planned).toBe(10);
    expect(on("2026-03-09")?.planned).toBe(40);
  });

  it("keep a recorded value until the next one, and end with the requested day", () => {
    expect(on("2026-03-01")?.told).toBeNull();
    expect(on("2026-03-11")?.told).toBe(30);
    expect(on("2026-03-13")?.told).toBe(30);
    expect(on("2026-03-21")?.told).toBeNull();
  });

  it("expect completion after the last planned day", () => {
    const late = planPoints(planned, "2026-04-01").find(({ date }) => date === "2026-04-01");
    expect(late).toEqual({ date: "2026-04-01", planned: 100, told: 30 });
  });

  it("have no second line without progress entries", () => {
    expect(planPoints({ ...planned, told: [] }, "2026-03-13").every(({ told }) => told === null)).toBe(true);
  });
});
