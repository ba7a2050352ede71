import { expect, it } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

it("No more than the limit run at once, all of them run, and one that fails blocks none of the others.", async () => {
  const inTurn = limitConcurrency(2);
  let [now, most] = [0, 0];
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, at) =>
      inTurn(async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        if (at % 3 === 0) throw new Error("no");
        return at;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(results.map(({ status }) => status === "fulfilled")).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});
