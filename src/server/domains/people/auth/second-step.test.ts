import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { hashToken } from "#server/platform/session.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import {
  bareCall,
  changeSettings,
  codeOf,
  cookieLine,
  newestSession,
  sessionCookie,
  signInAs,
} from "#test/sign-in.ts";
import { codeAt, type Protected, protectedUser, wrongCode } from "#test/two-factor.ts";

/** The server's clock is fixed unless a test moves it. */
let now = new Date("2026-11-21T09:00:10Z");
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
let app: TestApp;
let user: Protected;
beforeAll(async () => {
  app = await testApp({ clock: { now: () => now } });
  await changeSettings(app, { "2fa_enable": true });
});
beforeEach(async () => {
  later(300);
  user = await protectedUser(app, now);
  // The code used for the confirmation cannot be used twice.
  later(60);
});
afterAll(() => app.close());

/** A browser after the password, which waits for the code. */
const waiting = async (more = {}): Promise<TestClient> => {
  const client = app.guest();
  const reply = await signInAs(client, user, more);
  expect(reply.body).toMatchObject({ data: { requires_2fa: true } });
  return client;
};
const answer = (client: TestClient, code: string) => client.raw("POST /api/verify-2fa", { body: { code } });
const right = () => codeAt(user.secret, now);
const challenges = () =>
  app.database.db.selectFrom("sign_in_challenges").selectAll().where("id_user", "=", user.id).execute();

describe("signing in to an account with a second factor", () => {
  it("asks for the code after the password, and gives no session before", async () => {
    const client = app.guest();
    const reply = await signInAs(client, user);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      data: { requires_2fa: true, user: null, methods: { code: true, passkey: false } },
    });
    expect(sessionCookie(reply)).toBe("");
    const cookie = cookieLine(reply, "sitewalk_challenge");
    expect(cookie).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401 });
    expect(await client.call("GET /api/verify-2fa")).toEqual({
      pending: true,
      methods: { code: true, passkey: false },
    });
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? "";
    const posing = await bareCall(app, "GET", "/api/user", { cookie: `sitewalk_session=${token}` });
    expect(posing.status, "what waits is no session").toBe(401);
    const [kept] = await challenges();
    expect(kept?.token_hash, "kept as a hash").toEqual(hashToken(token));
  });

  it("continues with the app's code to the requested session", async () => {
    const client = await waiting({ rememberMe: true });
    const reply = await answer(client, right());
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      data: { requires_2fa: false, user: { id: user.id, "2fa_enabled": true } },
    });
    expect(await client.call("GET /api/user")).toMatchObject({ id: user.id });
    expect(await newestSession(app)).toMatchObject({ way: "password", two_factor: true, remembered: true });
    expect(sessionCookie(reply)).toContain(`Max-Age=${30 * 24 * 3600}`);
    expect(client.cookie()).not.toContain("sitewalk_challenge");
    expect(await challenges()).toEqual([]);
    expect(await client.call("GET /api/verify-2fa")).toMatchObject({ pending: false });
  });

  it.each([
    ["Arabic-Indic digits", (code: string) => inDigits(code, "٠١٢٣٤٥٦٧٨٩")],
    ["Persian digits", (code: string) => inDigits(code, "۰۱۲۳۴۵۶۷۸۹")],
    ["blanks", (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ["dashes", (code: string) => `${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`],
  ])("accepts the code written with %s", async (_how, write) => {
    expect((await answer(await waiting(), write(right()))).status).toBe(200);
  });

  it("accepts the codes of half a minute before and after, and none further off", async () => {
    const client = await waiting();
    for (const seconds of [-60, 60]) {
      const off = codeAt(user.secret, new Date(now.getTime() + seconds * 1000));
      expect(codeOf(await answer(client, off)), `${seconds} s`).toBe("TWO_FACTOR_WRONG");
    }
    expect((await answer(client, codeAt(user.secret, new Date(now.getTime() - 30_000)))).status).toBe(200);
    const after = codeAt(user.secret, new Date(now.getTime() + 30_000));
    expect((await answer(await waiting(), after)).status).toBe(200);
  });

  it("is required even while the platform has two-factor sign-in switched off", async () => {
    await changeSettings(app, { "2fa_enable": false });
    expect((await answer(await waiting(), right())).status).toBe(200);
    await changeSettings(app, { "2fa_enable": true });
  });

  it("ends the browser's previous session", async () => {
    const other = await app.user();
    const client = await app.as(other);
    const before = client.cookie();
    await signInAs(client, user);
    expect((await bareCall(app, "GET", "/api/user", { cookie: before })).status).toBe(401);
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401 });
    expect((await answer(client, right())).status).toBe(200);
  });
});

