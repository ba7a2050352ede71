import { beforeAll, describe, expect, it } from "vitest";
import { api } from "#contract/index.ts";
import { teller, titles } from "#server/domains/installation/notifications/news.fixture.ts";
import type { Customer } from "../plans/plans.fixture.ts";
import { billingWorld } from "./billing.fixture.ts";
import { createReminder } from "./remind.ts";

const { world, run, deadlineOf, billsOf } = billingWorld("2026-01-01T09:00:00Z");

let customer: Customer;
let id_project: number;

const rename = ({ client }: Customer) =>
  client.raw("PUT /api/projects/{id}", { params: { id: id_project }, body: { name: "Tower" } });

beforeAll(async () => {
  customer = await world.customer({ price: 4900 }, "administrator");
  id_project = (await world.project(customer)).id;
  await world.db.updateTable("users").set({ role: "user" }).where("id", "=", customer.id).execute();
  world.goTo("2026-02-01");
  await run();
});

describe("a customer with an overdue payment", () => {
  it("can work up to the last day, and is refused every change from the day after", async () => {
    expect(await deadlineOf(customer.id)).toBe("2026-02-28");
    world.goTo("2026-02-28T23:59:59Z");
    expect((await rename(customer)).status).toBe(200);
    world.goTo("2026-03-01T00:00:00Z");
    expect(await rename(customer)).toMatchObject({ status: 402, body: { code: "PAYMENT_OVERDUE" } });
    expect(
      await customer.client.refused("POST /api/visits", { body: { id_project, name: "Walk" } }),
    ).toMatchObject({ status: 402, code: "PAYMENT_OVERDUE" });
    const upload = await customer.client.send("POST", `${world.app.origin}/api/uploads`, undefined, {
      "tus-resumable": "1.0.0",
      "upload-length": "10",
    });
    expect(upload.status).toBe(402);
    expect(await customer.client.call("GET /api/user/billing")).toMatchObject({
      isReadOnly: true,
      hasUnpaidBills: true,
    });
    expect((await world.me(customer)).unpaid).toEqual({ paymentDeadline: "2026-02-28", isReadOnly: true });
  });

  it("sees everything as before, and can sign out, edit their account, export their data and select a plan", async () => {
    world.goTo("2026-03-01");
    const { client } = customer;
    expect((await client.call("GET /api/projects/{id}", { params: { id: id_project } })).id).toBe(id_project);
    expect((await client.call("GET /api/invoices", { query: {} })).total).toBe(1);
    expect((await client.call("GET /api/projects", { query: {} })).total).toBe(1);
    for (const [route, given] of [
      ["PUT /api/users/{id}", { params: { id: customer.id }, body: { city: "Riyadh" } }],
      ["POST /api/project-exports", { body: { id_project } }],
      ["PUT /api/notifications/mark-all-read", { body: {} }],
      ["POST /api/sessions/revoke-all", { body: {} }],
      ["DELETE /api/user/plan", {}],
    ] as const)
      expect((await client.raw(route, given)).status, route).toBeLessThan(300);
    const other = await world.app.as(customer);
    expect((await other.raw("POST /api/logout", { body: {} })).status).toBe(200);
  });

  it("is refused every write of the contract except those marked as open", async () => {
    world.goTo("2026-03-01");
    const open: string[] = [];
    for (const [route, endpoint] of Object.entries(api)) {
      const { access, openToDemo, whenOverdue } = endpoint as {
        access: unknown;
        openToDemo?: boolean;
        whenOverdue?: "open";
      };
      if (route.startsWith("GET") || access === "super_admin") continue;
      if (access === "public" || openToDemo === true || whenOverdue === "open") {
        if (whenOverdue === "open") open.push(route);
        continue;
      }
      const [method = "", path = ""] = route.split(" ");
      const url = `${world.app.origin}${path.replaceAll(/\{\w+\}/g, "1")}`;
      const { status, body } = await customer.client.send(method, url, "{}", {
        "content-type": "application/json",
      });
      expect([route, status, (body as { code?: string }).code]).toEqual([route, 402, "PAYMENT_OVERDUE"]);
    }
    expect(open).toEqual(
      expect.arrayContaining([
        "PUT /api/user/plan",
        "POST /api/project-exports",
        "PUT /api/users/{id}/change-password",
        "POST /api/two-factor/setup",
        "DELETE /api/sessions/{id}",
      ]),
    );
  });

  it("leaves public links open; administrators are not restricted", async () => {
    world.goTo("2026-03-01");
    const boss = await world.customer({ price: 100 }, "administrator");
    world.goTo("2026-06-01");
    await run();
    expect(await deadlineOf(boss.id)).not.toBeNull();
    world.goTo("2026-09-01");
    expect((await world.me(boss)).unpaid).toMatchObject({ isReadOnly: false });
    expect((await boss.client.raw("POST /api/projects", { body: { name: "Depot" } })).status).toBe(201);
    expect((await world.app.guest().raw("GET /api/settings")).status).toBe(200);
  });

  it("can work once they have paid, or got an extension", async () => {
    world.goTo("2026-03-02");
    const late = await world.customer({ price: 4900 }, "administrator");
    const { id } = await world.project(late);
    await world.db.updateTable("users").set({ role: "user" }).where("id", "=", late.id).execute();
    const write = async () =>
      (await late.client.raw("PUT /api/projects/{id}", { params: { id }, body: { name: "Tower" } })).status;
    world.goTo("2026-04-02");
    await run();
    world.goTo("2026-05-02");
    expect(await write()).toBe(402);
    const { items } = await late.client.call("GET /api/invoices", { query: {} });
    const params = { id: items[0]?.id ?? 0 };
    const { client } = world.admin;
    await client.call("PUT /api/invoices/{id}/extend", { params, body: { due_date: "2026-05-10" } });
    expect(await write()).toBe(200);
    world.goTo("2026-05-11");
    expect(await write()).toBe(402);
    await client.call("PUT /api/invoices/{id}/mark-paid", { params });
    expect(await write()).toBe(200);
    const kept = await world.db.selectFrom("projects").select("deleted_at").where("id", "=", id).execute();
    expect(kept).toEqual([{ deleted_at: null }]);
  });

  it("was reminded once in the week before", async () => {
    world.goTo("2027-01-01");
    const warned = await world.customer({ price: 4900 }, "user");
    world.goTo("2027-02-01");
    await run();
    const { notices } = teller(world.app);
    const remind = createReminder({ db: world.db, clock: world.clock, notices });
    const heard = async () => (await titles(warned)).filter((title) => title === "Invoice due").length;
    world.goTo("2027-02-20");
    await remind();
    expect(await heard()).toBe(0);
    world.goTo("2027-02-21");
    await Promise.all([remind(), remind()]);
    world.goTo("2027-03-21");
    await remind();
    expect(await heard()).toBe(1);
  });
});

describe("a passed deadline", () => {
  it("is lifted by paying, not by the next cycle's invoice, and never applied to late invoices", async () => {
    world.goTo("2026-01-01T09:00:00Z");
    const other = await world.customer({ price: 1000 });
    world.goTo("2026-02-01");
    await run();
    expect(await deadlineOf(other.id)).toBe("2026-02-28");
    world.goTo("2026-03-01T10:00:00Z");
    await run();
    expect(await billsOf(other.id)).toHaveLength(2);
    expect(await deadlineOf(other.id)).toBe("2026-02-28");
    const [first, second] = await billsOf(other.id);
    const paid = (id = 0) => world.admin.client.call("PUT /api/invoices/{id}/mark-paid", { params: { id } });
    await paid(first?.id);
    expect(await deadlineOf(other.id)).toBe("2026-03-28");
    await paid(second?.id);
    expect(await deadlineOf(other.id)).toBeNull();

    // The server was down: invoices of three cycles are written on one day, with a month to pay them.
    world.goTo("2026-06-02T10:00:00Z");
    await run();
    expect(await billsOf(other.id)).toHaveLength(5);
    expect(await deadlineOf(other.id)).toBe("2026-06-30");
    world.goTo("2026-01-01T09:00:00Z");
  });
});
