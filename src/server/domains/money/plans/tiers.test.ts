import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Route } from "#contract/index.ts";
import { type Person, person } from "#server/domains/installation/notifications/news.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { readProjectCharges } from "../billing/read-charges.ts";
import { findTier, type Size } from "./size-tiers.ts";
import { monthsUpTo } from "./usage.ts";

let app: TestApp;
let admin: TestClient;
let owner: Person;
let stranger: Person;
const db = () => app.database.db;
beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date("2026-03-31T23:30:00Z") } });
  admin = await app.as(await app.user({ role: "super_admin" }));
  owner = await person(app, { role: "administrator" });
  stranger = await person(app, { role: "administrator" });
});
afterAll(() => app.close());
beforeEach(async () => {
  await db().deleteFrom("project_tiers").execute();
});

const made = (body: { name: string; price: number } & Record<string, unknown>) =>
  admin.call("POST /api/project-tiers", { body });
const project = async (size: Partial<Omit<Size, "id">>, who = owner) => {
  const { id } = await who.client.call("POST /api/projects", { body: { name: `Site ${Math.random()}` } });
  await db().updateTable("projects").set(size).where("id", "=", id).execute();
  return id;
};
const find = async (client: TestClient, body: Record<string, number>) =>
  (await client.call("POST /api/project-tiers/find-tier", { body })).tier?.name ?? null;
const names = (tiers: readonly { name: string }[]) => tiers.map(({ name }) => name);

describe("size tiers", () => {
  it("are created, read, changed and deleted by a super admin, each change in the log", async () => {
    const tier = await made({ name: "Small", area: 500, num_floors: 3, price: 900 });
    expect(tier).toEqual({
      id: tier.id,
      name: "Small",
      area: 500,
      num_buildings: null,
      num_floors: 3,
      project_id: null,
      price: 900,
      currency: "USD",
      active: true,
      projects: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-/),
      can: { edit: true, delete: true },
    });
    const params = { id: tier.id };
    const changed = await admin.call("PUT /api/project-tiers/{id}", {
      params,
      body: { price: 1200, num_floors: null, area: 500 },
    });
    expect(changed).toMatchObject({ name: "Small", area: 500, num_floors: null, price: 1200 });
    expect(await admin.call("GET /api/project-tiers/{id}", { params })).toEqual(changed);
    await admin.call("DELETE /api/project-tiers/{id}", { params });
    expect(await admin.refused("GET /api/project-tiers/{id}", { params })).toMatchObject({ status: 404 });
    const log = await db()
      .selectFrom("activity")
      .select(["action", "changed", "subject_name"])
      .where("subject_kind", "=", "tier")
      .where("id_subject", "=", tier.id)
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { action: "tier.created", changed: [], subject_name: "Small" },
      { action: "tier.changed", changed: ["num_floors", "price"], subject_name: "Small" },
      { action: "tier.deleted", changed: [], subject_name: "Small" },
    ]);
  });

  it("cannot be changed by anyone else; guests see none", async () => {
    const { id } = await made({ name: "Small", price: 900 });
    const body = { name: "Free", price: 0 };
    for (const [route, input] of [
      ["POST /api/project-tiers", { body }],
      ["PUT /api/project-tiers/{id}", { params: { id }, body }],
      ["DELETE /api/project-tiers/{id}", { params: { id } }],
      ["GET /api/project-tiers/admin/stats", {}],
    ] satisfies [Route, object][])
      expect(await owner.client.refused(route, input), route).toMatchObject({ status: 403 });
    expect(await app.guest().refused("GET /api/project-tiers")).toMatchObject({ status: 401 });
    expect((await owner.client.call("GET /api/project-tiers"))[0]).toMatchObject({
      name: "Small",
      can: { edit: false, delete: false },
    });
  });

  it("reject an invalid name, size, price or project", async () => {
    const refused = async (body: object) =>
      (await admin.refused("POST /api/project-tiers", { body: { name: "A", price: 1, ...body } })).errors;
    expect(await refused({ name: " " })).toEqual({ name: ["plans.tiers.name_required"] });
    expect(await refused({ name: "x".repeat(101) })).toEqual({ name: ["plans.tiers.name_long"] });
    expect(await refused({ area: -1 })).toEqual({ area: ["plans.tiers.size_range"] });
    expect(await refused({ num_floors: 1.5 })).toEqual({ num_floors: ["plans.tiers.size_range"] });
    expect(await refused({ price: -1 })).toEqual({ price: ["money.price_range"] });
    expect(await refused({ price: 9.99 })).toEqual({ price: ["money.price_range"] });
    expect(await refused({ project_id: 999_999 })).toEqual({ project_id: ["plans.tiers.project_unknown"] });
  });

  it("hide inactive tiers, those of another owner's project, and the numbers of projects", async () => {
    const id = await project({ area: 100 });
    const own = await made({ name: "Agreed", price: 100, project_id: id });
    const old = await made({ name: "Old", price: 200, active: false });
    await made({ name: "All", price: 300 });
    expect(names(await admin.call("GET /api/project-tiers"))).toEqual(["Agreed", "Old", "All"]);
    expect(names(await owner.client.call("GET /api/project-tiers"))).toEqual(["Agreed", "All"]);
    const seen = await stranger.client.call("GET /api/project-tiers");
    expect(names(seen)).toEqual(["All"]);
    expect(seen[0]?.projects).toBeNull();
    for (const hidden of [own.id, old.id])
      expect(
        await stranger.client.refused("GET /api/project-tiers/{id}", { params: { id: hidden } }),
      ).toMatchObject({ status: 404 });
    // A member is no owner: the project's price is hidden from them.
    const mate = await person(app);
    await app.join(id, mate, "manager");
    expect(names(await mate.client.call("GET /api/project-tiers"))).toEqual(["All"]);
    const { projects } = await admin.call("GET /api/project-tiers/{id}", { params: { id: own.id } });
    expect(projects).toBe(1);
  });
});

