import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { changeSettings } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";

let app: TestApp;
let admin: TestClient;
let adminId: number;
beforeAll(async () => {
  app = await testApp();
  const user = await app.user({ role: "super_admin", name: "the-admin" });
  adminId = user.id;
  admin = await app.as(user);
});
afterAll(() => app.close());

const namesOf = ({ items }: { items: readonly { username: string }[] }) =>
  items.map(({ username }) => username);

describe("The list of accounts", () => {
  beforeAll(async () => {
    const rows = [
      { name: "list-zoe", role: "administrator", company: "North Crane", at: "2026-01-01" },
      { name: "list-abe", role: "user", company: "", at: "2026-01-03" },
      { name: "list-max", role: "super_admin", company: "100% Concrete", at: "2026-01-02" },
    ] as const;
    for (const { name, role, company, at } of rows) {
      const { id } = await app.user({ name, role });
      await app.database.db
        .updateTable("users")
        .set({ company, first_name: name.slice(5), last_name: "Listed", created_at: new Date(at) })
        .where("id", "=", id)
        .execute();
    }
  });

  it("is visible to the super admin alone.", async () => {
    for (const role of ["user", "administrator"] as const) {
      const client = await app.as(await app.user({ role }));
      expect(await client.refused("GET /api/users")).toMatchObject({
        status: 403,
        code: "FORBIDDEN",
        message: "You do not have permission to perform this action.",
      });
    }
    expect(await app.guest().refused("GET /api/users")).toMatchObject({ status: 401 });
  });

  it("finds by name, user name, address and company; treats search wildcards literally.", async () => {
    const found = async (search: string) =>
      namesOf(await admin.call("GET /api/users", { query: { search } }));
    expect(await found("zoe list")).toEqual(["list-zoe"]);
    expect(await found("LIST-A")).toEqual(["list-abe"]);
    expect(await found("list-max@example")).toEqual(["list-max"]);
    expect(await found("north crane")).toEqual(["list-zoe"]);
    expect(await found("100%")).toEqual(["list-max"]);
    expect(await found("%")).toEqual(["list-max"]);
    expect(await found("nobody at all")).toEqual([]);
  });

  it("filters by role and status, sorts four ways and pages.", async () => {
    const query = { search: "Listed" };
    const listed = async (more: object) =>
      namesOf(await admin.call("GET /api/users", { query: { ...query, ...more } }));
    expect(await listed({})).toEqual(["list-abe", "list-max", "list-zoe"]);
    expect(await listed({ sort: "created" })).toEqual(["list-abe", "list-max", "list-zoe"]);
    expect(await listed({ sort: "role" })).toEqual(["list-max", "list-zoe", "list-abe"]);
    await app.as({ name: "list-zoe" });
    expect((await listed({ sort: "seen" }))[0]).toBe("list-zoe");
    expect(await listed({ role: "administrator" })).toEqual(["list-zoe"]);
    expect(await listed({ state: "locked" })).toEqual([]);
    const second = await admin.call("GET /api/users", { query: { ...query, page: 2, per_page: 2 } });
    expect(second).toMatchObject({ total: 3, page: 2, per_page: 2 });
    expect(namesOf(second)).toEqual(["list-zoe"]);
    const behind = await admin.call("GET /api/users", { query: { ...query, page: 9 } });
    expect(behind).toMatchObject({ items: [], total: 3 });
  });

  it("shows for each who they are, their status and their last sign-in.", async () => {
    const { items } = await admin.call("GET /api/users", { query: { search: "the-admin" } });
    expect(items).toEqual([
      {
        id: adminId,
        username: "the-admin",
        first_name: "Test",
        last_name: "Person",
        email: "the-admin@example.org",
        avatar: null,
        company: "",
        role: "super_admin",
        is_demo: false,
        state: "active",
        "2fa_enabled": false,
        created_at: expect.stringMatching(/^\d{4}-/),
        last_seen_at: expect.stringMatching(/^\d{4}-/),
      },
    ]);
  });
});

