import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  // The limits of the product, which other tests multiply, and a clock within the same minute.
  const clock = { now: () => new Date("2026-03-01T08:00:30Z") };
  app = await testApp({ environment: { ROLE: "web" }, rateFactor: 1, clock });
});
afterAll(() => app.close());

it("refuses 10,000 guessed codes of links, all but a few of them without a look into the database", async () => {
  const statuses = new Map<number, number>();
  const guess = async () => {
    const code = randomBytes(32).toString("base64url");
    const { status } = await fetch(`${app.origin}/api/answers/${code}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let done = 0; done < 10_000; done += 20) await Promise.all(Array.from({ length: 20 }, guess));
  expect(new Set(statuses.keys())).toEqual(new Set([404, 429]));
  // Twenty a minute, and those under way when the limit is reached.
  expect(statuses.get(404)).toBeLessThanOrEqual(40);
});
