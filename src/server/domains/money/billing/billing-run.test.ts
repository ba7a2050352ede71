import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { billingWorld } from "./billing.fixture.ts";

const { world, run, runOn, otherProcess, billsOf, linesOf, deadlineOf } =
  billingWorld("2026-01-31T09:00:00Z");

/** Numbers of a year in the order of their invoices. */
const sequences = async (year: number) =>
  (
    await world.db
      .selectFrom("invoices")
      .select("sequence")
      .where("year", "=", year)
      .orderBy("sequence")
      .execute()
  ).map(({ sequence }) => sequence);

const gapless = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const spans = async (id: number) =>
  (await billsOf(id)).map(({ billing_start, billing_end }) => [billing_start, billing_end]);

describe("the invoicing run", () => {
  it("writes none before a cycle has ended, then one for each missed cycle, back on the 31st", async () => {
    world.goTo("2026-01-31");
    const customer = await world.customer({ price: 4900 }, "user");
    world.goTo("2026-02-27");
    await run();
    expect(await billsOf(customer.id)).toEqual([]);
    world.goTo("2026-05-31");
    await run();
    expect(await spans(customer.id)).toEqual([
      ["2026-01-31", "2026-02-28"],
      ["2026-02-28", "2026-03-31"],
      ["2026-03-31", "2026-04-30"],
      ["2026-04-30", "2026-05-31"],
    ]);
    const bills = await billsOf(customer.id);
    expect(bills.map(({ total, status, currency }) => [total, status, currency])).toEqual(
      Array.from({ length: 4 }, () => [4900, "unpaid", "USD"]),
    );
    // A month after 30 May, the last day of the latest.
    expect(await deadlineOf(customer.id)).toBe("2026-06-30");
    expect(bills.map(({ number }) => number)).toEqual(
      bills.map(({ sequence }) => `INV-2026-${String(sequence).padStart(5, "0")}`),
    );
  });

  it("changes nothing on a second run", async () => {
    const everything = () =>
      Promise.all([
        world.db.selectFrom("invoices").selectAll().orderBy("id").execute(),
        world.db.selectFrom("invoice_lines").selectAll().orderBy("id_invoice").orderBy("position").execute(),
        world.db.selectFrom("invoice_numbers").selectAll().execute(),
        world.db.selectFrom("subscriptions").selectAll().orderBy("id").execute(),
        world.db.selectFrom("subscription_plans").selectAll().orderBy("id").execute(),
      ]);
    await run();
    const before = await everything();
    expect(before[0].length).toBeGreaterThan(0);
    await run();
    await runOn(otherProcess()).billAll();
    expect(await everything()).toEqual(before);
  });

  it("writes one invoice per cycle when processes and a super admin do it at the same moment", async () => {
    world.goTo("2026-06-01");
    const customers = [];
    for (let at = 0; at < 8; at += 1) customers.push(await world.customer({ price: 100 + at }, "user"));
    world.goTo("2026-08-01");
    const [first, second] = [otherProcess(), otherProcess()];
    const asked = customers.map(({ id }) =>
      world.admin.client.call("POST /api/invoices/generate", { body: { id_user: id } }),
    );
    await Promise.all([runOn(first).billAll(), runOn(second).billAll(), ...asked, runOn(first).billAll()]);
    for (const [at, { id }] of customers.entries()) {
      expect(await spans(id)).toEqual([
        ["2026-06-01", "2026-07-01"],
        ["2026-07-01", "2026-08-01"],
      ]);
      const bills = await billsOf(id);
      expect(bills.map(({ total }) => total)).toEqual([100 + at, 100 + at]);
      expect((await asked[at])?.id).toBe(bills[1]?.id);
    }
    const given = await sequences(2026);
    expect(given).toEqual(gapless(given.length));
  });

  it("has the database refuse a second invoice for a cycle, whatever the caller", async () => {
    const [bill] = await world.db.selectFrom("invoices").selectAll().limit(1).execute();
    const again = sql`
      insert into invoices (number, year, sequence, id_user, customer, seller, billing_start, billing_end, currency, subtotal, tax, total)
      select 'X-1', 1999, 1, id_user, customer, seller, billing_start, billing_end, currency, subtotal, tax, total
      from invoices where id = ${bill?.id ?? 0}`;
    await expect(again.execute(world.db)).rejects.toThrow("invoices_cycle");
  });

  it("takes no number for a failure, reports it, and continues with other customers", async () => {
    world.goTo("2026-09-01");
    const [bad, good] = [
      await world.customer({ price: 500 }, "user"),
      await world.customer({ price: 700 }, "user"),
    ];
    world.goTo("2026-10-01");
    const told = async (_: unknown, invoice: { id_user: number | null }) => {
      if (invoice.id_user === bad.id) throw new Error("no mail today");
    };
    await expect(run({ told })).rejects.toThrow("1 subscriptions could not be billed.");
    expect(await billsOf(bad.id)).toEqual([]);
    expect(await billsOf(good.id)).toHaveLength(1);
    expect(await deadlineOf(bad.id)).toBeNull();
    await run();
    expect(await spans(bad.id)).toEqual([["2026-09-01", "2026-10-01"]]);
    const given = await sequences(2026);
    expect(given).toEqual(gapless(given.length));
  });

  it("starts the numbers of a new year at one", async () => {
    world.goTo("2026-12-02");
    const customer = await world.customer({ price: 500 }, "user");
    world.goTo("2027-01-02");
    await run({ values: { invoice_prefix: "HQ/" } });
    const [bill] = await billsOf(customer.id);
    expect(bill).toMatchObject({ year: 2027, number: expect.stringMatching(/^HQ\/2027-\d{5}$/) });
    const given = await sequences(2027);
    expect(given).toEqual(gapless(given.length));
  });
});

