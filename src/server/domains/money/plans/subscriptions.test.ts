import { beforeEach, describe, expect, it } from "vitest";
import { bell, titles } from "#server/domains/installation/notifications/news.fixture.ts";
import { changeSettings } from "#test/sign-in.ts";
import { type Customer, fresh, plansWorld } from "./plans.fixture.ts";
import { priceIn, type Subscription } from "./segments.ts";

const world = plansWorld("2026-01-31T09:00:00Z");
const { plan, person, give, choose, me, goTo } = world;
beforeEach(() => goTo("2026-01-31"));

const subscriptionOf = ({ id }: Pick<Customer, "id">): Promise<Subscription> =>
  world.db
    .selectFrom("subscriptions")
    .selectAll()
    .where("id_user", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
/** The plans in effect by days, with their prices. */
const spansOf = async ({ id }: Pick<Customer, "id">) => {
  const rows = await world.db
    .selectFrom("subscription_plans as sp")
    .innerJoin("subscriptions as s", "s.id", "sp.id_subscription")
    .select(["sp.id_plan", "sp.price", "sp.from_day", "sp.to_day"])
    .where("s.id_user", "=", id)
    .orderBy("sp.from_day")
    .orderBy("sp.id")
    .execute();
  return rows.map(({ id_plan, price, from_day, to_day }) => [id_plan, price, from_day, to_day]);
};
const planIdOf = async (who: Customer) => (await me(who)).plan_info.id_plan;
const cancel = ({ client }: Customer) => client.call("DELETE /api/user/plan");
/** Billing's work at the end of a cycle, once the invoice is written. */
const close = (who: Customer) =>
  world.db
    .transaction()
    .execute(async (trx) => world.subscriptions.closeCycle(trx, await subscriptionOf(who)));
const small = () => plan({ price: 1000 });
const large = () => plan({ price: 3000 });

describe("selecting a plan", () => {
  it("starts a cycle on that day that ends a calendar month later, or at the end of a shorter one", async () => {
    const [who, { id }] = [await person(), await small()];
    expect(await choose(who, id)).toEqual({ outcome: "changed", from: null });
    expect(await planIdOf(who)).toBe(id);
    expect(await subscriptionOf(who)).toMatchObject({
      anchor: "2026-01-31",
      cycle: 0,
      cycle_start: "2026-01-31",
      cycle_end: "2026-02-28",
    });
    expect(await close(who)).toMatchObject({ cycle: 1, cycle_start: "2026-02-28", cycle_end: "2026-03-31" });
    expect(await close(who)).toMatchObject({ cycle: 2, cycle_start: "2026-03-31", cycle_end: "2026-04-30" });
    expect(await spansOf(who)).toEqual([[id, 1000, "2026-01-31", null]]);
  });

  it("of a higher price takes effect at once, each for its days", async () => {
    const [who, cheap, dear] = [await person(), await small(), await large()];
    await choose(who, cheap.id);
    goTo("2026-02-10");
    expect(await choose(who, dear.id)).toEqual({ outcome: "changed", from: null });
    expect(await planIdOf(who)).toBe(dear.id);
    expect(await spansOf(who)).toEqual([
      [cheap.id, 1000, "2026-01-31", "2026-02-10"],
      [dear.id, 3000, "2026-02-10", null],
    ]);
    expect(await subscriptionOf(who)).toMatchObject({ cycle_start: "2026-01-31", cycle_end: "2026-02-28" });
  });

  it("twice on one day keeps only the last", async () => {
    const [who, cheap, dear] = [await person(), await small(), await large()];
    await choose(who, cheap.id);
    await choose(who, dear.id);
    expect(await spansOf(who)).toEqual([[dear.id, 3000, "2026-01-31", null]]);
  });

  it("of a lower price takes effect with the end of the cycle, and selecting the present one cancels it", async () => {
    const [who, cheap, dear] = [await person(), await small(), await large()];
    await choose(who, dear.id);
    expect(await choose(who, cheap.id)).toEqual({ outcome: "scheduled", from: "2026-02-28" });
    expect(await planIdOf(who)).toBe(dear.id);
    expect(await choose(who, dear.id)).toEqual({ outcome: "kept", from: null });
    expect(await subscriptionOf(who)).toMatchObject({ id_next_plan: null });
    await choose(who, cheap.id);
    await close(who);
    expect(await planIdOf(who)).toBe(cheap.id);
    expect(await spansOf(who)).toEqual([
      [dear.id, 3000, "2026-01-31", "2026-02-28"],
      [cheap.id, 1000, "2026-02-28", null],
    ]);
    expect(await titles(who)).toContain("New plan");
  });

  it("of another interval takes effect with the end of the cycle, and counts years from there", async () => {
    const [who, monthly, yearly] = [
      await person(),
      await small(),
      await plan({ price: 20_000, interval: "year" }),
    ];
    await choose(who, monthly.id);
    expect(await choose(who, yearly.id)).toMatchObject({ outcome: "scheduled", from: "2026-02-28" });
    expect(await close(who)).toMatchObject({
      anchor: "2026-02-28",
      billing_interval: "year",
      cycle: 0,
      cycle_start: "2026-02-28",
      cycle_end: "2027-02-28",
    });
    expect(await planIdOf(who)).toBe(yearly.id);
  });

  it("that is closed is refused to a user without it in the same way as a missing one", async () => {
    const [who, closed] = [await person(), await plan({ active: false })];
    const refused = (id_plan: number) => who.client.refused("PUT /api/user/plan", { body: { id_plan } });
    expect(await refused(closed.id)).toMatchObject({ status: 422, code: "PLAN_CLOSED" });
    expect(await refused(999_999)).toEqual(await refused(closed.id));
    await give(who, closed.id);
    expect(await choose(who, closed.id)).toMatchObject({ outcome: "kept" });
  });

  it("on the last day before an invoice is written counts in the billed cycle", async () => {
    const [who, cheap, dear] = [await person(), await small(), await large()];
    await choose(who, cheap.id);
    goTo("2026-03-02");
    await choose(who, dear.id);
    expect(await spansOf(who)).toEqual([
      [cheap.id, 1000, "2026-01-31", "2026-02-27"],
      [dear.id, 3000, "2026-02-27", null],
    ]);
  });

  it("at the same moment twice starts one subscription", async () => {
    const [who, { id }] = [await person(), await small()];
    const body = { id_plan: id };
    const replies = await Promise.all([1, 2, 3].map(() => who.client.raw("PUT /api/user/plan", { body })));
    expect(replies.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect(await spansOf(who)).toHaveLength(1);
  });
});

describe("ending a plan", () => {
  it("lets it run to the end of its cycle, then nothing is limited", async () => {
    const [who, { id }] = [await person(), await plan({ price: 1000, n_projects: 0 })];
    await choose(who, id);
    expect(await cancel(who)).toEqual({ until: "2026-02-27" });
    expect((await bell(world.admin))[0]?.title).toBe("Plan cancelled");
    expect(await planIdOf(who)).toBe(id);
    expect(await close(who)).toBeUndefined();
    expect((await me(who)).plan_info).toMatchObject({ id_plan: null, n_projects: null });
    expect(await subscriptionOf(who)).toMatchObject({ ended_on: "2026-02-28" });
    expect(await spansOf(who)).toEqual([[id, 1000, "2026-01-31", "2026-02-28"]]);
    expect(await titles(who)).toContain("Your plan has ended");
    await world.project(who);
  });

  it("is cancelled by selecting it again", async () => {
    const [who, { id }] = [await person(), await small()];
    await choose(who, id);
    await cancel(who);
    expect(await choose(who, id)).toEqual({ outcome: "kept", from: null });
    expect(await close(who)).toMatchObject({ cycle: 1, ends: false });
  });

  it("that the user does not have returns no last day", async () => {
    expect(await cancel(await person())).toEqual({ until: null });
  });

  it("is preceded by one reminder a week before", async () => {
    const [who, { id }] = [await person(), await small()];
    await choose(who, id);
    await cancel(who);
    const reminders = async () =>
      (await titles(who)).filter((title) => title === "Your plan ends soon").length;
    await world.subscriptions.remind();
    expect(await reminders()).toBe(0);
    goTo("2026-02-22");
    await world.subscriptions.remind();
    await world.subscriptions.remind();
    expect(await reminders()).toBe(1);
  });
});

describe("a super admin", () => {
  it("assigns a plan at once, also a cheaper one, and removes it", async () => {
    const [who, cheap, dear] = [await person(), await small(), await large()];
    expect(await give(who, dear.id)).toMatchObject({ id_plan: dear.id, name: dear.name });
    goTo("2026-02-05");
    await give(who, cheap.id);
    goTo("2026-02-10");
    expect(await give(who, null)).toMatchObject({ id_plan: null });
    expect(await spansOf(who)).toEqual([
      [dear.id, 3000, "2026-01-31", "2026-02-05"],
      [cheap.id, 1000, "2026-02-05", "2026-02-10"],
    ]);
    // Its days are billed with the cycle.
    expect(await subscriptionOf(who)).toMatchObject({ ended_on: null, ends: true });
    expect(await close(who)).toBeUndefined();
    expect((await bell(who)).map(({ title }) => title)).toEqual(["Plan removed", "New plan", "New plan"]);
  });

  it("removes a plan on its first day as if it had never been", async () => {
    const [who, { id }] = [await person(), await small()];
    await give(who, id);
    await give(who, null);
    expect(
      await world.db.selectFrom("subscriptions").select("id").where("id_user", "=", who.id).execute(),
    ).toEqual([]);
  });

  it("assigns a yearly plan within a monthly cycle by its twelfth, and whole from the next on", async () => {
    const [who, monthly, yearly] = [
      await person(),
      await small(),
      await plan({ price: 20_000, interval: "year" }),
    ];
    await give(who, monthly.id);
    goTo("2026-02-10");
    await give(who, yearly.id);
    expect(await planIdOf(who)).toBe(yearly.id);
    await close(who);
    expect(await spansOf(who)).toEqual([
      [monthly.id, 1000, "2026-01-31", "2026-02-10"],
      [yearly.id, 1667, "2026-02-10", "2026-02-28"],
      [yearly.id, 20_000, "2026-02-28", null],
    ]);
    expect(await subscriptionOf(who)).toMatchObject({ billing_interval: "year", cycle_end: "2027-02-28" });
  });

  it("changes a price, which takes effect from each customer's next cycle on", async () => {
    const [who, { id }] = [await person(), await small()];
    await choose(who, id);
    await world.admin.client.call("PUT /api/plans/{id}", { params: { id }, body: { price: 1500 } });
    expect(await spansOf(who)).toEqual([[id, 1000, "2026-01-31", null]]);
    await close(who);
    expect(await spansOf(who)).toEqual([
      [id, 1000, "2026-01-31", "2026-02-28"],
      [id, 1500, "2026-02-28", null],
    ]);
  });

  it("is the only one to assign plans to others", async () => {
    const [who, other] = [await person(), await person()];
    expect(
      await who.client.refused("PUT /api/users/{id}/plan", {
        params: { id: other.id },
        body: { id_plan: null },
      }),
    ).toMatchObject({ status: 404 });
  });
});

describe("a plan that needs approval", () => {
  it("is requested, and assigned once a super admin approves", async () => {
    const [who, { id, name }] = [await person(), await plan({ needs_approval: true })];
    expect(await choose(who, id)).toEqual({ outcome: "requested", from: null });
    expect(await planIdOf(who)).toBeNull();
    const { items } = await world.admin.client.call("GET /api/plan-requests", { query: { search: name } });
    expect(items).toMatchObject([
      { id_user: who.id, user_name: "Test Person", id_plan: id, plan_name: name },
    ]);
    const wish = { params: { id: items[0]?.id ?? 0 } };
    expect((await bell(world.admin))[0]?.message).toContain(`requested the plan “${name}”`);
    await world.admin.client.call("PUT /api/plan-requests/{id}/approve", wish);
    expect(await planIdOf(who)).toBe(id);
    expect(await titles(who)).toEqual(["Plan approved"]);
    expect(await world.admin.client.refused("PUT /api/plan-requests/{id}/approve", wish)).toMatchObject({
      status: 404,
    });
  });

  it("is not assigned once it is declined; a repeated request keeps the latest only", async () => {
    const [who, first, { id, name }] = [
      await person(),
      await plan({ needs_approval: true }),
      await plan({ needs_approval: true }),
    ];
    await choose(who, first.id);
    await choose(who, id);
    const list = async (search: string) =>
      (await world.admin.client.call("GET /api/plan-requests", { query: { search } })).items;
    expect(await list(first.name)).toEqual([]);
    const [wish] = await list(name);
    await world.admin.client.call("PUT /api/plan-requests/{id}/decline", { params: { id: wish?.id ?? 0 } });
    expect(await planIdOf(who)).toBeNull();
    expect(await titles(who)).toEqual(["Plan request declined"]);
  });

  it("is no longer requested when the user ends their plan or is assigned one", async () => {
    const [who, { id }] = [await person(), await plan({ needs_approval: true })];
    const waiting = async () =>
      (await world.admin.client.call("GET /api/plan-requests", { query: { per_page: 100 } })).items.filter(
        ({ id_user }) => id_user === who.id,
      ).length;
    await choose(who, id);
    expect(await waiting()).toBe(1);
    await cancel(who);
    expect(await waiting()).toBe(0);
    await choose(who, id);
    await give(who, (await small()).id);
    expect(await waiting()).toBe(0);
  });

  it("shows its requests to super admins only", async () => {
    expect(await (await person()).client.refused("GET /api/plan-requests")).toMatchObject({ status: 403 });
  });
});

it("A new account starts with the default plan, however it is created; not a super admin's", async () => {
  const { id } = await plan({ is_default: true });
  await changeSettings(world.app, { enable_registration: true, captcha_register: false });
  const guest = world.app.guest();
  const name = fresh("mason").replace(" ", "");
  await guest.call("POST /api/register", {
    body: {
      username: name,
      email: `${name}@example.org`,
      password: "correct horse battery",
      first_name: "Test",
      last_name: "Person",
      language: "en",
    },
  });
  expect((await guest.call("GET /api/user")).plan_info.id_plan).toBe(id);
  const owner = await person();
  const invited = await owner.client.raw("POST /api/team-members/invite-team-member", {
    body: { id_project: (await world.project(owner)).id, email: `${name}.crew@example.org`, role: "editor" },
  });
  const { invitation_link } = (invited.body as { data: { invitation_link: string } }).data;
  const crew = world.app.guest();
  const token = invitation_link.replace(/.*\//, "");
  await crew.call("POST /api/activate-account", {
    body: { token, username: `${name}.crew`, password: "correct horse battery" },
  });
  expect((await crew.call("GET /api/user")).plan_info.id_plan).toBe(id);
  const made = async (role: "user" | "super_admin") => {
    const email = `${fresh("new").replace(" ", "")}@example.org`;
    const { user } = await world.admin.client.call("POST /api/users", {
      body: { email, first_name: "New", last_name: "Person", role },
    });
    return (await world.admin.client.call("GET /api/users/{id}", { params: { id: user.id } })).plan_info
      .id_plan;
  };
  expect(await made("user")).toBe(id);
  expect(await made("super_admin")).toBeNull();
  await world.admin.client.call("PUT /api/plans/{id}", { params: { id }, body: { active: false } });
  expect(await made("user")).toBeNull();
});

it("A year is twelve months, and a month the twelfth of a year rounded half away from zero", () => {
  expect(priceIn(1000, "month", "year")).toBe(12_000);
  expect(priceIn(1006, "year", "month")).toBe(84);
  expect(priceIn(1005, "year", "month")).toBe(84);
  expect(priceIn(1001, "year", "year")).toBe(1001);
});