describe("the size tier of a project", () => {
  it("is the first whose maxima contain it, smallest first; without a match there is none", async () => {
    await made({ name: "Large", area: 5000, num_floors: 40, price: 3000 });
    await made({ name: "Small", area: 500, num_floors: 3, price: 900 });
    await made({ name: "Wide", area: 500, num_floors: 10, price: 1500 });
    const { client } = stranger;
    expect(await find(client, { area: 500, num_buildings: 9, num_floors: 3 })).toBe("Small");
    expect(await find(client, { area: 500.5, num_buildings: 1, num_floors: 3 })).toBe("Large");
    expect(await find(client, { area: 10, num_floors: 4 })).toBe("Wide");
    expect(await find(client, {})).toBe("Small");
    expect(await find(client, { area: 5001 })).toBeNull();
    expect(await find(client, { num_floors: 41 })).toBeNull();
  });

  it("is visible to its owner and super admins, with its own tier before those for all", async () => {
    const id = await project({ area: 400, num_floors: 2 });
    await made({ name: "Small", area: 500, price: 900 });
    expect(await find(owner.client, { project_id: id })).toBe("Small");
    await made({ name: "Agreed", price: 5000, project_id: id });
    expect(await find(owner.client, { id_project: id })).toBe("Agreed");
    expect(await find(admin, { id_project: id })).toBe("Agreed");
    expect(await find(owner.client, { area: 400 })).toBe("Small");
    for (const route of ["find-tier", "check-upgrade"] as const)
      expect(
        await stranger.client.refused(`POST /api/project-tiers/${route}`, {
          body: { project_id: id, area: 1, num_buildings: 1, num_floors: 1 },
        }),
      ).toMatchObject({ status: 404 });
    await owner.client.call("DELETE /api/projects/{id}", { params: { id } });
    expect(
      await owner.client.refused("POST /api/project-tiers/find-tier", { body: { project_id: id } }),
    ).toMatchObject({ status: 404 });
  });

  it("costs more for a bigger size: needs an upgrade, by so much a month", async () => {
    const id = await project({ area: 400, num_buildings: 1, num_floors: 2 });
    await made({ name: "Small", area: 500, price: 900 });
    await made({ name: "Large", area: 5000, price: 3000 });
    const check = (area: number, more = {}) =>
      owner.client.call("POST /api/project-tiers/check-upgrade", {
        body: { project_id: id, area, num_buildings: 1, num_floors: 2, ...more },
      });
    expect(await check(500)).toMatchObject({
      needs_upgrade: false,
      current: { name: "Small" },
      required: { name: "Small" },
      difference: 0,
    });
    expect(await check(501)).toMatchObject({
      needs_upgrade: true,
      current: { name: "Small" },
      required: { name: "Large" },
      difference: 2100,
    });
    expect(await check(5001)).toMatchObject({ needs_upgrade: false, required: null, difference: -900 });
    expect(await check(10, { project_id: undefined })).toMatchObject({
      needs_upgrade: true,
      current: null,
      required: { name: "Small" },
      difference: 900,
    });
  });

  it("is the same in the call and on the invoice, whatever tiers exist", async () => {
    const id = await project({ area: 1 });
    const max = fc.option(fc.integer({ min: 0, max: 4 }), { freq: 2 });
    const band = fc.record({ area: max, num_buildings: max, num_floors: max, price: fc.nat(3) });
    const size = fc.record({ area: fc.nat(5), num_buildings: fc.nat(5), num_floors: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(band, fc.boolean()), { maxLength: 5 }), size, async (bands, of) => {
        await db().deleteFrom("project_tiers").execute();
        for (const [at, [values, isOwn]] of bands.entries())
          await db()
            .insertInto("project_tiers")
            .values({ ...values, name: `T${at}`, id_project: isOwn ? id : null })
            .execute();
        await db().updateTable("projects").set(of).where("id", "=", id).execute();
        const found = await findTier(db(), { id, ...of });
        const [billed] = (await readProjectCharges(db(), owner.id)).filter((one) => one.id_project === id);
        expect([billed?.tier, billed?.price]).toEqual([found?.name ?? "", found?.price ?? 0]);
        const holding = bands.filter(([b]) =>
          (["area", "num_buildings", "num_floors"] as const).every((key) => of[key] <= (b[key] ?? 9)),
        );
        expect(found === undefined).toBe(holding.length === 0);
        if (found !== undefined) expect(found.id_project !== null).toBe(holding.some(([, isOwn]) => isOwn));
      }),
      { numRuns: 40 },
    );
  });
});

