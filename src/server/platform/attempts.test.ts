import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { type Attempts, createAttempts, networkOf } from "./attempts.ts";

let database: TestDatabase;
let attempts: Attempts;
beforeAll(async () => {
  database = await testDatabase();
  attempts = createAttempts(database.db);
});
afterAll(() => database.drop());

const limit = { max: 2, seconds: 60 };

describe("attempt counting", () => {
  it("refuses attempts over the limit with the seconds to wait, and counts every key separately", async () => {
    await attempts.take("one", limit);
    await attempts.take("one", limit);
    await expect(attempts.take("one", limit)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      values: { seconds: 60 },
    });
    await attempts.take("two", limit);
    expect(await attempts.count("one")).toBe(3);
    expect(await attempts.hasReached("one", 3)).toBe(true);
    expect(await attempts.hasReached("one", 4)).toBe(false);
  });

  it("allows as many concurrently as one after another", async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => attempts.take("many", limit)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(limit.max);
  });

  it("takes back an attempt that does not count, and never more than there were", async () => {
    await attempts.take("back", limit);
    await attempts.take("back", limit);
    await attempts.giveBack("back");
    expect(await attempts.count("back")).toBe(1);
    for (let times = 0; times < 3; times += 1) await attempts.giveBack("back");
    expect(await attempts.count("back")).toBe(0);
  });

  it("forgets a cleared key, and expired windows", async () => {
    await attempts.take("cleared", limit);
    await attempts.clear("cleared");
    expect(await attempts.count("cleared")).toBe(0);
    await attempts.take("old", limit);
    await database.db.updateTable("attempts").set({ ends_at: sql`now()` }).execute();
    expect(await attempts.count("old")).toBe(0);
    await attempts.take("new", limit);
    await attempts.prune();
    expect(await database.db.selectFrom("attempts").selectAll().execute()).toHaveLength(1);
  });
});

it.each([
  ["203.0.113.9", "203.0.113.9", "itself"],
  ["::ffff:203.0.113.9", "203.0.113.9", "the same address, written for a socket of both kinds"],
  ["2001:db8:1:2:aaaa::1", networkOf("2001:db8:1:2:bbbb::2"), "any other of its network of 64 bits"],
  ["not an address", "not an address", "itself"],
])("counts %s as %s: %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it("distinguishes networks", () => {
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
});
