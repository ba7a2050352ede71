import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { mailText } from "#test/mail-text.ts";
import { sessionToken } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";

const route = "PUT /api/users/{id}/change-password";
const wanted = "a longer sentence for later";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const change = (client: TestClient, id: number, body: object = {}) =>
  client.raw(route, {
    params: { id },
    body: { target_id_user: id, current_password: password, new_password: wanted, ...body },
  });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const comesIn = async (name: string, password_l: string) =>
  (await app.guest().raw("POST /api/login", { body: { username_l: name, password_l } })).status === 200;

describe("Changing a password", () => {
  it("requires the current one; the new one signs in from then on, the old one never again.", async () => {
    const user = await app.user();
    const reply = await change(await app.as(user), user.id);
    expect(reply.status).toBe(200);
    expect([await comesIn(user.name, password), await comesIn(user.name, wanted)]).toEqual([false, true]);
  });

  it("ends every other session, and renews the caller's own.", async () => {
    const user = await app.user();
    const [here, there] = [await app.as(user), await app.as(user)];
    const before = sessionToken(here);
    await change(here, user.id);
    expect(await there.refused("GET /api/user")).toMatchObject({ status: 401, code: "SESSION_TERMINATED" });
    expect(await here.call("GET /api/user")).toMatchObject({ id: user.id });
    expect(sessionToken(here)).not.toBe(before);
    const stolen = await fetch(new URL("/api/user", app.origin), {
      headers: { cookie: `sitewalk_session=${before}` },
    });
    expect([stolen.status, await stolen.json()]).toMatchObject([401, { status: "error" }]);
    const reasons = await app.database.db
      .selectFrom("sessions")
      .select("end_reason")
      .where("id_user", "=", user.id)
      .where("ended_at", "is not", null)
      .execute();
    expect(reasons).toEqual([{ end_reason: "revoked" }]);
  });

  it("with a wrong current password is refused and changes nothing.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    expect(codeOf(await change(client, user.id, { current_password: "wrong wrong" }))).toBe("PASSWORD_WRONG");
    expect(await comesIn(user.name, password)).toBe(true);
  });

  it("refuses common passwords, the user's own name, and short ones, at the field.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    for (const new_password of ["password123", "qwertyuiop", user.name, `${user.name}@example.org`])
      expect((await change(client, user.id, { new_password })).body).toMatchObject({
        code: "PASSWORD_COMMON",
        errors: { new_password: ["auth.password_common"] },
      });
    expect((await change(client, user.id, { new_password: "short" })).body).toMatchObject({
      code: "VALIDATION",
      errors: { new_password: ["auth.password_short"] },
    });
  });

  it("refuses ids in path and body that differ.", async () => {
    const [user, other] = [await app.user(), await app.user()];
    const reply = await change(await app.as(user), user.id, { target_id_user: other.id });
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { target_id_user: ["users.target_differs"] } },
    });
    expect(await comesIn(other.name, password)).toBe(true);
  });

  it("of another account answers like an unknown account, also to an administrator.", async () => {
    const other = await app.user();
    for (const role of ["user", "administrator"] as const) {
      const reply = await change(await app.as(await app.user({ role })), other.id);
      expect([reply.status, codeOf(reply)]).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("of another user is the super admin's, with their own password; that user's sessions end.", async () => {
    const user = await app.user();
    const theirs = await app.as(user);
    const admin = await app.as(await app.user({ role: "super_admin" }));
    expect(codeOf(await change(admin, user.id, { current_password: "not his own" }))).toBe("PASSWORD_WRONG");
    expect((await change(admin, user.id)).status).toBe(200);
    expect(await theirs.refused("GET /api/user")).toMatchObject({ code: "SESSION_TERMINATED" });
    await admin.call("GET /api/user");
    expect(await comesIn(user.name, wanted)).toBe(true);
  });

  it("is refused for an account without one, which sets its first one elsewhere.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    await app.database.db
      .updateTable("users")
      .set({ password_hash: null })
      .where("id", "=", user.id)
      .execute();
    expect(codeOf(await change(client, user.id))).toBe("PASSWORD_WRONG");
  });
});

describe("The owner of a changed password", () => {
  let server: TestSmtp;
  beforeAll(async () => {
    server = await testSmtp();
    await setUpMail(app, server);
  });
  afterAll(() => server.close());

  it("is notified by email and alert, and an earlier recovery link is invalidated.", async () => {
    const user = await app.user();
    const address = `${user.name}@example.org`;
    await app.guest().call("POST /api/password/email", { body: { username_f: user.name } });
    const token = tokenOf((await server.next(address)).link);
    const client = await app.as(user);
    await change(client, user.id);
    expect((await server.next(address)).mail.subject).toBe(
      mailText("en", "mail.password_changed.subject", { site: "Sitewalk" }),
    );
    const { items } = await client.call("GET /api/sessions/alerts");
    expect(items[0]).toMatchObject({ kind: "password_changed" });
    const body = { token, password: "yet another sentence" };
    expect(await app.guest().refused("POST /api/password/reset", { body })).toMatchObject({
      code: "LINK_INVALID",
    });
  });
});

describe("Checking whether a password is right", () => {
  it("answers yes and no.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    const ask = (text: string) =>
      client.call("POST /api/users/{id}/verify-password", {
        params: { id: user.id },
        body: { password: text },
      });
    expect(await ask(password)).toEqual({ valid: true });
    expect(await ask("wrong wrong")).toEqual({ valid: false });
    expect(await ask("")).toEqual({ valid: false });
  });

  it("answers no for an account without a password.", async () => {
    const user = await app.user();
    const client = await app.as(user);
    await app.database.db
      .updateTable("users")
      .set({ password_hash: null })
      .where("id", "=", user.id)
      .execute();
    const input = { params: { id: user.id }, body: { password } };
    expect(await client.call("POST /api/users/{id}/verify-password", input)).toEqual({ valid: false });
  });
});

describe("Guessing", () => {
  it("has to wait after ten wrong passwords, whichever call is used.", async () => {
    const strict = await testApp({ rateFactor: 1 });
    try {
      const user = await strict.user();
      const client = await strict.as(user);
      const params = { id: user.id };
      const { perAccount } = limits.attempts;
      for (let guess = 0; guess < perAccount; guess += 2) {
        const verify = { params, body: { password: `guess ${guess}` } };
        expect((await client.call("POST /api/users/{id}/verify-password", verify)).valid).toBe(false);
        const body = { current_password: `guess ${guess}`, new_password: wanted };
        expect(codeOf(await client.raw(route, { params, body }))).toBe("PASSWORD_WRONG");
      }
      const body = { current_password: password, new_password: wanted };
      const reply = await client.raw(route, { params, body });
      expect(reply).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      const email = { email: "thief@example.org", current_password: password };
      expect((await client.raw("PUT /api/users/{id}", { params, body: email })).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
