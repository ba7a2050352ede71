import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import { changeSettings, codeOf, signInAs } from "#test/sign-in.ts";
import { codeAt, type Protected, protectedUser, wrongCode } from "#test/two-factor.ts";

/** Runs with the production limits. */
let now = new Date("2026-11-21T09:00:10Z");
let app: TestApp;
let user: Protected;
beforeAll(async () => {
  app = await testApp({ rateFactor: 1, clock: { now: () => now } });
  await changeSettings(app, { "2fa_enable": true, captcha_login: false });
});
beforeEach(async () => {
  now = new Date(now.getTime() + 600_000);
  user = await protectedUser(app, now);
  now = new Date(now.getTime() + 60_000);
});
afterAll(() => app.close());

const { perAccount, tries, seconds } = limits.twoFactor;

describe("guessing codes with a stolen password", () => {
  it("stops after ten across all sign-ins, with the time to wait", async () => {
    let guesses = 0;
    while (guesses < perAccount) {
      const client = app.guest();
      await signInAs(client, user);
      for (let tried = 0; tried < tries && guesses < perAccount; tried += 1, guesses += 1) {
        const reply = await client.raw("POST /api/verify-2fa", {
          body: { code: wrongCode(user.secret, now) },
        });
        expect(codeOf(reply)).toBe("TWO_FACTOR_WRONG");
      }
    }
    const client = app.guest();
    await signInAs(client, user);
    const verify = (code: string) => client.raw("POST /api/verify-2fa", { body: { code } });
    const limited = await verify(codeAt(user.secret, now));
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(seconds - 30);
    expect((await verify(user.recoveryCodes[0] ?? "")).status, "recovery codes are guesses, too").toBe(429);
    const disabling = await user.client.raw("POST /api/two-factor/disable", {
      body: { code: codeAt(user.secret, now) },
    });
    expect(disabling.status, "and so are those that switch it off").toBe(429);

    await app.database.db.updateTable("attempts").set({ ends_at: sql`now()` }).execute();
    expect((await verify(codeAt(user.secret, now))).status).toBe(200);
  });

  it("is reset by the right code", async () => {
    for (let round = 0; round < 3; round += 1) {
      const client = app.guest();
      await signInAs(client, user);
      for (let tried = 1; tried < tries; tried += 1)
        await client.raw("POST /api/verify-2fa", { body: { code: wrongCode(user.secret, now) } });
      const reply = await client.raw("POST /api/verify-2fa", { body: { code: codeAt(user.secret, now) } });
      expect(reply.status, `round ${round}`).toBe(200);
      now = new Date(now.getTime() + 60_000);
    }
  });
});

describe("guessing the password in a browser left open", () => {
  it("stops after ten, with the time to wait", async () => {
    const disable = (given: string) =>
      user.client.raw("POST /api/two-factor/disable", { body: { password: given } });
    for (let tried = 0; tried < limits.attempts.perAccount; tried += 1)
      expect(codeOf(await disable(`guess ${tried}`))).toBe("PASSWORD_WRONG");
    const limited = await disable(password);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
