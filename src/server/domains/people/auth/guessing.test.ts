import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import { solvedCaptcha } from "#test/captcha.ts";
import type { RawReply } from "#test/client.ts";
import { changeSettings, codeOf } from "#test/sign-in.ts";

/** With production limits, and client addresses from a proxy. */
let now = new Date("2026-11-21T09:00:00Z");
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    rateFactor: 1,
    clock: { now: () => now },
    environment: { TRUST_PROXY: "127.0.0.1" },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  // All calls of an address are rate-limited by the minute.
  now = new Date(now.getTime() + 60_000);
  await app.database.db.deleteFrom("attempts").execute();
});

let addresses = 0;
const freshAddress = () => `198.51.100.${++addresses}`;

async function signInFrom(address: string, name: string, given: string, captcha?: string): Promise<RawReply> {
  const body = JSON.stringify({ username_l: name, password_l: given, captcha });
  const headers = { "content-type": "application/json", "x-forwarded-for": address };
  return app.guest().send("POST", `${app.origin}/api/login`, body, headers);
}
const fail = async (times: number, name: string, address: () => string = freshAddress) => {
  for (let tries = 0; tries < times; tries += 1)
    expect(codeOf(await signInFrom(address(), name, "not the one"))).toBe("INVALID_CREDENTIALS");
};

describe("guessing passwords", () => {
  beforeAll(() => changeSettings(app, { captcha_login: false }));

  it("is limited for one name from any address, with the time to wait, and possible once it is over", async () => {
    const { name } = await app.user();
    await fail(limits.attempts.perAccount, name.toUpperCase());
    const limited = await signInFrom(freshAddress(), name, password);
    expect(limited.status).toBe(429);
    expect(limited.body).toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many requests. Please wait a moment and try again.",
    });
    const wait = Number(limited.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(limits.attempts.seconds - 30);
    expect(wait).toBeLessThanOrEqual(limits.attempts.seconds);

    const other = await app.user();
    expect((await signInFrom(freshAddress(), other.name, password)).status).toBe(200);
    await app.database.db.updateTable("attempts").set({ ends_at: sql`now()` }).execute();
    expect((await signInFrom(freshAddress(), name, password)).status).toBe(200);
  });

  it("is limited in the same way for an unknown name", async () => {
    await fail(limits.attempts.perAccount, "nobody-at-all");
    expect((await signInFrom(freshAddress(), "nobody-at-all", password)).status).toBe(429);
  });

  it("is limited for one address, whatever the names, and for no other address", async () => {
    const address = freshAddress();
    const { name } = await app.user();
    const { perAddress } = limits.attempts;
    for (let tries = 0; tries < perAddress; tries += 1) {
      if (tries % 25 === 0) now = new Date(now.getTime() + 60_000);
      expect((await signInFrom(address, `somebody-${tries}`, "not the one")).status).toBe(422);
    }
    now = new Date(now.getTime() + 60_000);
    expect((await signInFrom(address, name, password)).status).toBe(429);
    expect((await signInFrom(freshAddress(), name, password)).status).toBe(200);
  });

  it("does not limit users who sign in from one address with the right password, however many", async () => {
    const address = freshAddress();
    const { name } = await app.user();
    for (let tries = 0; tries <= limits.attempts.perAddress; tries += 1) {
      if (tries % 25 === 0) now = new Date(now.getTime() + 60_000);
      expect((await signInFrom(address, name, password)).status).toBe(200);
    }
  });

  it("counts user name and email address together, in any case, and is reset by the right password", async () => {
    const { name } = await app.user();
    const almost = limits.attempts.perAccount - 1;
    for (const right of [name, `${name}@example.org`]) {
      await fail(almost - 5, name);
      await fail(5, `${name}@EXAMPLE.org`);
      expect((await signInFrom(freshAddress(), right, password)).status).toBe(200);
    }
    await fail(limits.attempts.perAccount - 5, name.toUpperCase());
    await fail(5, `${name}@example.org`);
    for (const either of [name, `${name}@example.org`])
      expect((await signInFrom(freshAddress(), either, password)).status, either).toBe(429);
  });

  it("counts the confirmation of the signed-in user with the attempts at sign-in, both ways", async () => {
    const person = await app.user();
    const client = await app.as(person);
    const confirm = (given: string) =>
      client.raw("POST /api/users/{id}/verify-password", {
        params: { id: person.id },
        body: { password: given },
      });
    const half = limits.attempts.perAccount / 2;
    for (let tries = 0; tries < half; tries += 1)
      expect((await confirm("not the one")).body).toMatchObject({ data: { valid: false } });
    await fail(half, `${person.name}@example.org`);
    expect((await confirm(password)).status).toBe(429);
    expect((await signInFrom(freshAddress(), person.name, password)).status).toBe(429);
    await app.database.db.deleteFrom("attempts").execute();
    await fail(half, person.name);
    expect((await confirm(password)).body).toMatchObject({ data: { valid: true } });
    await fail(limits.attempts.perAccount, person.name);
  });
});

describe("the captcha of the sign-in", () => {
  beforeAll(() => changeSettings(app, { captcha_login: true }));
  const { captchaAfter } = limits.attempts;
  const solved = () => solvedCaptcha(app.guest());

  it("is required after three failures of one name, real or not, and passed with a solved puzzle", async () => {
    const { name } = await app.user();
    for (const tried of [name, "nobody-at-all"]) {
      await fail(captchaAfter, tried);
      const without = await signInFrom(freshAddress(), tried, password);
      expect(without.status).toBe(422);
      expect(without.body).toMatchObject({
        code: "CAPTCHA_REQUIRED",
        message: "Please confirm that you are not a robot.",
      });
      expect(codeOf(await signInFrom(freshAddress(), tried, "not the one", await solved()))).toBe(
        "INVALID_CREDENTIALS",
      );
    }
    expect((await signInFrom(freshAddress(), name, password, await solved())).status).toBe(200);
    expect((await signInFrom(freshAddress(), name, password)).status, "asked no more").toBe(200);
  });

  it("is required after three failures of one address, whatever the names", async () => {
    const address = freshAddress();
    const { name } = await app.user();
    for (let tries = 0; tries < captchaAfter; tries += 1) await fail(1, `somebody-${tries}`, () => address);
    expect(codeOf(await signInFrom(address, name, password))).toBe("CAPTCHA_REQUIRED");
    expect((await signInFrom(address, name, password, await solved())).status).toBe(200);
    expect(codeOf(await signInFrom(address, name, password)), "one's own account lifts it for none").toBe(
      "CAPTCHA_REQUIRED",
    );
    expect((await signInFrom(freshAddress(), name, password)).status).toBe(200);
  });

  it("accepts a solution for one attempt: the next needs another", async () => {
    const { name } = await app.user();
    await fail(captchaAfter, name);
    const once = await solved();
    expect(codeOf(await signInFrom(freshAddress(), name, "not the one", once))).toBe("INVALID_CREDENTIALS");
    expect(codeOf(await signInFrom(freshAddress(), name, password, once))).toBe("CAPTCHA_WRONG");
  });

  it("is not required where the settings have it off", async () => {
    await changeSettings(app, { captcha_login: false });
    const { name } = await app.user();
    await fail(captchaAfter + 1, name);
    expect((await signInFrom(freshAddress(), name, password)).status).toBe(200);
    await changeSettings(app, { captcha_login: true });
  });
});
