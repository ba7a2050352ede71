import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAppKey } from "#server/platform/key.ts";
import { packSolution as pack, readSolution, solvePuzzle as solved } from "#test/captcha.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { type Captcha, createCaptcha } from "./captcha.ts";

let now = new Date("2026-11-21T09:00:00Z");
let database: TestDatabase;
let captcha: Captcha;
beforeAll(async () => {
  database = await testDatabase();
  captcha = createCaptcha({ db: database.db, key: createAppKey("one"), clock: { now: () => now } });
});
afterAll(() => database.drop());

describe("the proof of work in place of a captcha", () => {
  it("is accepted with its solution, once", async () => {
    const answer = await solved(await captcha.challenge());
    await captcha.check(answer);
    await expect(captcha.check(answer)).rejects.toMatchObject({ code: "CAPTCHA_WRONG" });
  });

  it("is accepted for one of two parallel calls with the same solution", async () => {
    const answer = await solved(await captcha.challenge());
    const both = await Promise.allSettled([captcha.check(answer), captcha.check(answer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("requires a solution", async () => {
    await expect(captcha.check(undefined)).rejects.toMatchObject({ code: "CAPTCHA_REQUIRED" });
    await expect(captcha.check("")).rejects.toMatchObject({ code: "CAPTCHA_REQUIRED" });
  });

  it("expires after ten minutes, solved or not", async () => {
    const answer = await solved(await captcha.challenge());
    const later = await solved(await captcha.challenge());
    now = new Date(now.getTime() + 599_000);
    await captcha.check(answer);
    now = new Date(now.getTime() + 1000);
    await expect(captcha.check(later)).rejects.toMatchObject({ code: "CAPTCHA_WRONG" });
    await captcha.check(await solved(await captcha.challenge()));
    const spent = await database.db.selectFrom("spent_puzzles").selectAll().execute();
    expect(
      spent.every(({ expires_at }) => expires_at >= now),
      "those that are over are forgotten",
    ).toBe(true);
  });

  it("is refused when forged, changed, or issued by another server", async () => {
    const challenge = await captcha.challenge();
    const { solution } = readSolution(await solved(challenge));
    const { parameters } = challenge;
    const other = createCaptcha({
      db: database.db,
      key: createAppKey("two"),
      clock: { now: () => now },
    });
    const wrong = [
      "nonsense",
      btoa("null"),
      btoa("{}"),
      pack(challenge, { ...solution, derivedKey: "00".repeat(32) }),
      pack({ ...challenge, signature: "00".repeat(32) }, solution),
      pack({ ...challenge, parameters: { ...parameters, data: { expires: 9e9 } } }, solution),
      pack({ ...challenge, parameters: { ...parameters, cost: 1 } }, solution),
      pack({ ...challenge, parameters: { ...parameters, algorithm: "SHA-256" } }, solution),
      await solved(await other.challenge()),
    ];
    for (const answer of wrong)
      await expect(captcha.check(answer), answer).rejects.toMatchObject({ code: "CAPTCHA_WRONG" });
    await captcha.check(pack(challenge, solution));
  });
});
