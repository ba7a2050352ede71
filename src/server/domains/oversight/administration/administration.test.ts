import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Api, Route } from "#contract/index.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { signInAs } from "#test/sign-in.ts";
import { createActivityLog } from "./activity-log.ts";

let app: TestApp;
let admin: TestClient;
let adminId: number;
const db = () => app.database.db;
beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date("2026-03-31T23:30:00Z") } });
  const user = await app.user({ role: "super_admin", name: "the-chief" });
  adminId = user.id;
  admin = await app.as(user);
});
afterAll(() => app.close());

type Query = z.input<Api["GET /api/activity"]["query"]>;

/** Lines of a table without its head. */
async function table(route: Route, query: object, client = admin): Promise<string[]> {
  const { status, headers, body } = await client.raw(route, { query });
  expect(status, String(body)).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; .*2026-03-31\.csv/);
  const lines = String(body).split("\r\n");
  expect(lines.pop()).toBe("");
  return lines.slice(1);
}

it("The log, the tables and bulk changes of accounts are for super admins only", async () => {
  const client = await app.as(await app.user({ role: "administrator" }));
  const bulk = { body: { ids: [adminId], action: "lock" } };
  for (const [route, input] of [
    ["GET /api/activity", {}],
    ["GET /api/activity/export", {}],
    ["GET /api/users/export", {}],
    ["PUT /api/users/bulk", bulk],
  ] satisfies [Route, object][]) {
    expect(await client.refused(route, input), route).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await app.guest().refused(route, input), route).toMatchObject({ status: 401 });
  }
});

