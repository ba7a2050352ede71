import { describe, expect, it } from "vitest";
import { fresh, type PlanBody, plansWorld } from "./plans.fixture.ts";

const world = plansWorld();
const { plan, person, choose, give } = world;
const change = (id: number, body: Record<string, unknown>) =>
  world.admin.client.raw("PUT /api/plans/{id}", { params: { id }, body });
const listed = async (who = world.admin, query: Record<string, unknown> = {}) =>
  (await who.client.call("GET /api/plans", { query: { per_page: 100, ...query } })).items;

describe("a plan", () => {
  it("has its name, price, limits, features and custom lines, and states who may change it", async () => {
    const body = {
      name: fresh("Site"),
      description: "For one site",
      price: 4900,
      channel_price: 500,
      interval: "year",
      n_projects: 5,
      n_projects_month: 2,
      n_virtual_tours: 50,
      n_virtual_tours_month: 20,
      n_video_uploads: 10,
      n_video_uploads_month: 4,
      n_cameras: 3,
      n_channels: 1,
      features: ["Trello", "API"],
      custom_features: ["Help by phone"],
      needs_approval: true,
    } satisfies PlanBody;
    const made = await plan(body);
    expect(made).toMatchObject({
      ...body,
      id_plan: made.id,
      currency: "USD",
      active: true,
      is_default: false,
      subscribers: 0,
      can: { edit: true, delete: true },
    });
    const who = await person();
    const seen = await who.client.call("GET /api/plans/{id}", { params: { id: made.id } });
    expect(seen).toMatchObject({ ...body, subscribers: null, can: { edit: false, delete: false } });
  });

  it.each([
    [{ n_projects: "" }, null],
    [{ n_projects: null }, null],
    [{ n_projects: -1 }, null],
    [{ n_projects: "12" }, 12],
    [{ n_projects: 0 }, 0],
  ])("accepts %j as a limit of %s", async (limits, expected) => {
    expect((await plan(limits)).n_projects).toBe(expected);
  });

  it.each([
    [{ name: " " }, { name: ["plans.name_required"] }],
    [{ n_projects: 1.5 }, { n_projects: ["plans.limit_range"] }],
    [{ price: -1 }, { price: ["money.price_range"] }],
    [
      { custom_features: Array.from({ length: 21 }, () => "line") },
      { custom_features: ["plans.features_many"] },
    ],
  ])("is refused with %j at the field", async (body, errors) => {
    const reply = await world.admin.client.raw("POST /api/plans", { body: { name: fresh("Site"), ...body } });
    expect(reply).toMatchObject({ status: 422, body: { code: "VALIDATION", errors } });
  });

  it("has a unique name, ignoring case", async () => {
    const [first, second] = [await plan(), await plan()];
    const taken = { status: 422, body: { errors: { name: ["plans.name_taken"] } } };
    expect(
      await world.admin.client.raw("POST /api/plans", { body: { name: first.name.toUpperCase() } }),
    ).toMatchObject(taken);
    expect(await change(second.id, { name: first.name })).toMatchObject(taken);
    expect((await change(first.id, { name: first.name.toUpperCase() })).status).toBe(200);
  });

  it("is the only default for new accounts", async () => {
    const [first, second] = [await plan({ is_default: true }), await plan({ is_default: true })];
    const defaults = (await listed()).filter(({ is_default }) => is_default);
    expect(defaults.map(({ id }) => id)).toEqual([second.id]);
    await change(first.id, { is_default: true });
    expect((await listed()).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([first.id]);
  });

  it("is deleted while no one has it or waits for it, and invoices keep its name", async () => {
    const [who, cheap, dear] = [await person(), await plan({ price: 100 }), await plan({ price: 200 })];
    const drop = (id: number) => world.admin.client.raw("DELETE /api/plans/{id}", { params: { id } });
    await choose(who, dear.id);
    expect(await drop(dear.id)).toMatchObject({ status: 422, body: { code: "PLAN_IN_USE" } });
    await choose(who, cheap.id);
    expect(await drop(cheap.id)).toMatchObject({ status: 422, body: { code: "PLAN_IN_USE" } });
    world.goTo("2026-03-12");
    await give(who, cheap.id);
    expect((await drop(dear.id)).status).toBe(200);
    const names = await world.db
      .selectFrom("subscription_plans")
      .select(["plan_name", "id_plan"])
      .where("plan_name", "=", dear.name)
      .execute();
    expect(names).toEqual([{ plan_name: dear.name, id_plan: null }]);
  });

  it("is created, changed and deleted by super admins only, and each is logged", async () => {
    const [who, { id, name }] = [await person(), await plan()];
    expect(await who.client.refused("POST /api/plans", { body: { name: fresh("Site") } })).toMatchObject({
      status: 403,
    });
    await change(id, { price: 700, description: "" });
    await world.admin.client.call("DELETE /api/plans/{id}", { params: { id } });
    const { items } = await world.admin.client.call("GET /api/users/{id}/activity-logs", {
      params: { id: world.admin.id },
    });
    expect(items.filter(({ subject }) => subject?.name === name)).toMatchObject([
      { action: "plan.deleted" },
      { action: "plan.changed", changed: ["price"] },
      { action: "plan.created" },
    ]);
  });
});

describe("the list of plans", () => {
  it("shows open plans to everyone, all of them to super admins, and one's own closed one by its id", async () => {
    const [who, stranger, open, closed] = [
      await person(),
      await person(),
      await plan({ price: 5 }),
      await plan({ active: false }),
    ];
    const ids = (await listed(who)).map(({ id }) => id);
    expect(ids).toContain(open.id);
    expect(ids).not.toContain(closed.id);
    expect((await listed(world.admin)).map(({ id }) => id)).toContain(closed.id);
    expect(await listed(who, { active: false })).toEqual([]);
    const one = (by: typeof who) => by.client.raw("GET /api/plans/{id}", { params: { id: closed.id } });
    expect((await one(stranger)).status).toBe(404);
    await give(who, closed.id);
    expect((await one(who)).status).toBe(200);
  });

  it("is searched and sorted, and counts subscribers for super admins", async () => {
    const mark = fresh("Quarry");
    const [dear, cheap] = [
      await plan({ name: `${mark} B`, price: 1300 }),
      await plan({ name: `${mark} C`, price: 12_000, interval: "year" }),
    ];
    const free = await plan({ name: `${mark} A`, description: "100% of it" });
    await choose(await person(), dear.id);
    await choose(await person(), dear.id);
    await choose(await person(), cheap.id);
    const sorted = async (sort: string) =>
      (await listed(world.admin, { search: mark, sort })).map(({ id }) => id);
    expect(await sorted("price")).toEqual([free.id, cheap.id, dear.id]);
    expect(await sorted("name")).toEqual([free.id, dear.id, cheap.id]);
    expect(await sorted("subscribers")).toEqual([dear.id, cheap.id, free.id]);
    expect(await sorted("created")).toEqual([free.id, cheap.id, dear.id]);
    expect((await listed(world.admin, { search: mark, sort: "subscribers" }))[0]).toMatchObject({
      subscribers: 2,
    });
    expect((await listed(await person(), { search: mark }))[0]).toMatchObject({ subscribers: null });
    expect((await listed(world.admin, { search: "100%" })).map(({ id }) => id)).toEqual([free.id]);
  });

  it("returns the total on a page behind the last", async () => {
    const { total } = await world.admin.client.call("GET /api/plans", { query: { per_page: 1 } });
    const behind = await world.admin.client.call("GET /api/plans", {
      query: { per_page: 1, page: total + 5 },
    });
    expect(behind).toMatchObject({ items: [], total });
  });
});
