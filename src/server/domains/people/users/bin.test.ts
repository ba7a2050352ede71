import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "#contract/index.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { signInAs } from "#test/sign-in.ts";
import { createAccountBin } from "./bin.ts";
import { createUsersRepository } from "./users.repository.ts";

let app: TestApp;
let admin: TestClient;
let adminId: number;
const db = () => app.database.db;
beforeAll(async () => {
  app = await testApp({ environment: { DEMO: "on" } });
  const user = await app.user({ role: "super_admin" });
  adminId = user.id;
  admin = await app.as(user);
});
afterAll(() => app.close());

const remove = (id: number, heir?: number) =>
  admin.call("DELETE /api/users/{id}", {
    params: { id },
    query: heir === undefined ? {} : { id_heir: heir },
  });
const refusedRemoval = (id: number, heir?: number, client = admin) =>
  client.refused("DELETE /api/users/{id}", {
    params: { id },
    query: heir === undefined ? {} : { id_heir: heir },
  });
const restore = (id: number) => admin.call("PUT /api/users/restore/{id}", { params: { id } });
const binned = async () => (await admin.call("GET /api/users/bin")).map(({ id }) => id);
const row = (id: number) => db().selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

describe("Deleting an account", () => {
  it("is the super admin's alone, never their own account and never the last one.", async () => {
    const [somebody, other] = [await app.user({ role: "administrator" }), await app.user()];
    const client = await app.as(somebody);
    expect(await refusedRemoval(other.id, undefined, client)).toMatchObject({ status: 404 });
    expect(await refusedRemoval(somebody.id, undefined, client)).toMatchObject({ status: 403 });
    for (const route of ["GET /api/users/bin", "PUT /api/users/restore/{id}"] satisfies Route[]) {
      const input = route.endsWith("{id}") ? { params: { id: other.id } } : {};
      expect(await client.refused(route, input)).toMatchObject({ status: 403, code: "FORBIDDEN" });
      expect(await app.guest().refused(route, input)).toMatchObject({ status: 401 });
    }
    expect(await refusedRemoval(adminId)).toMatchObject({ code: "LAST_SUPER_ADMIN" });
    const second = await app.user({ role: "super_admin" });
    expect(await refusedRemoval(adminId)).toMatchObject({ code: "NOT_YOURSELF" });
    await remove(second.id);
    expect(await refusedRemoval(999_999)).toMatchObject({ status: 404 });
  });

  it("ends its sessions at once and hides it from every list until it is restored.", async () => {
    const person = await app.user();
    const client = await app.as(person);
    const mate = await app.user({ role: "administrator" });
    const mateClient = await app.as(mate);
    const { id: id_project } = await mateClient.call("POST /api/projects", { body: { name: "Harbour" } });
    await app.join(id_project, person, "editor");
    const { code } = await client.call("GET /api/user");
    const seen = async () => ({
      users: (await admin.call("GET /api/users", { query: { search: person.name } })).total,
      recipients: (await mateClient.call("GET /api/messages/recipients", { query: { search: person.name } }))
        .length,
      team: (await mateClient.call("GET /api/team-members", { query: { id_project } })).members.some(
        ({ id_user }) => id_user === person.id,
      ),
      page: (await app.guest().raw("GET /api/users/code/{code}", { params: { code } })).status,
      own: (await admin.raw("GET /api/users/{id}", { params: { id: person.id } })).status,
    });
    const before = { users: 1, recipients: 1, team: true, page: 200, own: 200 };
    expect(await seen()).toEqual(before);

    await remove(person.id);
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401, code: "SESSION_TERMINATED" });
    expect(await seen()).toEqual({ users: 0, recipients: 0, team: false, page: 404, own: 404 });
    const [entry] = await admin.call("GET /api/users/bin");
    expect(entry).toMatchObject({ id: person.id, email: `${person.name}@example.org`, name: "Test Person" });
    expect(Date.parse(entry?.until ?? "") - Date.parse(entry?.deleted_at ?? "")).toBe(30 * 86_400_000);
    expect(await refusedRemoval(person.id)).toMatchObject({ status: 404 });

    await restore(person.id);
    expect(await seen()).toEqual(before);
    expect(await binned()).not.toContain(person.id);
    expect(await admin.refused("PUT /api/users/restore/{id}", { params: { id: person.id } })).toMatchObject({
      status: 404,
    });
    const again = await app.as(person);
    expect((await again.call("GET /api/user")).id).toBe(person.id);
    // The old session stays ended.
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401 });
    expect((await again.call("GET /api/projects")).items.map(({ id }) => id)).toEqual([id_project]);
    const { items } = await admin.call("GET /api/users/{id}/activity-logs", { params: { id: adminId } });
    expect(items.slice(0, 2).map(({ action, subject }) => [action, subject?.name])).toEqual([
      ["user.restored", person.name],
      ["user.deleted", person.name],
    ]);
  });

  it("locks it: an account locked before stays locked after a restore, an open one is open.", async () => {
    const [open, locked] = [await app.user(), await app.user()];
    await db()
      .updateTable("users")
      .set({ locked_at: new Date(2026, 0, 1) })
      .where("id", "=", locked.id)
      .execute();
    for (const { id } of [open, locked]) {
      await remove(id);
      expect((await row(id))?.locked_at).not.toBeNull();
      await restore(id);
    }
    expect((await row(open.id))?.locked_at).toBeNull();
    expect((await row(locked.id))?.locked_at).toEqual(new Date(2026, 0, 1));
    await expect(
      db().updateTable("users").set({ deleted_at: new Date() }).where("id", "=", open.id).execute(),
    ).rejects.toThrow(/users_bin_is_locked/);
    // Neither its own form nor a bulk call unlocks it.
    await remove(open.id);
    const body = { locked: false };
    expect(await admin.refused("PUT /api/users/{id}", { params: { id: open.id }, body })).toMatchObject({
      status: 404,
    });
  });

  it("signs no one in by password, demo sign-in, recovery, activation, invitation or project invitation.", async () => {
    const person = await app.user();
    const { id, name } = person;
    const email = `${name}@example.org`;
    const tokens = { activation: newToken(), invitation: newToken(), recovery: newToken() };
    for (const [kind, token] of Object.entries(tokens))
      await db()
        .insertInto("account_tokens")
        .values({
          kind: kind as keyof typeof tokens,
          token_hash: hashToken(token),
          id_user: id,
          email,
          expires_at: sql<Date>`now() + interval '1 hour'`,
        })
        .execute();
    await remove(id);
    expect(await signInAs(app.guest(), person)).toMatchObject({
      status: 422,
      body: { code: "INVALID_CREDENTIALS" },
    });
    const chosen = { username: `${name}-new`, password };
    for (const awaiting of [null, "activation", "invitation"] as const) {
      await db().updateTable("users").set({ awaiting }).where("id", "=", id).execute();
      for (const token of [tokens.activation, tokens.invitation])
        expect(
          await app.guest().refused("POST /api/activate-account", { body: { token, ...chosen } }),
        ).toMatchObject({ code: "LINK_INVALID" });
      expect(
        await app.guest().refused("POST /api/password/reset", {
          body: { token: tokens.recovery, password: "another long password" },
        }),
      ).toMatchObject({ code: "LINK_INVALID" });
    }
    await db().updateTable("users").set({ awaiting: null }).where("id", "=", id).execute();

    const owner = await app.as(await app.user({ role: "administrator" }));
    const { id: id_project } = await owner.call("POST /api/projects", { body: { name: "Quay" } });
    expect(
      await owner.refused("POST /api/team-members/invite-team-member", {
        body: { id_project, email, role: "viewer" },
      }),
    ).toMatchObject({ code: "VALIDATION", errors: { email: ["users.email_deleted"] } });
    const token = newToken();
    await db()
      .insertInto("project_invitations")
      .values({
        id_project,
        email,
        role: "viewer",
        message: "",
        id_inviter: null,
        id_user: null,
        is_mailed: true,
        token_hash: hashToken(token),
        expires_at: sql<Date>`now() + interval '1 hour'`,
      })
      .execute();
    expect(
      await app.guest().refused("POST /api/activate-account", { body: { token, ...chosen } }),
    ).toMatchObject({ code: "LINK_INVALID" });

    const demo = await db()
      .selectFrom("users")
      .select("id")
      .where("is_demo", "=", true)
      .executeTakeFirstOrThrow();
    const heir = await app.user();
    await remove(demo.id, heir.id);
    expect(await app.guest().refused("POST /api/demo-login")).toMatchObject({ code: "DEMO_OFF" });
  });

  it("leaves one of the last two super admins when they delete each other at the same moment.", async () => {
    const give = (role: "user" | "super_admin") =>
      db().updateTable("users").set({ role }).where("id", "=", adminId).execute();
    const one = await app.user({ role: "super_admin" });
    const other = await app.user({ role: "super_admin" });
    const clients = [await app.as(one), await app.as(other)] as const;
    await give("user");
    const replies = await Promise.all([
      clients[0].raw("DELETE /api/users/{id}", { params: { id: other.id } }),
      clients[1].raw("DELETE /api/users/{id}", { params: { id: one.id } }),
    ]);
    await give("super_admin");
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 401, 422].includes(status))).toBe(true);
    const gone = [(await row(one.id))?.deleted_at, (await row(other.id))?.deleted_at];
    expect(gone.filter((at) => at === null)).toHaveLength(1);
    await db().updateTable("users").set({ role: "user" }).where("id", "in", [one.id, other.id]).execute();
  });

  it("keeps its name and address taken, and shows the super admin why.", async () => {
    const person = await app.user();
    const email = `${person.name.toUpperCase()}@example.org`;
    await remove(person.id);
    const make = (body: { email: string; username?: string }) => admin.refused("POST /api/users", { body });
    expect(await make({ email })).toMatchObject({ errors: { email: ["users.email_in_bin"] } });
    expect(await make({ email: "fresh@example.org", username: person.name.toUpperCase() })).toMatchObject({
      errors: { username: ["users.username_in_bin"] },
    });
    const other = await app.user();
    const change = (client: TestClient, username: string) =>
      client.refused("PUT /api/users/{id}", { params: { id: other.id }, body: { username } });
    expect(await change(admin, person.name)).toMatchObject({
      errors: { username: ["users.username_in_bin"] },
    });
    // Everyone else gets the same answer as for any account.
    expect(await change(await app.as(other), person.name)).toMatchObject({
      errors: { username: ["users.username_taken"] },
    });
  });
});

