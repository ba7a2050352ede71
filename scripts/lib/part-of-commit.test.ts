import { expect, it } from "vitest";
import { isInPart, partOfCommit } from "./part-of-commit.ts";

const commits = Array.from({ length: 64 }, (_, at) => `${(at * 40_507).toString(16).padStart(8, "0")}cafe`);

it.each([2, 3, 16])("tests each of %i parts by some commit", (parts) => {
  const tested = new Set(commits.map((commit) => partOfCommit(commit, parts)));
  expect([...tested].toSorted((a, b) => a - b)).toEqual(Array.from({ length: parts }, (_, at) => at + 1));
});

it("tests the first part without a commit", () => {
  expect(partOfCommit("", 16)).toBe(1);
});

it("tests three fifths of a list by each commit, and each item by three commits of five", () => {
  const positions = Array.from({ length: 10 }, (_, at) => at);
  for (const commit of commits)
    expect(positions.filter((position) => isInPart(position, commit, 3, 5))).toHaveLength(6);
  const turns = [0, 1, 2, 3, 4].map((turn) => turn.toString(16).padStart(8, "0"));
  for (const position of positions)
    expect(turns.filter((commit) => isInPart(position, commit, 3, 5))).toHaveLength(3);
});