describe("usage", () => {
  beforeAll(async () => {
    const rows = [
      { who: owner, month: "2026-03-01", projects: 1, visits: 4, videos: 2, bytes: 5_000_000_000 },
      { who: owner, month: "2026-01-01", projects: 2, visits: 0, videos: 0, bytes: 10 },
      { who: owner, month: "2025-12-01", projects: 7, visits: 7, videos: 7, bytes: 7 },
      { who: stranger, month: "2026-03-01", projects: 9, visits: 9, videos: 9, bytes: 9 },
    ];
    await db().deleteFrom("usage_months").execute();
    for (const { who, ...row } of rows)
      await db()
        .insertInto("usage_months")
        .values({ id_user: who.id, ...row })
        .execute();
  });
  const march = { year: 2026, month: 3, projects: 1, visits: 4, videos: 2, bytes: 5_000_000_000 };
  const current = (client: TestClient, query = {}) =>
    client.call("GET /api/project-tiers/usage/current", { query });

  it("of a month is one's own: this month (UTC) unless another is given", async () => {
    expect(await current(owner.client)).toEqual(march);
    expect(await current(owner.client, { month: 1 })).toMatchObject({ year: 2026, month: 1, projects: 2 });
    expect(await current(owner.client, { year: 2025, month: 12 })).toMatchObject({ visits: 7 });
    expect(await current(owner.client, { year: 2024, month: 12 })).toMatchObject({ visits: 0, bytes: 0 });
    const refused = await owner.client.refused("GET /api/project-tiers/usage/current", {
      query: { month: 13 },
    });
    expect(refused).toMatchObject({ status: 422 });
  });

  it("of a year has twelve months, including those without any", async () => {
    const { year, months } = await owner.client.call("GET /api/project-tiers/usage/yearly");
    expect(year).toBe(2026);
    expect(months.map(({ month, projects }) => [month, projects])).toEqual(
      [2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0].map((projects, index) => [index + 1, projects]),
    );
    const query = { year: 2025 };
    const before = await owner.client.call("GET /api/project-tiers/usage/yearly", { query });
    expect(before.months.at(-1)).toMatchObject({ year: 2025, month: 12, videos: 7 });
  });

  it("of another user is visible to super admins only", async () => {
    for (const route of ["current", "yearly"] as const) {
      const asked = { query: { id_user: owner.id } };
      expect(await stranger.client.refused(`GET /api/project-tiers/usage/${route}`, asked)).toMatchObject({
        status: 403,
        code: "FORBIDDEN",
      });
      expect(
        await admin.refused(`GET /api/project-tiers/usage/${route}`, { query: { id_user: 999_999 } }),
      ).toMatchObject({ status: 404 });
    }
    expect(await current(admin, { id_user: owner.id })).toEqual(march);
    expect(await current(stranger.client)).toMatchObject({ projects: 9 });
  });

  it("of all users together is visible to super admins only, too", async () => {
    const asked = { query: { year: 2026, everybody: true } };
    const { months } = await admin.call("GET /api/project-tiers/usage/yearly", asked);
    expect(months[2]).toEqual({ ...march, projects: 10, visits: 13, videos: 11, bytes: 5_000_000_009 });
    expect(await owner.client.refused("GET /api/project-tiers/usage/yearly", asked)).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
    });
  });

  it("counts months across a year's end", () => {
    expect(monthsUpTo({ year: 2026, month: 2 }, 4)).toEqual([
      { year: 2025, month: 11 },
      { year: 2025, month: 12 },
      { year: 2026, month: 1 },
      { year: 2026, month: 2 },
    ]);
  });
});