describe("Projects of a deleted account", () => {
  const owning = async (...names: string[]) => {
    const owner = await app.user({ role: "administrator" });
    const client = await app.as(owner);
    const ids: number[] = [];
    for (const name of names) ids.push((await client.call("POST /api/projects", { body: { name } })).id);
    return { owner, client, ids };
  };
  const rolesIn = async (id_project: number) =>
    Object.fromEntries(
      (
        await db()
          .selectFrom("project_members")
          .select(["id_user", "role"])
          .where("id_project", "=", id_project)
          .execute()
      ).map(({ id_user, role }) => [id_user, role]),
    );

  it("need an heir with an open account, and nothing happens without one.", async () => {
    const { owner, client, ids } = await owning("Heirless");
    expect(await refusedRemoval(owner.id)).toMatchObject({ status: 422, code: "HEIR_REQUIRED" });
    // A project in the bin could be restored.
    await client.call("DELETE /api/projects/{id}", { params: { id: ids[0] ?? 0 } });
    expect(await refusedRemoval(owner.id)).toMatchObject({ code: "HEIR_REQUIRED" });
    const barred = {
      itself: owner.id,
      nobody: 999_999,
      demo: (await app.user({ isDemo: true })).id,
      locked: (await app.user()).id,
      binned: (await app.user()).id,
    };
    await db().updateTable("users").set({ locked_at: new Date() }).where("id", "=", barred.locked).execute();
    await remove(barred.binned);
    for (const id of Object.values(barred))
      expect(await refusedRemoval(owner.id, id)).toMatchObject({
        errors: { id_heir: ["users.heir_unknown"] },
      });
    expect((await client.call("GET /api/user")).id).toBe(owner.id);
  });

  it("go to the heir with all their content, renamed if the heir has that name already, and stay the heir's.", async () => {
    const { owner, client, ids } = await owning("Tower", "Pier");
    const [tower = 0, pier = 0] = ids;
    const heir = await owning("tower ");
    await app.join(pier, heir.owner, "viewer");
    const { id: visit } = await client.call("POST /api/visits", {
      body: { id_project: tower, name: "First walk", visit_date: "2026-03-02T08:00:00Z" },
    });
    await remove(owner.id, heir.owner.id);
    for (const id of ids)
      expect(await rolesIn(id)).toEqual({ [owner.id]: "manager", [heir.owner.id]: "owner" });
    const { items } = await heir.client.call("GET /api/projects", { query: { sort: "name" } });
    expect(items.map(({ name }) => name).sort()).toEqual(["Pier", "Tower (2)", "tower"]);
    expect(await heir.client.call("GET /api/visits/{id}", { params: { id: visit } })).toMatchObject({
      name: "First walk",
    });
    await restore(owner.id);
    expect(await rolesIn(tower)).toEqual({ [owner.id]: "manager", [heir.owner.id]: "owner" });
  });
});

