import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { createLog } from "../log.ts";
import { RateLimiter, type RateState } from "./rate.ts";
import { createRateCounts, type RateCounts } from "./rate-counts.ts";

const log = createLog("silent");
const noon = Date.UTC(2026, 10, 22, 12);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The given number of nodes, with one clock that is frozen unless it is moved. */
function nodes(many: number, counts: RateCounts = createRateCounts(database.db)) {
  const clock = { now: noon, others: many - 1 };
  const limiter = () =>
    new RateLimiter(() => clock.now, { shared: { counts, others: () => clock.others, log } });
  return { clock, limiters: Array.from({ length: many }, limiter) };
}

/** Counts in memory, each response delayed: like the database. */
function countsInMemory(): RateCounts {
  const used = new Map<string, number>();
  return {
    async add(key, window, units) {
      await new Promise((resolve) => setImmediate(resolve));
      const total = (used.get(`${key} ${window}`) ?? 0) + units;
      used.set(`${key} ${window}`, total);
      return total;
    },
    async prune() {},
  };
}

const isLetThrough = (taken: Promise<RateState>) =>
  taken.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "RATE_LIMITED" });
      return false;
    },
  );

/** Runs the given number of rounds of concurrent calls at each node; returns how many got through. */
async function call(
  limiters: readonly RateLimiter[],
  limit: number,
  rounds: number,
  atOnce: number,
  key = "k",
) {
  const through: boolean[][] = [];
  for (let round = 0; round < rounds; round += 1)
    through.push(
      await Promise.all(
        limiters.flatMap((rate) => Array.from({ length: atOnce }, () => isLetThrough(rate.take(key, limit)))),
      ),
    );
  return through.flat().filter(Boolean).length;
}

describe("a single node", () => {
  it("counts to the limit, reports the rest, and queries no one", async () => {
    const broken: RateCounts = { add: () => expect.fail("asked"), prune: () => expect.fail("asked") };
    const {
      limiters: [rate],
      clock,
    } = nodes(1, broken);
    clock.now += 15_000;
    expect(await rate?.take("k", 2)).toEqual({ limit: 2, remaining: 1, seconds: 45 });
    expect(await rate?.take("k", 2)).toEqual({ limit: 2, remaining: 0, seconds: 45 });
    await expect(rate?.take("k", 2)).rejects.toMatchObject({ code: "RATE_LIMITED", values: { seconds: 45 } });
    clock.now += 45_000;
    expect(await rate?.take("k", 2)).toEqual({ limit: 2, remaining: 1, seconds: 60 });
  });
});

describe("several nodes", () => {
  it("allow no more than 1.05 of a limit together, and no less than 0.95, with concurrent calls", async () => {
    const { limiters } = nodes(2);
    const through = await call(limiters, 1_200, 20, 100);
    expect(through).toBeGreaterThanOrEqual(1_200 * 0.95);
    expect(through).toBeLessThanOrEqual(1_200 * 1.05);
  });

  it("count a small limit exactly", async () => {
    const { limiters } = nodes(2);
    expect(await call(limiters, 7, 4, 5, "small")).toBe(7);
  });

  it("keep to this for any limit, any number of nodes and any load", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (limit, many, atOnce, isUneven) => {
          const { limiters } = nodes(many, countsInMemory());
          const rounds = (callers: number) => Math.ceil((limit * 1.5) / (callers * atOnce)) + 1;
          const first = isUneven ? await call(limiters.slice(0, 1), limit, rounds(1), atOnce) : 0;
          const through = first + (await call(limiters, limit, rounds(many), atOnce));
          expect(through).toBeLessThanOrEqual(limit * 1.05);
          expect(through).toBeGreaterThanOrEqual(limit * 0.95);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("keep what was counted before the second node started", async () => {
    const { clock, limiters } = nodes(2);
    const [first, second] = limiters as [RateLimiter, RateLimiter];
    clock.others = 0;
    expect(await call([first], 100, 9, 10, "before")).toBe(90);
    clock.others = 1;
    await first.share();
    const through = await call([second], 100, 10, 10, "before");
    expect(through).toBeLessThanOrEqual(15);
    expect(through).toBeGreaterThan(0);
  });

  it("report what is left of the total use", async () => {
    const { limiters } = nodes(2);
    const [first, second] = limiters as [RateLimiter, RateLimiter];
    await call([first], 50, 3, 10, "left");
    expect((await second.take("left", 50)).remaining).toBe(19);
    expect((await first.take("left", 50)).remaining).toBe(18);
  });

  it("restart with every minute, and remove past minutes", async () => {
    const { clock, limiters } = nodes(2);
    expect(await call(limiters, 10, 2, 10, "anew")).toBe(10);
    clock.now += 60_000;
    expect(await call(limiters, 10, 2, 10, "anew")).toBe(10);
    const counts = createRateCounts(database.db);
    await counts.prune(clock.now / 60_000);
    const { rows } = await sql<{
      n: number;
    }>`select count(distinct "window")::int as n from rate_counts`.execute(database.db);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("count separately while the database is unreachable, and wait for it once", async () => {
    let asked = 0;
    const away: RateCounts = {
      async add() {
        asked += 1;
        throw new Error("connection refused");
      },
      async prune() {},
    };
    const { limiters } = nodes(2, away);
    expect(await call(limiters, 50, 8, 10)).toBe(100);
    expect(asked).toBe(2);
  });
});
