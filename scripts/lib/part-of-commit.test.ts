import { expect, it } from "vitest";
import { partOfCommit } from "./part-of-commit.ts";

it.each([2, 3, 16])("tests each of %i parts by some commit", (parts) => {
  const commits = Array.from({ length: 64 }, (_, at) => `${(at * 40_507).toString(16).padStart(8, "0")}cafe`);
  const tested = new Set(commits.map((commit) => partOfCommit(commit, parts)));
  expect([...tested].toSorted((a, b) => a - b)).toEqual(Array.from({ length: parts }, (_, at) => at + 1));
});

it("tests the first part without a commit", () => {
  expect(partOfCommit("", 16)).toBe(1);
});
