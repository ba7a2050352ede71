import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password, type TestApp, testApp } from "#test/app.ts";
import { bareCall, changeSettings, newestSession, sessionToken, signInAs } from "#test/sign-in.ts";
import { codeAt, protectedUser, wrongCode } from "#test/two-factor.ts";

let now = new Date("2026-11-21T09:00:10Z");
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ clock: { now: () => now } });
  await changeSettings(app, { "2fa_enable": true, website_name: "Tower & Sons" });
});
beforeEach(() => {
  now = new Date(now.getTime() + 300_000);
});
afterAll(() => app.close());

const isProtected = async (id: number) =>
  (
    await app.database.db
      .selectFrom("users")
      .select("totp_enabled_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).totp_enabled_at !== null;
const alertsOf = async (id: number) => {
  const rows = await app.database.db
    .selectFrom("account_alerts")
    .select("kind")
    .where("id_user", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
};
const activityOf = async (id: number) => {
  const rows = await app.database.db
    .selectFrom("activity")
    .select(["action", "id_subject"])
    .where("id_user", "=", id)
    .where("action", "like", "two_factor.%")
    .orderBy("id")
    .execute();
  return rows;
};
const withoutPassword = async () => {
  const user = await app.user();
  const client = await app.as(user);
  await app.database.db.updateTable("users").set({ password_hash: null }).where("id", "=", user.id).execute();
  return { ...user, client };
};

describe("setting up two-factor sign-in", () => {
  it("returns a secret for the app, sealed in storage, and changes nothing yet", async () => {
    const user = await app.user();
    const client = await app.as(user);
    expect(await client.call("GET /api/two-factor")).toEqual({
      enabled: false,
      recovery_codes_left: 0,
      passkeys: 0,
    });
    const { secret, uri } = await client.call("POST /api/two-factor/setup", { body: { password } });
    expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const plain = secret.replaceAll(" ", "");
    const parsed = new URL(uri);
    expect(`${parsed.protocol}//${parsed.host}`).toBe("otpauth://totp");
    expect(decodeURIComponent(parsed.pathname)).toBe(`/Tower & Sons:${user.name}@example.org`);
    expect(Object.fromEntries(parsed.searchParams)).toEqual({
      issuer: "Tower & Sons",
      secret: plain,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    const kept = await app.database.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(kept.totp_pending).not.toBeNull();
    expect(JSON.stringify(kept)).not.toContain(plain);
    expect((await signInAs(app.guest(), user)).body).toMatchObject({ data: { requires_2fa: false } });
  });

  it("asks for the password, at its field, unless the account has none", async () => {
    const client = await app.as(await app.user());
    for (const body of [{}, { password: "" }, { password: `${password}.` }])
      expect(await client.refused("POST /api/two-factor/setup", { body })).toMatchObject({
        status: 422,
        code: "PASSWORD_WRONG",
        errors: { password: ["auth.password_wrong"] },
      });
    const { client: social } = await withoutPassword();
    expect(await social.call("POST /api/two-factor/setup", { body: {} })).toHaveProperty("secret");
  });

  it("is refused with a message while the site has it switched off", async () => {
    const client = await app.as(await app.user());
    const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
    await changeSettings(app, { "2fa_enable": false });
    const refused = { status: 403, code: "TWO_FACTOR_OFF" };
    expect(await client.refused("POST /api/two-factor/setup", { body: { password } })).toMatchObject(refused);
    const body = { code: codeAt(secret, now) };
    expect(await client.refused("POST /api/two-factor/confirm", { body })).toMatchObject(refused);
    expect(await client.call("GET /api/user")).toMatchObject({ remind_2fa: false });
    await changeSettings(app, { "2fa_enable": true });
    expect(await client.call("GET /api/user")).toMatchObject({ remind_2fa: true });
  });

  it("is completed by the first code, which is used up, and the owner is notified", async () => {
    const user = await app.user();
    const client = await app.as(user);
    const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
    const wrong = { body: { code: wrongCode(secret, now) } };
    expect(await client.refused("POST /api/two-factor/confirm", wrong)).toMatchObject({
      status: 422,
      code: "TWO_FACTOR_WRONG",
    });
    expect(await isProtected(user.id)).toBe(false);
    const code = codeAt(secret, now);
    await client.call("POST /api/two-factor/confirm", { body: { code } });
    expect(await isProtected(user.id)).toBe(true);
    expect(await client.call("GET /api/user")).toMatchObject({ "2fa_enabled": true, remind_2fa: false });
    expect(await alertsOf(user.id)).toEqual(["two_factor_on"]);
    expect(await activityOf(user.id)).toEqual([{ action: "two_factor.switched_on", id_subject: null }]);
    const other = app.guest();
    await signInAs(other, user);
    expect(await other.refused("POST /api/verify-2fa", { body: { code } })).toMatchObject({
      code: "TWO_FACTOR_WRONG",
    });
  });

  it("shows ten recovery codes once and stores their hashes", async () => {
    const user = await protectedUser(app, now);
    expect(new Set(user.recoveryCodes).size).toBe(10);
    for (const code of user.recoveryCodes)
      expect(code).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){2}$/);
    const kept = await app.database.db
      .selectFrom("recovery_codes")
      .select("code_hash")
      .where("id_user", "=", user.id)
      .execute();
    expect(kept).toHaveLength(10);
    for (const { code_hash } of kept) expect(code_hash).toHaveLength(32);
    expect(await user.client.call("GET /api/two-factor")).toEqual({
      enabled: true,
      recovery_codes_left: 10,
      passkeys: 0,
    });
  });

  it("gives this browser's session another token, and invalidates the previous one", async () => {
    const client = await app.as(await app.user());
    const before = await newestSession(app);
    const token = sessionToken(client);
    const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
    expect(sessionToken(client)).toBe(token);
    await client.call("POST /api/two-factor/confirm", { body: { code: codeAt(secret, now) } });
    expect(sessionToken(client)).not.toBe(token);
    const old = await bareCall(app, "GET", "/api/user", { cookie: `sitewalk_session=${token}` });
    expect(old.status).toBe(401);
    const after = await newestSession(app);
    expect(after).toMatchObject({ id: before.id, expires_at: before.expires_at, two_factor: true });
    const { code } = { code: codeAt(secret, new Date(now.getTime() + 30_000)) };
    await client.call("POST /api/two-factor/disable", { body: { code } });
  });

  it("conflicts cleanly: nothing to confirm, something already on, and two at once", async () => {
    const user = await app.user();
    const client = await app.as(user);
    const confirm = (code: string) => client.raw("POST /api/two-factor/confirm", { body: { code } });
    expect((await confirm("123456")).body).toMatchObject({ code: "TWO_FACTOR_NOT_PENDING" });
    const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
    const other = await app.as(user);
    const body = { code: codeAt(secret, now) };
    const replies = await Promise.all(
      [client, other].map((browser) => browser.raw("POST /api/two-factor/confirm", { body })),
    );
    expect(replies.map(({ status }) => `${status}`).toSorted()).toEqual(["200", "422"]);
    const again = replies[0]?.status === 200 ? client : other;
    expect(await again.refused("POST /api/two-factor/setup", { body: { password } })).toMatchObject({
      code: "TWO_FACTOR_ON",
    });
  });
});

describe("switching two-factor sign-in off", () => {
  it.each([
    ["the password", () => ({ password })],
    ["a code of the app", ({ secret }: { secret: string }) => ({ code: codeAt(secret, now) })],
    [
      "a recovery code",
      ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => ({ code: recoveryCodes[3] }),
    ],
  ])("accepts %s, ends the question at sign-in, and notifies the owner", async (_what, show) => {
    const user = await protectedUser(app, now);
    now = new Date(now.getTime() + 60_000);
    const token = sessionToken(user.client);
    const body = show(user) as { password?: string; code?: string };
    await user.client.call("POST /api/two-factor/disable", { body });
    expect(await isProtected(user.id)).toBe(false);
    expect(await alertsOf(user.id)).toContain("two_factor_off");
    expect(sessionToken(user.client)).not.toBe(token);
    expect(await user.client.call("GET /api/two-factor")).toMatchObject({
      enabled: false,
      recovery_codes_left: 0,
    });
    expect((await signInAs(app.guest(), user)).body).toMatchObject({ data: { requires_2fa: false } });
  });

  it("is refused with a wrong password, a wrong code, a spent code, or nothing", async () => {
    const user = await protectedUser(app, now);
    const disable = (body: Record<string, string>) =>
      user.client.refused("POST /api/two-factor/disable", { body });
    expect(await disable({})).toMatchObject({ code: "PASSWORD_WRONG" });
    expect(await disable({ password: `${password}.` })).toMatchObject({ code: "PASSWORD_WRONG" });
    expect(await disable({ code: wrongCode(user.secret, now) })).toMatchObject({ code: "TWO_FACTOR_WRONG" });
    expect(await disable({ code: codeAt(user.secret, now), password })).toMatchObject({
      code: "TWO_FACTOR_WRONG",
    });
    expect(await isProtected(user.id)).toBe(true);
  });

  it("needs a code where the account has no password, and works while the site has it switched off", async () => {
    const { client, id } = await withoutPassword();
    const { secret } = await client.call("POST /api/two-factor/setup", { body: {} });
    await client.call("POST /api/two-factor/confirm", { body: { code: codeAt(secret, now) } });
    now = new Date(now.getTime() + 60_000);
    await changeSettings(app, { "2fa_enable": false });
    for (const body of [{}, { password: "anything" }])
      expect(await client.refused("POST /api/two-factor/disable", { body })).toMatchObject({
        code: "TWO_FACTOR_WRONG",
      });
    await client.call("POST /api/two-factor/disable", { body: { code: codeAt(secret, now) } });
    expect(await isProtected(id)).toBe(false);
    await changeSettings(app, { "2fa_enable": true });
  });
});

describe("new recovery codes", () => {
  it("invalidate the old ones, and need the password or a code", async () => {
    const user = await protectedUser(app, now);
    const renew = "POST /api/two-factor/recovery-codes" as const;
    expect(await user.client.refused(renew, { body: {} })).toMatchObject({ code: "PASSWORD_WRONG" });
    const { recovery_codes } = await user.client.call(renew, { body: { password } });
    expect(recovery_codes).toHaveLength(10);
    const client = app.guest();
    await signInAs(client, user);
    const answer = (code = "") => client.raw("POST /api/verify-2fa", { body: { code } });
    expect((await answer(user.recoveryCodes[0])).body).toMatchObject({ code: "TWO_FACTOR_WRONG" });
    expect((await answer(recovery_codes[0])).status).toBe(200);
  });

  it("are for accounts that have it switched on", async () => {
    const client = await app.as(await app.user());
    expect(await client.refused("POST /api/two-factor/recovery-codes", { body: { password } })).toMatchObject(
      { code: "TWO_FACTOR_INACTIVE" },
    );
  });
});

describe("removing the second factor from another user's account", () => {
  const reset = "DELETE /api/users/{id}/two-factor" as const;

  it("is done by a super admin for a user who lost the phone, with a notification and a log entry", async () => {
    const user = await protectedUser(app, now);
    const chief = await app.user({ role: "super_admin" });
    const admin = await app.as(chief);
    await admin.call(reset, { params: { id: user.id } });
    expect(await isProtected(user.id)).toBe(false);
    expect(await alertsOf(user.id)).toContain("two_factor_reset");
    expect(await activityOf(chief.id)).toEqual([{ action: "two_factor.reset", id_subject: user.id }]);
    expect((await signInAs(app.guest(), user)).body).toMatchObject({ data: { requires_2fa: false } });
    await admin.call(reset, { params: { id: user.id } });
    expect(
      (await alertsOf(user.id)).filter((kind) => kind === "two_factor_reset"),
      "told once",
    ).toHaveLength(1);
  });

  it("is refused to everyone else, including the owner, and to a super admin for their own account", async () => {
    const user = await protectedUser(app, now);
    const params = { id: user.id };
    for (const role of ["user", "administrator"] as const) {
      const stranger = await app.as(await app.user({ role }));
      expect((await stranger.raw(reset, { params })).status).toBeOneOf([403, 404]);
    }
    expect((await user.client.raw(reset, { params })).status).toBe(403);
    expect(await isProtected(user.id)).toBe(true);
    const chief = await protectedUser(app, now, { role: "super_admin" });
    expect(await chief.client.refused(reset, { params: { id: chief.id } })).toMatchObject({
      code: "NOT_YOURSELF",
    });
    expect(await isProtected(chief.id)).toBe(true);
  });
});