describe("the log of the platform", () => {
  let owner: { id: number; name: string };
  let project: number;
  beforeAll(async () => {
    owner = await app.user({ role: "administrator" });
    const client = await app.as(owner);
    ({ id: project } = await client.call("POST /api/projects", { body: { name: "=Quay 100%" } }));
    const rows = [
      { id_user: owner.id, action: "visit.created", subject_name: "Hall, north", at: "2026-01-31T23:59:59Z" },
      { id_user: owner.id, action: "visit.changed", subject_name: "Hall, north", at: "2026-02-01T00:00:00Z" },
      { id_user: null, action: "visit_x.changed", subject_name: "Gone", at: "2026-02-02T12:00:00Z" },
    ];
    for (const { at, ...row } of rows)
      await db()
        .insertInto("activity")
        .values({
          ...row,
          subject_kind: "visit",
          id_subject: 3,
          changed: row.action === "visit.changed" ? ["name", "visit_date"] : [],
          id_project: row.id_user === null ? null : project,
          address: "192.0.2.7",
          created_at: new Date(at),
        })
        .execute();
  });
  const found = async (query: Query) => {
    const { items, total } = await admin.call("GET /api/activity", { query });
    expect(total).toBe(items.length);
    return items.map(({ action }) => action);
  };

  it("lists all actions with user, subject, location and project, newest first", async () => {
    const { items } = await admin.call("GET /api/activity", { query: { action: "visit.changed" } });
    expect(items).toEqual([
      {
        id: expect.any(Number),
        id_user: owner.id,
        user_name: "Test Person",
        stand_in: null,
        id_seal: expect.toSatisfy((seal) => seal === null || Number(seal) > 0),
        id_project: project,
        project_name: "=Quay 100%",
        action: "visit.changed",
        subject: { kind: "visit", id: 3, name: "Hall, north" },
        changed: ["name", "visit_date"],
        address: "192.0.2.7",
        created_at: "2026-02-01T00:00:00.000Z",
      },
    ]);
    const { items: all } = await admin.call("GET /api/activity");
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
    expect(all.map(({ action }) => action)).toContain("project.created");
  });

  it("filters by user, project, kind and verb, and days, both included", async () => {
    expect(await found({ action: "visit" })).toEqual(["visit.changed", "visit.created"]);
    expect(await found({ action: "visit_x" })).toEqual(["visit_x.changed"]);
    expect(await found({ action: "visit.created" })).toEqual(["visit.created"]);
    expect(await found({ id_project: project })).toEqual([
      "visit.changed",
      "visit.created",
      "project.created",
    ]);
    expect(await found({ id_user: owner.id, from: "2026-02-01", to: "2026-02-01" })).toEqual([
      "visit.changed",
    ]);
    expect(await found({ action: "visit", to: "2026-01-31" })).toEqual(["visit.created"]);
    expect(await found({ id_user: 999_999 })).toEqual([]);
    for (const query of [{ action: "visit.%" }, { from: "soon" }, { to: "2026-02-30" }])
      expect(await admin.refused("GET /api/activity", { query })).toMatchObject({ status: 422 });
  });

  it("searches names of users, subjects and projects; wildcards are matched literally", async () => {
    expect(await found({ search: owner.name, action: "visit" })).toHaveLength(2);
    expect(await found({ search: "quay 100%", action: "visit" })).toHaveLength(2);
    expect(await found({ search: "hall, NORTH", to: "2026-01-31" })).toEqual(["visit.created"]);
    expect(await found({ search: "192.0.2.7" })).toHaveLength(3);
    expect(await found({ search: "%x%", action: "visit_x" })).toEqual([]);
  });

  it("pages, and lists entries of deleted users without a name", async () => {
    const query = { search: "192.0.2.7", per_page: 2, page: 2 };
    const { items, total } = await admin.call("GET /api/activity", { query });
    expect([total, items.length]).toEqual([3, 1]);
    const [gone] = (await admin.call("GET /api/activity", { query: { action: "visit_x" } })).items;
    expect(gone).toMatchObject({ id_user: null, user_name: "", id_project: null, project_name: "" });
  });

  it("counts up to a limit, opens pages behind it, and continues behind any entry", async () => {
    const log = createActivityLog(db(), { counted: 2, readForShort: 100 });
    const list = (query: { page?: number; before?: number; from?: string }) =>
      log.list({ part: "done", search: "192.0.2.7", page: 1, per_page: 1, ...query });
    const first = await list({});
    expect(first).toMatchObject({ total: 2, is_more: true, rows: [{ action: "visit_x.changed" }] });
    expect(await list({ page: 3 })).toMatchObject({ is_more: true, rows: [{ action: "visit.created" }] });
    const before = first.rows[0]?.id ?? 0;
    expect(await list({ before })).toMatchObject({
      total: 2,
      is_more: false,
      rows: [{ action: "visit.changed" }],
    });
    expect(await list({ from: "2026-02-01" })).toMatchObject({ total: 2, is_more: false });
  });

  it("continues in the order of time within dates, whatever the order of the ids", async () => {
    const at = (time: string) => ({
      id_user: null,
      action: "late.done",
      subject_kind: null,
      id_subject: null,
      subject_name: "",
      address: "",
      id_project: null,
      created_at: new Date(time),
    });
    // The first began before the second, and was written after it.
    await db()
      .insertInto("activity")
      .values([at("2026-01-10T10:00:00Z"), at("2026-01-10T11:00:00Z"), at("2026-01-10T09:00:00Z")])
      .execute();
    const query = { action: "late.done", from: "2026-01-01", per_page: 1 };
    const seen: string[] = [];
    for (let before: number | undefined; seen.length < 4; ) {
      const { items } = await admin.call("GET /api/activity", { query: { ...query, before } });
      const [entry] = items;
      if (entry === undefined) break;
      seen.push(entry.created_at);
      before = entry.id;
    }
    expect(seen).toEqual([
      "2026-01-10T11:00:00.000Z",
      "2026-01-10T10:00:00.000Z",
      "2026-01-10T09:00:00.000Z",
    ]);
  });

  it("is exported as a table, with the same filters, without spreadsheet formulas", async () => {
    expect(await table("GET /api/activity/export", { search: "192.0.2.7" })).toEqual([
      `2026-02-02T12:00:00.000Z,,,visit_x.changed,visit,Gone,,,192.0.2.7`,
      `2026-02-01T00:00:00.000Z,Test Person,${owner.id},visit.changed,visit,"Hall, north",name visit_date,'=Quay 100%,192.0.2.7`,
      `2026-01-31T23:59:59.000Z,Test Person,${owner.id},visit.created,visit,"Hall, north",,'=Quay 100%,192.0.2.7`,
    ]);
  });

  it("is fetched in batches for a table, none twice and none left out, up to a limit", async () => {
    const rows = Array.from({ length: 4500 }, (_, at) => ({
      id_user: owner.id,
      action: "bulk.done",
      subject_kind: null,
      id_subject: null,
      subject_name: String(at),
      address: "",
      id_project: null,
    }));
    await db().insertInto("activity").values(rows).execute();
    const log = createActivityLog(db());
    const names = async (most: number) => {
      const found = new Set<number>();
      let count = 0;
      for await (const { id } of log.all({ part: "done", action: "bulk.done" }, most)) {
        found.add(id);
        count += 1;
      }
      expect(found.size).toBe(count);
      return count;
    };
    expect(await names(50_000)).toBe(4500);
    expect(await names(4100)).toBe(4100);
    expect(await names(2000)).toBe(2000);
  });
});

