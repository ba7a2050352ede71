import { expect, it } from "vitest";
import { shareOf, shares } from "./journey-share.ts";

it("walks each part by some commit", () => {
  const commits = Array.from({ length: 64 }, (_, at) => `${(at * 40_503).toString(16).padStart(8, "0")}cafe`);
  const parts = new Set(commits.map(shareOf));
  expect([...parts].toSorted((a, b) => a - b)).toEqual(Array.from({ length: shares }, (_, at) => at + 1));
});

it("walks the first part without a commit", () => {
  expect(shareOf("")).toBe(1);
});