describe("The bin of accounts", () => {
  it("is emptied after thirty days; invoices and activity stay, and a project is never left without an owner.", async () => {
    const [old, young, late] = [await app.user(), await app.user(), await app.user()];
    const owner = await app.as(await app.user({ role: "administrator" }));
    const { id: id_project } = await owner.call("POST /api/projects", { body: { name: "Dock" } });
    for (const { id } of [old, young, late]) await remove(id);
    for (const [{ id }, days] of [
      [old, 31],
      [young, 29],
      [late, 31],
    ] as const)
      await db()
        .updateTable("users")
        .set({ deleted_at: sql<Date>`now() - make_interval(days => ${days})` })
        .where("id", "=", id)
        .execute();
    await app.join(id_project, late, "owner");
    await db()
      .insertInto("activity")
      .values({
        id_user: old.id,
        action: "visit.created",
        id_project,
        address: "::1",
        subject_kind: null,
        id_subject: null,
      })
      .execute();
    await db()
      .insertInto("invoices")
      .values({
        number: "INV-2026-90001",
        year: 2026,
        sequence: 90_001,
        id_user: old.id,
        customer: "{}",
        seller: "{}",
        billing_start: "2026-01-01",
        billing_end: "2026-02-01",
        currency: "USD",
        subtotal: 100,
        tax: 0,
        total: 100,
      } as never)
      .execute();
    const bin = createAccountBin({
      db: db(),
      repository: createUsersRepository(db()),
      ends: { one: async () => false, ofUser: async () => 0 },
      estate: { count: async () => 0, handOver: async () => undefined },
    });
    expect(await bin.purge()).toBe(1);
    expect(await bin.purge()).toBe(0);
    expect(await row(old.id)).toBeUndefined();
    expect(await row(young.id)).toBeDefined();
    expect(await row(late.id)).toBeDefined();
    const left = await db()
      .selectFrom("activity")
      .select("id_user")
      .where("action", "=", "visit.created")
      .where("id_project", "=", id_project)
      .execute();
    expect(left).toEqual([{ id_user: null }]);
    const bills = await db()
      .selectFrom("invoices")
      .select(["number", "id_user"])
      .where("number", "=", "INV-2026-90001")
      .execute();
    expect(bills).toEqual([{ number: "INV-2026-90001", id_user: null }]);
    // The name is free after deletion.
    const { user } = await admin.call("POST /api/users", {
      body: { email: `${old.name}@example.org`, password },
    });
    expect(user.email).toBe(`${old.name}@example.org`);
  });
});
