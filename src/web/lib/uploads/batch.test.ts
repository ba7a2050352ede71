import { expect, it } from "vitest";
import { furthest } from "./batch.ts";

it("never moves back while an upload runs, and restarts after everything has arrived", () => {
  const shares = [0.2, 0.5, 0.4, 0.45, 0.6, 0.3, 1, 0.1, 0.05, 0.2];
  let shown = 0;
  const seen = shares.map((share) => {
    shown = furthest(shown, share);
    return shown;
  });
  expect(seen).toEqual([0.2, 0.5, 0.5, 0.5, 0.6, 0.6, 1, 0.1, 0.1, 0.2]);
});