describe("A new account", () => {
  it("created with a password can be used at once.", async () => {
    const { user, invitation_link } = await admin.call("POST /api/users", {
      body: { email: "quick@example.org", username: "quick", password, role: "administrator" },
    });
    expect(user).toMatchObject({ username: "quick", role: "administrator", state: "active" });
    expect(invitation_link).toBeNull();
    const client = await app.as({ name: "quick" });
    expect(await client.call("GET /api/user")).toMatchObject({ id: user.id, role: "administrator" });
  });

  it("is invited without one, by a link where email is not set up, and cannot sign in before.", async () => {
    const { user, invitation_link } = await admin.call("POST /api/users", {
      body: { email: "by-link@example.org", first_name: "By" },
    });
    expect(user).toMatchObject({ username: "by-link@example.org", state: "invited", role: "user" });
    const token = tokenOf(invitation_link ?? "");
    expect(invitation_link).toContain(`/activate/${token}`);
    await app.guest().call("POST /api/activate-account", {
      body: { token, username: "by-link", password },
    });
    const client = await app.as({ name: "by-link" });
    expect(await client.call("GET /api/user")).toMatchObject({ id: user.id, first_name: "By" });
    const used = { token, username: "by-link-2", password };
    expect(await app.guest().refused("POST /api/activate-account", { body: used })).toMatchObject({
      code: "LINK_INVALID",
    });
  });

  it("accepts both spellings of administrator in any case, and writes one.", async () => {
    for (const [at, role] of [
      "administrator",
      "admininstrator",
      "Administrator",
      "ADMININSTRATOR",
    ].entries()) {
      const body = { email: `spelt-${at}@example.org`, role, password };
      const reply = await admin.raw("POST /api/users", { body });
      expect(reply.body).toMatchObject({ data: { user: { role: "administrator" } } });
    }
    const { rows } = await app.database.pool.query<{ role: string }>(
      "select distinct role from users where email like 'spelt-%'",
    );
    expect(rows).toEqual([{ role: "administrator" }]);
    const body = { email: "chief@example.org", role: "chief", password };
    expect(await admin.refused("POST /api/users", { body })).toMatchObject({ code: "VALIDATION" });
  });

  it("reports at the field what is wrong: taken, reserved, no address, a common password.", async () => {
    const { name } = await app.user();
    const refusal = async (body: object) => {
      const { code, errors } = await admin.refused("POST /api/users", { body });
      return [code, errors];
    };
    const email = "fields@example.org";
    expect(await refusal({ email, username: name.toUpperCase() })).toEqual([
      "VALIDATION",
      { username: ["users.username_taken"] },
    ]);
    expect(await refusal({ email: `${name.toUpperCase()}@example.org` })).toEqual([
      "VALIDATION",
      { email: ["users.email_taken"] },
    ]);
    expect(await refusal({ email, username: "Gallery" })).toEqual([
      "VALIDATION",
      { username: ["users.username_reserved"] },
    ]);
    expect(await refusal({ email: "abc" })).toEqual(["VALIDATION", { email: ["users.email_invalid"] }]);
    expect(await refusal({ email, username: "fields", password: "password123" })).toEqual([
      "PASSWORD_COMMON",
      { password: ["auth.password_common"] },
    ]);
    const { total } = await admin.call("GET /api/users", { query: { search: email } });
    expect(total).toBe(0);
  });

  it("can be created by the super admin alone.", async () => {
    const client = await app.as(await app.user({ role: "administrator" }));
    const body = { email: "refused@example.org" };
    expect(await client.refused("POST /api/users", { body })).toMatchObject({ status: 403 });
  });
});

describe("Where email is set up, a new account", () => {
  let server: TestSmtp;
  beforeAll(async () => {
    server = await testSmtp();
    await setUpMail(app, server);
  });
  afterAll(async () => {
    await changeSettings(app, { smtp_host: "" });
    await server.close();
  });

  it("gets its invitation by email, in the selected language, and the link goes to no one else.", async () => {
    const { invitation_link } = await admin.call("POST /api/users", {
      body: { email: "by-mail@example.org", language: "ar" },
    });
    expect(invitation_link).toBeNull();
    const { mail, link } = await server.next("by-mail@example.org");
    expect(mail.html).toContain('dir="rtl"');
    await app.guest().call("POST /api/activate-account", {
      body: { token: tokenOf(link), username: "by-mail", password },
    });
    expect(await (await app.as({ name: "by-mail" })).call("GET /api/user")).toMatchObject({ language: "ar" });
  });
});

describe("The signed-in user", () => {
  it("gets their own data: name, address, picture, role and flags.", async () => {
    const roles = [
      { role: "user", isDemo: false },
      { role: "user", isDemo: true },
      { role: "administrator", isDemo: false },
      { role: "super_admin", isDemo: false },
    ] as const;
    for (const { role, isDemo } of roles) {
      const user = await app.user({ role, isDemo });
      expect(await (await app.as(user)).call("GET /api/user")).toMatchObject({
        id: user.id,
        username: user.name,
        first_name: "Test",
        last_name: "Person",
        email: `${user.name}@example.org`,
        avatar: null,
        cover_image: null,
        code: expect.stringMatching(/^\w{12,}$/),
        language: "en",
        role,
        super_admin: role === "super_admin",
        is_demo: isDemo,
        "2fa_enabled": false,
        adsk_auth: false,
        can: { create_project: role !== "user", administer: role === "super_admin" },
      });
    }
  });
});

describe("One account", () => {
  it("is shown to its owner and to super admins, and to no one else.", async () => {
    const user = await app.user();
    const own = await app.as(user);
    const params = { id: user.id };
    for (const [client, administer] of [[own, false] as const, [admin, true] as const]) {
      expect(await client.call("GET /api/users/{id}", { params })).toMatchObject({
        id: user.id,
        email: `${user.name}@example.org`,
        role: "user",
        state: "active",
        super_admin: false,
        can: { view: true, edit: true, change_password: true, administer },
      });
    }
    const other = await app.as(await app.user({ role: "administrator" }));
    for (const route of [
      "GET /api/users/{id}",
      "GET /api/users/{id}/profile",
      "GET /api/users/{id}/activity-logs",
      "PUT /api/users/{id}",
      "PUT /api/users/{id}/change-password",
      "POST /api/users/{id}/verify-password",
    ] as const) {
      const body = { current_password: password, new_password: password, password };
      expect(
        (await other.refused(route, { params, ...(route.startsWith("GET") ? {} : { body }) })).status,
      ).toBe(404);
    }
    expect((await own.refused("GET /api/users/{id}", { params: { id: 99_999_999 } })).status).toBe(404);
  });
});
