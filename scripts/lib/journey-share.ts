import { execFileSync } from "node:child_process";
import { root } from "./step.ts";

/** Parts of the journeys that are in neither list of `e2e/core.ts`. */
export const shares = 16;

/**
 * The part that a commit walks, from 1 to `shares`, by its hash: a run of the same commit walks the same journeys, and
 * the commits of some days walk all of them.
 */
export function shareOf(commit: string): number {
  const number = Number.parseInt(commit.slice(0, 8), 16);
  return Number.isNaN(number) ? 1 : (number % shares) + 1;
}

/** Hash of the commit that is checked out; empty outside a checkout. */
export function checkedOutCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