describe("a wrong code", () => {
  it("is refused with a message, leaves the sign-in waiting, and is logged", async () => {
    const client = await waiting();
    const reply = await answer(client, wrongCode(user.secret, now));
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      code: "TWO_FACTOR_WRONG",
      message: "The code is wrong or has already been used.",
    });
    expect(sessionCookie(reply)).toBe("");
    const tries = await app.database.db
      .selectFrom("sign_ins")
      .select("succeeded")
      .where("id_user", "=", user.id)
      .orderBy("id", "desc")
      .execute();
    expect(tries[0]).toEqual({ succeeded: false });
    expect((await answer(client, right())).status).toBe(200);
  });

  it("may be sent five times; then the password is required again, whatever is sent", async () => {
    const client = await waiting();
    for (let tries = 0; tries < limits.twoFactor.tries; tries += 1)
      expect(codeOf(await answer(client, wrongCode(user.secret, now)))).toBe("TWO_FACTOR_WRONG");
    const reply = await answer(client, right());
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      code: "TWO_FACTOR_EXPIRED",
      message: "This sign-in took too long. Please sign in again.",
    });
    expect(await client.call("GET /api/verify-2fa")).toMatchObject({ pending: false });
    expect((await answer(await waiting(), right())).status).toBe(200);
  });

  it("counts when many are sent at once", async () => {
    const client = await waiting();
    const code = wrongCode(user.secret, now);
    const replies = await Promise.all(Array.from({ length: 9 }, () => answer(client, code)));
    const wrong = replies.filter((reply) => codeOf(reply) === "TWO_FACTOR_WRONG");
    const expired = replies.filter((reply) => codeOf(reply) === "TWO_FACTOR_EXPIRED");
    expect([wrong.length, expired.length]).toEqual([limits.twoFactor.tries, 4]);
  });

  it("is one that was used, even by an observer", async () => {
    const seen = right();
    expect((await answer(await waiting(), seen)).status).toBe(200);
    const thief = await waiting();
    expect(codeOf(await answer(thief, seen))).toBe("TWO_FACTOR_WRONG");
    later(30);
    expect(codeOf(await answer(thief, seen)), "still within its time").toBe("TWO_FACTOR_WRONG");
    expect((await answer(thief, right())).status).toBe(200);
  });

  it("is one that is older than the last one accepted", async () => {
    const older = right();
    later(30);
    expect((await answer(await waiting(), right())).status).toBe(200);
    expect(codeOf(await answer(await waiting(), older))).toBe("TWO_FACTOR_WRONG");
  });

  it("is that of the slower of two parallel calls with the same one", async () => {
    const both = [await waiting(), await waiting()];
    const code = right();
    const replies = await Promise.all(both.map((client) => answer(client, code)));
    expect(replies.map(({ status }) => `${status}`).toSorted()).toEqual(["200", "422"]);
  });
});

describe("a sign-in that waits for its second factor", () => {
  it("expires after ten minutes", async () => {
    const client = await waiting();
    const shift = (minutes: number) =>
      app.database.db
        .updateTable("sign_in_challenges")
        .set({ expires_at: sql`expires_at - make_interval(mins => ${minutes})` })
        .where("id_user", "=", user.id)
        .execute();
    await shift(9);
    expect(codeOf(await answer(client, wrongCode(user.secret, now)))).toBe("TWO_FACTOR_WRONG");
    await shift(1);
    expect(await client.call("GET /api/verify-2fa")).toMatchObject({ pending: false });
    expect(codeOf(await answer(client, right()))).toBe("TWO_FACTOR_EXPIRED");
  });

  it("is valid in its own browser and for its own account", async () => {
    await waiting();
    expect(codeOf(await answer(app.guest(), right()))).toBe("TWO_FACTOR_EXPIRED");
    const mine = user;
    const other = await protectedUser(app, now);
    const client = await waiting();
    expect(codeOf(await answer(client, codeAt(other.secret, new Date(now.getTime() + 30_000))))).toBe(
      "TWO_FACTOR_WRONG",
    );
    expect(codeOf(await answer(client, other.recoveryCodes[0] ?? ""))).toBe("TWO_FACTOR_WRONG");
    expect((await answer(client, codeAt(mine.secret, now))).status).toBe(200);
  });

  it("is finished once, by one of two parallel answers", async () => {
    const client = await waiting();
    const [one = "", two = ""] = user.recoveryCodes;
    const replies = await Promise.all([answer(client, one), answer(client, two)]);
    expect(replies.map(({ status }) => `${status}`).toSorted()).toEqual(["200", "422"]);
    expect(replies.map(codeOf)).toContain("TWO_FACTOR_EXPIRED");
    const left = await app.database.db
      .selectFrom("recovery_codes")
      .select("id_user")
      .where("id_user", "=", user.id)
      .execute();
    expect(left, "the other code is not lost").toHaveLength(9);
  });

  it("ends when the account is locked meanwhile", async () => {
    const client = await waiting();
    await app.database.db
      .updateTable("users")
      .set({ locked_at: sql`now()` })
      .where("id", "=", user.id)
      .execute();
    expect(codeOf(await answer(client, right()))).toBe("TWO_FACTOR_EXPIRED");
  });

  it("is deleted when another user signs in at the same browser", async () => {
    const client = await waiting();
    await signInAs(client, await app.user());
    expect(await client.call("GET /api/verify-2fa")).toMatchObject({ pending: false });
    expect(await challenges()).toEqual([]);
  });
});

describe("a recovery code", () => {
  it("replaces the app's code, once, in any notation, and its use is reported", async () => {
    const [code = ""] = user.recoveryCodes;
    expect((await answer(await waiting(), ` ${code.toUpperCase().replaceAll("-", " ")}`)).status).toBe(200);
    const alerts = await app.database.db
      .selectFrom("account_alerts")
      .select("kind")
      .where("id_user", "=", user.id)
      .where("kind", "=", "recovery_code_used")
      .execute();
    expect(alerts).toHaveLength(1);
    expect(codeOf(await answer(await waiting(), code))).toBe("TWO_FACTOR_WRONG");
    expect((await answer(await waiting(), user.recoveryCodes[1] ?? "")).status).toBe(200);
    expect(await user.client.call("GET /api/two-factor")).toMatchObject({ recovery_codes_left: 8 });
  });
});

/** The same number in other digits. */
const inDigits = (code: string, digits: string) =>
  code.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? "");