describe("the content of an invoice", () => {
  it("is the plan by its days, own projects by their size tiers, and channels; with tax, and adding up", async () => {
    world.goTo("2027-04-01");
    const [small, large] = [
      await world.plan({ price: 3000, channel_price: 500 }),
      await world.plan({ price: 9000, channel_price: 400 }),
    ];
    await world.admin.client.call("POST /api/project-tiers", {
      body: { name: "Small", area: 500, price: 250 },
    });
    await world.admin.client.call("POST /api/project-tiers", {
      body: { name: "Tower", area: 5000, price: 1900 },
    });
    const customer = await world.person("administrator");
    await world.give(customer, small.id);
    const make = (name: string, area: number) =>
      customer.client.call("POST /api/projects", { body: { name, area } });
    const site = await make("Tower A", 1200);
    await make("Villa", 300);
    await make("Airport", 90_000);
    const binned = await make("Old mill", 300);
    await customer.client.call("DELETE /api/projects/{id}", { params: { id: binned.id } });
    for (const name of ["Gate", "Crane"])
      await customer.client.call("POST /api/live-streaming", { body: { id_project: site.id, name } });
    world.goTo("2027-04-21");
    await world.choose(customer, large.id);
    world.goTo("2027-05-01");
    await run({ values: { tax_rate: 500, tax_name: "VAT", invoice_seller: "Sitewalk Cloud" } });

    const [bill] = await billsOf(customer.id);
    const lines = await linesOf(bill?.id ?? 0);
    expect(
      lines.map(({ kind, name, quantity, unit_price, amount }) => [kind, name, quantity, unit_price, amount]),
    ).toEqual([
      ["plan", small.name, 1, 3000, 2000],
      ["channels", small.name, 2, 500, 667],
      ["plan", large.name, 1, 9000, 3000],
      ["channels", large.name, 2, 400, 266],
      ["project", "Tower A", 1, 1900, 1900],
      ["project", "Villa", 1, 250, 250],
    ]);
    expect(lines.slice(0, 4).map(({ from_day, to_day }) => [from_day, to_day])).toEqual([
      ["2027-04-01", "2027-04-21"],
      ["2027-04-01", "2027-04-21"],
      ["2027-04-21", "2027-05-01"],
      ["2027-04-21", "2027-05-01"],
    ]);
    expect(bill).toMatchObject({
      subtotal: 8083,
      tax: 404,
      total: 8487,
      tax_name: "VAT",
      tax_rate: 500,
      seller: { name: "Sitewalk Cloud" },
      customer: { name: "Test Person", email: `${customer.name}@example.org` },
    });
    expect(lines.reduce((all, { amount }) => all + amount, 0)).toBe(bill?.subtotal);
  });

  it("is empty where nothing costs, and excludes the time in the bin", async () => {
    world.goTo("2027-06-01");
    const [free, gone] = [
      await world.customer({ price: 0 }, "user"),
      await world.customer({ price: 500 }, "user"),
    ];
    await world.db
      .updateTable("users")
      .set({ deleted_at: new Date("2027-06-02"), locked_at: new Date("2027-06-02") })
      .where("id", "=", gone.id)
      .execute();
    world.goTo("2027-07-01");
    await run();
    expect(await billsOf(free.id)).toEqual([]);
    expect(await billsOf(gone.id)).toEqual([]);
    const left = await world.db
      .selectFrom("subscriptions")
      .select("cycle_start")
      .where("id_user", "in", [free.id, gone.id])
      .execute();
    expect(left.map(({ cycle_start }) => cycle_start)).toEqual(["2027-07-01", "2027-07-01"]);
  });

  it("ends with the last cycle of a plan that was cancelled", async () => {
    world.goTo("2027-08-01");
    const customer = await world.customer({ price: 500 }, "user");
    await customer.client.call("DELETE /api/user/plan");
    world.goTo("2027-12-01");
    await run();
    expect(await spans(customer.id)).toEqual([["2027-08-01", "2027-09-01"]]);
    expect(await world.subscriptions.planOf(customer.id)).toBeUndefined();
  });

  it("keeps the price of the cycle's beginning: a new one counts from the next", async () => {
    world.goTo("2028-01-01");
    const plan = await world.plan({ price: 1000 });
    const customer = await world.person("user");
    await world.give(customer, plan.id);
    world.goTo("2028-01-15");
    await world.admin.client.call("PUT /api/plans/{id}", { params: { id: plan.id }, body: { price: 5000 } });
    world.goTo("2028-03-01");
    await run();
    expect((await billsOf(customer.id)).map(({ total }) => total)).toEqual([1000, 5000]);
  });
});
