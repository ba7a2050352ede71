import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { databaseClock } from "./database-clock.ts";
import { createLog } from "./log.ts";

const HOUR = 3_600_000;
const lines: string[] = [];
const log = createLog("warn", { write: (line) => void lines.push(line) });

let database: TestDatabase;
beforeEach(async () => {
  lines.length = 0;
  database = await testDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

/** Sets this machine's clock, while elapsed time continues. */
function setBack(by: number): void {
  const real = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => real() - by);
}

async function opened() {
  const clock = databaseClock(database.db, log);
  await clock.look();
  clock.stop();
  return clock;
}

it("is this machine's own while that is correct", async () => {
  const clock = await opened();
  const before = Date.now();
  const now = clock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  expect(lines).toEqual([]);
});

it.each([2 * HOUR, -2 * HOUR])(
  "is the database's where this machine is wrong by %i ms, and logs it once",
  async (wrong) => {
    const right = Date.now();
    setBack(wrong);
    const clock = databaseClock(database.db, log);
    await clock.look();
    await clock.look();
    clock.stop();
    expect(Math.abs(clock.now().getTime() - right)).toBeLessThan(30_000);
    expect(lines).toHaveLength(1);
  },
);

it("does not jump when this machine's clock is set at run time", async () => {
  const clock = await opened();
  const before = clock.now().getTime();
  setBack(30_000);
  const after = clock.now().getTime();
  expect(after).toBeGreaterThanOrEqual(before - 5);
  expect(after - before).toBeLessThan(20_000);
});
