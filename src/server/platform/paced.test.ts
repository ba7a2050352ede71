import { expect, test } from "vitest";
import { paced } from "./paced.ts";

test("calls made at once run one after another, each with a rest in proportion to its work", async () => {
  let time = 0;
  let running = 0;
  const seen: string[] = [];
  const write = paced(
    async (milliseconds: number) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      time += milliseconds;
      seen.push(`work ${milliseconds}`);
      running -= 1;
    },
    { share: 0.25, now: () => time, rest: async (milliseconds) => void seen.push(`rest ${milliseconds}`) },
  );
  await Promise.all([10, 40, 0].map(write));
  expect(seen).toEqual(["work 10", "rest 30", "work 40", "rest 120", "work 0", "rest 0"]);
});

test("a failure belongs to its call alone", async () => {
  const write = paced(
    async (item: string) => {
      if (item === "bad") throw new Error("full");
    },
    { share: 0.5, rest: async () => undefined },
  );
  const results = await Promise.allSettled(["good", "bad", "good"].map(write));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
