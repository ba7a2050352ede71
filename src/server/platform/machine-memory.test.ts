import { totalmem } from "node:os";
import { expect, it } from "vitest";
import { machineMegabytes, planMemory } from "./machine-memory.ts";

it("never exceeds the memory of the machine", () => {
  expect(machineMegabytes()).toBeGreaterThan(0);
  expect(machineMegabytes()).toBeLessThanOrEqual(totalmem() / 2 ** 20);
});

it("processes a picture for each half of a gigabyte on a small machine, together in at most four fifths of it", () => {
  const share = (megabytes: number) => megabytes * 2 ** 20;
  expect(planMemory(512)).toEqual({
    isSmall: true,
    pictureWorkers: 1,
    childBytes: share(282),
    pictureBytes: share(282),
  });
  expect(planMemory(1024)).toEqual({
    isSmall: true,
    pictureWorkers: 2,
    childBytes: share(563),
    pictureBytes: share(410),
  });
  expect(planMemory(256)).toMatchObject({ pictureWorkers: 1 });
  expect(planMemory(4096)).toMatchObject({ isSmall: false, pictureWorkers: Number.POSITIVE_INFINITY });
});
