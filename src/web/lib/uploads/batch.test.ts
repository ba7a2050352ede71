import { expect, it } from "vitest";
import { furthest } from "./batch.ts";

it("never falls back while something is on its way, and begins anew after everything has arrived", () => {
  const shares = [0.2, 0.5, 0.4, 0.45, 0.6, 0.3, 1, 0.1, 0.05, 0.2];
  let shown = 0;
  const seen = shares.map((share) => {
    shown = furthest(shown, share);
    return shown;
  });
  expect(seen).toEqual([0.2, 0.5, 0.5, 0.5, 0.6, 0.6, 1, 0.1, 0.1, 0.2]);
});