describe("the statistics of the installation", () => {
  it("count existing items, by tier and plan, and sum billed and paid amounts by month", async () => {
    const read = () => admin.call("GET /api/project-tiers/admin/stats");
    const before = await read();
    const { id: tier } = await made({ name: "Small", area: 50, price: 900 });
    const inTier = await project({ area: 40 });
    await project({ area: 60 });
    const gone = await project({ area: 40 });
    await owner.client.call("DELETE /api/projects/{id}", { params: { id: gone } });
    const plan = await db()
      .insertInto("billing_plans")
      .values({ name: "Crew" } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    const subscription = await db()
      .insertInto("subscriptions")
      .values({
        id_user: owner.id,
        anchor: "2026-01-01",
        billing_interval: "month",
        cycle_start: "2026-03-01",
        cycle_end: "2026-04-01",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db()
      .insertInto("subscription_plans")
      .values({
        id_subscription: subscription.id,
        id_plan: plan.id,
        plan_name: "Crew",
        price: 0,
        channel_price: 0,
        from_day: "2026-01-01",
        to_day: null,
      })
      .execute();
    const bills = [
      { total: 1000, status: "paid", paid_on: "2026-03-05", issued_at: "2026-03-01T00:00:00Z" },
      { total: 250, status: "unpaid", paid_on: null, issued_at: "2026-02-28T23:59:59Z" },
      { total: 70, status: "void", paid_on: null, issued_at: "2026-03-02T00:00:00Z" },
      { total: 9, status: "unpaid", paid_on: null, issued_at: "2025-03-01T00:00:00Z" },
      { total: 5, status: "unpaid", paid_on: null, issued_at: "2026-03-02T00:00:00Z", currency: "EUR" },
    ];
    for (const [at, { total, issued_at, ...bill }] of bills.entries())
      await db()
        .insertInto("invoices")
        .values({
          number: `INV-2026-8000${at}`,
          year: 2026,
          sequence: 80_000 + at,
          id_user: owner.id,
          customer: "{}",
          seller: "{}",
          billing_start: `20${10 + at}-01-01`,
          billing_end: `20${10 + at}-02-01`,
          currency: "USD",
          subtotal: total,
          tax: 0,
          total,
          issued_at: new Date(issued_at),
          ...bill,
        } as never)
        .execute();
    const after = await read();
    expect(after.projects - before.projects).toBe(2);
    expect(after.tiers.find(({ id }) => id === tier)).toMatchObject({ name: "Small" });
    const counted = await admin.call("GET /api/project-tiers/{id}", { params: { id: tier } });
    expect(after.tiers.find(({ id }) => id === tier)?.projects).toBe(counted.projects);
    expect(after.tiers.reduce((sum, { projects }) => sum + projects, 0)).toBe(after.projects);
    expect(after.plans).toContainEqual({ id: plan.id, name: "Crew", users: 1 });
    expect(after.plans.reduce((sum, { users }) => sum + users, 0)).toBe(after.users);
    expect(after.months.map(({ year, month }) => `${year}-${month}`)).toHaveLength(12);
    expect(after.months[0]).toMatchObject({ year: 2025, month: 4 });
    expect(after.months.slice(-2)).toMatchObject([
      { month: 2, billed: 250, paid: 0 },
      { month: 3, billed: 1000, paid: 1000, visits: 13 },
    ]);
    // Every created item counts, including those now in the bin.
    expect(after.months[11]?.projects).toBe((before.months[11]?.projects ?? 0) + 3);
    expect(after.unpaid).toBe(259);
    expect(after.currency).toBe("USD");
    expect(inTier).toBeGreaterThan(0);
  });
});
