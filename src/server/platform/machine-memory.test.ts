import { totalmem } from "node:os";
import { expect, it } from "vitest";
import { machineMegabytes, planMemory } from "./machine-memory.ts";

it("never exceeds the memory of the machine", () => {
  expect(machineMegabytes()).toBeGreaterThan(0);
  expect(machineMegabytes()).toBeLessThanOrEqual(totalmem() / 2 ** 20);
});

it("processes one picture at a time on a small machine, in at most half of its memory or little more", () => {
  expect(planMemory(1024)).toEqual({ isSmall: true, pictureWorkers: 1, childBytes: 563 * 2 ** 20 });
  expect(planMemory(4096)).toMatchObject({ isSmall: false, pictureWorkers: Number.POSITIVE_INFINITY });
});
