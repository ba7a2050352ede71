import { execFileSync } from "node:child_process";
import { root } from "./step.ts";

/**
 * The part of a long run that a commit tests, from 1 to `parts`, by its hash: a run of the same commit tests the same
 * part, and the commits of some days test all of them.
 */
export function partOfCommit(commit: string, parts: number): number {
  const number = Number.parseInt(commit.slice(0, 8), 16);
  return Number.isNaN(number) ? 1 : (number % parts) + 1;
}

/** Whether a commit tests the item at a position of a list, of which each commit tests `tested` of `parts` parts. */
export function isInPart(position: number, commit: string, tested: number, parts: number): boolean {
  return (position + partOfCommit(commit, parts)) % parts < tested;
}

/** Hash of the commit that is checked out; empty outside a checkout. */
export function checkedOutCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
