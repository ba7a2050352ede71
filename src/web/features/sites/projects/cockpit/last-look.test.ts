import { expect, it } from "vitest";
import { nextLook } from "./last-look.ts";

const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`);
const seen = (time: string) => at(time).toISOString();

it("has no reference before the first page view", () => {
  expect(nextLook(undefined, at("10:00"))).toEqual({ since: null, seen: seen("10:00") });
});

it("counts from the end of the last page view, after more than half an hour away", () => {
  expect(nextLook({ since: null, seen: seen("09:00") }, at("10:00"))).toEqual({
    since: seen("09:00"),
    seen: seen("10:00"),
  });
});

it("keeps its reference through a reload and a short absence", () => {
  const before = { since: seen("08:00"), seen: seen("09:45") };
  expect(nextLook(before, at("10:00"))).toEqual({ since: seen("08:00"), seen: seen("10:00") });
});