describe("the table of accounts", () => {
  it("contains the results of the list, in its order and the reader's language, without spreadsheet formulas", async () => {
    const { id } = await app.user({ name: "csv-zoe" });
    const binned = await app.user({ name: "csv-gone" });
    await app.user({ name: "csv-abe", role: "administrator" });
    await db()
      .updateTable("users")
      .set({ first_name: "@SUM(A1)", company: 'Crane, "North"', locked_at: new Date() })
      .where("id", "=", id)
      .execute();
    await admin.call("DELETE /api/users/{id}", { params: { id: binned.id } });
    const lines = await table("GET /api/users/export", { search: "csv-", sort: "role" });
    const day = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
    expect(lines.map((line) => line.replace(/^\d+,/, "").replaceAll(day, "T"))).toEqual([
      "csv-abe,Test,Person,csv-abe@example.org,,Administrator,Active,no,T,",
      `csv-zoe,'@SUM(A1),Person,csv-zoe@example.org,"Crane, ""North""",User,Locked,no,T,`,
    ]);
    expect(await table("GET /api/users/export", { search: "csv-", state: "locked" })).toHaveLength(1);
    expect(await table("GET /api/users/export", { search: "csv-", role: "administrator" })).toHaveLength(1);
    await db().updateTable("users").set({ language: "ar" }).where("id", "=", adminId).execute();
    const [line] = await table("GET /api/users/export", { search: "csv-abe" });
    expect(line).toContain(",مسؤول,");
    await db().updateTable("users").set({ language: "en" }).where("id", "=", adminId).execute();
  });
});

describe("a bulk change of accounts", () => {
  const bulk = (ids: number[], change: object) =>
    admin.call("PUT /api/users/bulk", { body: { ids, ...change } as never });
  const rowOf = (id: number) =>
    db().selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  it("locks and unlocks them: sessions end, unchanged ones count, one's own and missing ones are skipped", async () => {
    const [one, two, gone] = [await app.user(), await app.user(), await app.user()];
    const client = await app.as(one);
    await admin.call("DELETE /api/users/{id}", { params: { id: gone.id } });
    const ids = [one.id, two.id, two.id, adminId, gone.id, 999_999];
    expect(await bulk(ids, { action: "lock" })).toEqual({ done: 2, left: 3 });
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401 });
    expect(await bulk(ids, { action: "lock" })).toEqual({ done: 2, left: 3 });
    expect(await signInAs(app.guest(), two)).toMatchObject({ status: 422 });
    expect(await bulk(ids, { action: "unlock" })).toEqual({ done: 2, left: 3 });
    expect(await signInAs(app.guest(), two)).toMatchObject({ status: 200 });
    expect((await rowOf(gone.id)).locked_at).not.toBeNull();
    const { items } = await admin.call("GET /api/activity", {
      query: { action: "user.changed", id_user: adminId },
    });
    expect(items.map(({ subject, changed }) => [subject?.id, changed])).toEqual([
      [two.id, ["locked"]],
      [one.id, ["locked"]],
      [two.id, ["locked"]],
      [one.id, ["locked"]],
    ]);
  });

  it("assigns a role; the caller is skipped, so that one super admin is always left", async () => {
    const [one, chief] = [await app.user(), await app.user({ role: "super_admin" })];
    const ids = [one.id, chief.id, adminId];
    expect(await bulk(ids, { action: "role", role: "administrator" })).toEqual({ done: 2, left: 1 });
    expect([(await rowOf(one.id)).role, (await rowOf(chief.id)).role]).toEqual([
      "administrator",
      "administrator",
    ]);
    expect((await rowOf(adminId)).role).toBe("super_admin");
  });

  it("assigns a plan and removes it; a missing plan changes no account", async () => {
    const [one, two] = [await app.user(), await app.user()];
    const plan = await admin.call("POST /api/plans", { body: { name: "Bulk crew", n_projects: 3 } });
    const planOf = async (user: { name: string }) =>
      (await (await app.as(user)).call("GET /api/user")).plan_info.id_plan;
    const ids = [one.id, two.id, adminId];
    expect(await bulk(ids, { action: "plan", id_plan: plan.id })).toEqual({ done: 2, left: 1 });
    expect([await planOf(one), await planOf(two)]).toEqual([plan.id, plan.id]);
    const unknown = { body: { ids, action: "plan", id_plan: 999_999 } } as const;
    expect(await admin.refused("PUT /api/users/bulk", unknown)).toMatchObject({ status: 404 });
    expect(await planOf(one)).toBe(plan.id);
    expect(await bulk([one.id], { action: "plan", id_plan: null })).toEqual({ done: 1, left: 0 });
    expect(
      (await db().selectFrom("subscription_plans").selectAll().where("to_day", "is", null).execute()).length,
    ).toBe(1);
  });

  it("rejects an invalid request", async () => {
    const refused = async (body: object) =>
      (await admin.refused("PUT /api/users/bulk", { body: { ids: [adminId], ...body } })).errors;
    expect(await refused({ action: "role" })).toEqual({ role: ["users.role_required"] });
    expect(await refused({ action: "plan" })).toEqual({ id_plan: ["users.plan_required"] });
    expect(await refused({ action: "delete" })).toBeDefined();
    expect(await refused({ ids: [], action: "lock" })).toBeDefined();
  });
});
