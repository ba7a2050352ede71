import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { createAppKey } from "./key.ts";
import { compareKeys } from "./key-mark.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const [first, second, other] = ["a", "b", "c"].map((letter) => letter.repeat(32)) as [string, string, string];

test("nodes with one key start, also concurrently; another key gets an error; one that names the former takes over", async () => {
  const { db } = database;
  await Promise.all([1, 2, 3].map(() => compareKeys(db, createAppKey(first))));
  await expect(compareKeys(db, createAppKey(second))).rejects.toThrow(
    "The configuration is wrong.\nAPP_KEY:",
  );
  await expect(compareKeys(db, createAppKey(second, other))).rejects.toThrow("another key");
  await compareKeys(db, createAppKey(first));
  await compareKeys(db, createAppKey(second, first));
  await compareKeys(db, createAppKey(second));
  await expect(compareKeys(db, createAppKey(first))).rejects.toThrow("another key");
});
