import { PDFiumLibrary } from "@hyzyla/pdfium";
import { beforeAll, describe, expect, it } from "vitest";
import type { Customer } from "../plans/plans.fixture.ts";
import { billingWorld } from "./billing.fixture.ts";

const { world, run, billsOf, deadlineOf } = billingWorld("2026-01-31T09:00:00Z");

/** A customer with unpaid invoices of February and March, and a stranger with one of March. */
let customer: Customer;
let stranger: Customer;

beforeAll(async () => {
  customer = await world.customer({ price: 4900, channel_price: 300 }, "user");
  world.goTo("2026-02-28");
  stranger = await world.customer({ price: 1000 }, "user");
  // Both of the customer's at once: neither was due before it could be paid.
  world.goTo("2026-03-31");
  await run();
});

const summary = ({ client }: Customer) => client.call("GET /api/user/billing");
const list = ({ client }: Customer, query: object = {}) => client.call("GET /api/invoices", { query });
const numbersOf = async (who: Customer, query: object = {}) =>
  (await list(who, query)).items.map(({ number }) => number);
const change = (verb: "mark-paid" | "mark-unpaid" | "void", id: number) =>
  world.admin.client.call(`PUT /api/invoices/{id}/${verb}`, { params: { id } });
const get = (path: string, { client }: Customer, signedIn = true) =>
  fetch(new URL(path, world.app.origin), { headers: signedIn ? { cookie: client.cookie() } : {} });

/** A customer with one unpaid invoice, of June. */
async function withBill(price = 1000) {
  world.goTo("2026-06-01");
  const one = await world.customer({ price }, "user");
  world.goTo("2026-07-01");
  const bill = await world.admin.client.call("POST /api/invoices/generate", { body: { id_user: one.id } });
  return { ...one, bill };
}

describe("the balance of a customer", () => {
  it("is returned with the running cycle, its cost, and the payment deadline", async () => {
    world.goTo("2026-03-31");
    const told = await summary(customer);
    expect(told).toMatchObject({
      plan: { id_plan: expect.any(Number), name: expect.stringContaining("Site") },
      next_plan: null,
      requested_plan: null,
      projects: [],
      channels: [],
      currentBill: { amount: 4900, currency: "USD" },
      billingCycle: { startDate: "2026-03-31", endDate: "2026-04-29" },
      daysRemaining: 30,
      nextBillingDate: "2026-04-30",
      unpaid: { amount: 9800, currency: "USD" },
      // A month after 30 March.
      paymentDeadline: "2026-04-30",
      hasUnpaidBills: true,
      isReadOnly: false,
    });
    expect(told.unpaidInvoices.map(({ billing_end_date, amount }) => [billing_end_date, amount])).toEqual([
      ["2026-03-30", 4900],
      ["2026-02-27", 4900],
    ]);
    world.goTo("2026-04-29");
    expect(await summary(customer)).toMatchObject({ daysRemaining: 1, nextBillingDate: "2026-04-30" });
    world.goTo("2026-03-31");
  });

  it("is zero without a plan and an invoice, in dollars unless set otherwise", async () => {
    const nobody = await world.person("user");
    expect(await summary(nobody)).toMatchObject({
      plan: null,
      billingCycle: null,
      currentBill: { amount: 0, currency: "USD" },
      nextBillingDate: null,
      unpaid: { amount: 0, currency: "USD" },
      unpaidInvoices: [],
      paymentDeadline: null,
      hasUnpaidBills: false,
      isReadOnly: false,
    });
  });

  it("lists each project with its size tier and each channel, as the invoice will", async () => {
    world.goTo("2026-03-31");
    const owner = await world.customer({ price: 1000, channel_price: 300 });
    await world.admin.client.call("POST /api/project-tiers", {
      body: { name: "Villa", area: 800, price: 250 },
    });
    const client = owner.client;
    const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Bay", area: 700 } });
    await client.call("POST /api/projects", { body: { name: "Pier", area: 70_000 } });
    await client.call("POST /api/live-streaming", { body: { id_project, name: "Gate" } });
    expect(await summary(owner)).toMatchObject({
      projects: [
        { id_project, name: "Bay", tier: "Villa", amount: 250, currency: "USD" },
        { name: "Pier", tier: "", amount: 0 },
      ],
      channels: [{ name: "Gate", amount: 300, currency: "USD" }],
      currentBill: { amount: 1550, currency: "USD" },
    });
  });

  it("is visible to a super admin, and to no other user", async () => {
    const call = ({ client }: Customer) =>
      client.raw("GET /api/users/{id}/billing", { params: { id: customer.id } });
    const { status, body } = await call(world.admin);
    expect([status, (body as { data: unknown }).data]).toEqual([200, await summary(customer)]);
    expect((await call(stranger)).status).toBeGreaterThanOrEqual(403);
  });
});

describe("invoices", () => {
  it("are listed to their customer only, whatever the filter, and all of them to a super admin", async () => {
    const [own, other] = [await numbersOf(customer), await numbersOf(stranger)];
    expect([own.length, other.length]).toEqual([2, 1]);
    expect(own).not.toContain(other[0]);
    expect(await numbersOf(customer, { id_user: stranger.id })).toEqual([]);
    expect(await numbersOf(customer, { search: other[0] })).toEqual([]);
    expect(await numbersOf(world.admin)).toEqual(expect.arrayContaining([...own, ...other]));
    expect(await numbersOf(world.admin, { id_user: stranger.id })).toEqual(other);
  });

  it("are shown and downloaded by their customer and super admins, and refused to everyone else", async () => {
    const [bill] = (await list(customer)).items;
    const params = { id: bill?.id ?? 0 };
    const routes = ["", "/download", "/view"] as const;
    for (const part of routes) {
      const read = ({ client }: Customer) => client.refused(`GET /api/invoices/{id}${part}`, { params });
      expect((await read(stranger)).status).toBe(404);
      for (const who of [customer, world.admin])
        expect((await get(`/api/invoices/${params.id}${part}`, who)).status).toBe(200);
    }
    expect(await customer.client.call("GET /api/invoices/{id}", { params })).toMatchObject({
      id_user: customer.id,
      user_name: "Test Person",
      status: "unpaid",
      billing_start_date: "2026-02-28",
      billing_end_date: "2026-03-30",
      due_date: "2026-04-30",
      is_overdue: false,
      paid_at: null,
      currency: "USD",
      subtotal: 4900,
      tax: 0,
      total: 4900,
      temp_url: null,
      can: { view: true, edit: false, delete: false },
      lines: [{ kind: "plan", from: null, to: null, quantity: 1, unit_price: 4900, amount: 4900 }],
    });
    for (const [route, body] of [
      ["PUT /api/invoices/{id}/mark-paid", {}],
      ["PUT /api/invoices/{id}/mark-unpaid", {}],
      ["PUT /api/invoices/{id}/extend", { due_date: "2027-01-01" }],
      ["PUT /api/invoices/{id}/void", {}],
      ["DELETE /api/invoices/{id}", undefined],
      ["POST /api/invoices/generate", { id_user: customer.id }],
      ["PUT /api/invoices/bulk", { ids: [params.id], action: "mark-paid" }],
      ["GET /api/invoices/export", undefined],
    ] as const)
      expect(await customer.client.refused(route, { params, body })).toMatchObject({ status: 403 });
    expect((await get("/api/invoices", customer, false)).status).toBe(401);
  });

  it("are filtered and sorted by the server, page by page", async () => {
    world.goTo("2026-07-01");
    const big = await withBill(9_000_000);
    await change("mark-paid", big.bill.id);
    const { items } = await list(world.admin, { sort: "total", per_page: 1 });
    expect(items.map(({ id }) => id)).toEqual([big.bill.id]);
    expect(await numbersOf(world.admin, { status: "paid" })).toEqual([big.bill.number]);
    expect(await numbersOf(world.admin, { search: big.name })).toEqual([big.bill.number]);
    expect(await numbersOf(world.admin, { year: 2025 })).toEqual([]);
    // Of 1 July 2026: what was due in spring, and not what was paid.
    const late = await numbersOf(world.admin, { overdue: 1, sort: "due" });
    expect(late.slice(0, 1)).toEqual((await numbersOf(customer)).slice(-1));
    expect(late).not.toContain(big.bill.number);
    for (const sort of ["issued", "number", "due", "status"])
      expect((await list(world.admin, { sort, per_page: 100 })).items).toHaveLength(
        (await list(world.admin)).total,
      );
  });

  it("have an address that works for ten minutes without signing in, for this invoice only", async () => {
    world.goTo("2026-07-01");
    const { items } = await list(customer, { with_temp_urls: 1 });
    const [path, other] = items.map(({ temp_url }) => temp_url ?? "");
    const reply = await get(path ?? "", customer, false);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(reply.headers.get("content-disposition")).toMatch(/^inline; filename="Invoice INV-2026-/);
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const forged = `${(other ?? "").split("/").slice(0, -1).join("/")}/${(path ?? "").split("/").at(-1)}`;
    const longer = (path ?? "").replace(/\/(\d{9,})\//, (_, until: string) => `/${Number(until) + 9000}/`);
    for (const wrong of [forged, longer, "/media/invoices/1/99999999999/x"])
      expect((await get(wrong, customer, false)).status).toBe(404);
    world.goTo("2026-07-01T09:10:01Z");
    expect((await get(path ?? "", customer, false)).status).toBe(404);
  });
});

describe("an invoice as a file", () => {
  it("is downloaded or shown inline, in the requested language or the customer's", async () => {
    const [bill] = (await list(customer)).items;
    const kept = await get(`/api/invoices/${bill?.id}/download`, customer);
    expect(kept.headers.get("content-disposition")).toBe(
      `attachment; filename="Invoice ${bill?.number}.pdf"; filename*=UTF-8''Invoice%20${bill?.number}.pdf`,
    );
    const shown = await get(`/api/invoices/${bill?.id}/view?lang=ar`, customer);
    expect(shown.headers.get("content-type")).toBe("application/pdf");
    expect(shown.headers.get("content-disposition")).toMatch(
      /^inline; .*%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9/,
    );
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(Buffer.from(await kept.arrayBuffer()));
    const text = document.getPage(0).getText();
    document.destroy();
    library.destroy();
    expect(text).toContain(bill?.number);
    expect(text).toContain("USD 49.00");
  });
});

describe("a super admin", () => {
  it("writes the invoice of the last whole cycle, and a second call returns the same", async () => {
    const { id, bill } = await withBill();
    expect(bill).toMatchObject({
      billing_start_date: "2026-06-01",
      billing_end_date: "2026-06-30",
      total: 1000,
    });
    const again = await world.admin.client.call("POST /api/invoices/generate", { body: { id_user: id } });
    expect(again).toEqual(bill);
    expect(await billsOf(id)).toHaveLength(1);
  });

  it("closes the first cycle early where none has ended: billed by its days, once, and nothing left out", async () => {
    world.goTo("2026-06-01");
    const early = await world.customer({ price: 3000 }, "user");
    world.goTo("2026-06-10");
    const generate = () =>
      world.admin.client.call("POST /api/invoices/generate", { body: { id_user: early.id } });
    const bill = await generate();
    expect(bill).toMatchObject({
      billing_start_date: "2026-06-01",
      billing_end_date: "2026-06-10",
      total: 1000,
    });
    expect((await generate()).id).toBe(bill.id);
    world.goTo("2026-06-20");
    expect((await generate()).id).toBe(bill.id);
    expect((await summary(early)).billingCycle).toEqual({ startDate: "2026-06-11", endDate: "2026-07-10" });
    world.goTo("2026-07-11");
    await run();
    expect((await billsOf(early.id)).map(({ billing_start, total }) => [billing_start, total])).toEqual([
      ["2026-06-01", 1000],
      ["2026-06-11", 3000],
    ]);
  });

  it("gets an error that there is nothing to bill where no customer has a plan", async () => {
    const nobody = await world.person("user");
    expect(
      await world.admin.client.refused("POST /api/invoices/generate", { body: { id_user: nobody.id } }),
    ).toMatchObject({ status: 422, code: "NOTHING_TO_BILL" });
  });

  it("marks an invoice paid, and undoes it; each time the deadline is updated", async () => {
    const { id, bill } = await withBill();
    expect(await deadlineOf(id)).toBe("2026-07-30");
    expect(await change("mark-paid", bill.id)).toMatchObject({ status: "paid", paid_at: "2026-07-01" });
    expect(await deadlineOf(id)).toBeNull();
    world.goTo("2026-07-05");
    expect(await change("mark-paid", bill.id), "a second time").toMatchObject({ paid_at: "2026-07-01" });
    expect(await change("mark-unpaid", bill.id)).toMatchObject({ status: "unpaid", paid_at: null });
    expect(await deadlineOf(id)).toBe("2026-07-30");
    const params = { id: bill.id };
    const paid = (paid_at: string) =>
      world.admin.client.raw("PUT /api/invoices/{id}/mark-paid", { params, body: { paid_at } });
    expect(await paid("2026-07-06")).toMatchObject({
      status: 422,
      body: { errors: { paid_at: ["billing.paid_future"] } },
    });
    expect(await paid("2026-07-03")).toMatchObject({
      status: 200,
      body: { data: { paid_at: "2026-07-03" } },
    });
  });

  it("extends the due date, and never shortens it", async () => {
    const { id, bill } = await withBill();
    const extend = (due_date: string) =>
      world.admin.client.raw("PUT /api/invoices/{id}/extend", {
        params: { id: bill.id },
        body: { due_date },
      });
    expect(await extend("2026-09-15")).toMatchObject({
      status: 200,
      body: { data: { due_date: "2026-09-15" } },
    });
    expect(await deadlineOf(id)).toBe("2026-09-15");
    expect(await extend("2026-07-15")).toMatchObject({
      status: 422,
      body: { errors: { due_date: ["billing.due_early"] } },
    });
    expect(await extend("2026-07-30")).toMatchObject({ status: 200 });
    expect(await deadlineOf(id)).toBe("2026-07-30");
  });

  it("voids and deletes unpaid ones; numbers stay taken, and the cycle can be billed anew", async () => {
    const { id, bill } = await withBill();
    const params = { id: bill.id };
    await change("mark-paid", bill.id);
    const remove = () => world.admin.client.refused("DELETE /api/invoices/{id}", { params });
    expect(await remove()).toMatchObject({ status: 422, code: "INVOICE_PAID" });
    expect(await world.admin.client.refused("PUT /api/invoices/{id}/void", { params })).toMatchObject({
      code: "INVOICE_PAID",
    });
    await change("mark-unpaid", bill.id);
    expect(await change("void", bill.id)).toMatchObject({ status: "void", is_overdue: false });
    expect(await world.admin.client.refused("PUT /api/invoices/{id}/mark-paid", { params })).toMatchObject({
      code: "INVOICE_VOID",
    });
    expect(await deadlineOf(id)).toBeNull();
    const anew = await world.admin.client.call("POST /api/invoices/generate", { body: { id_user: id } });
    expect(anew).toMatchObject({ billing_start_date: "2026-06-01", total: 1000, status: "unpaid" });
    expect(anew.number).not.toBe(bill.number);
    await world.admin.client.call("DELETE /api/invoices/{id}", { params: { id: anew.id } });
    expect(await remove().catch(() => null)).toBeNull();
    const rows = await billsOf(id);
    expect(rows.map(({ status, number }) => [status, number])).toEqual([
      ["void", bill.number],
      ["void", anew.number],
    ]);
    expect((await list(world.admin, { id_user: id })).items).toEqual([]);
    expect(
      await world.admin.client.refused("GET /api/invoices/{id}", { params: { id: anew.id } }),
    ).toMatchObject({ status: 404 });
  });

  it("marks several at once; impossible ones are skipped and counted", async () => {
    const [one, two] = [await withBill(), await withBill()];
    await change("void", two.bill.id);
    expect(
      await world.admin.client.call("PUT /api/invoices/bulk", {
        body: { ids: [one.bill.id, two.bill.id, one.bill.id, 987_654_321], action: "mark-paid" },
      }),
    ).toEqual({ done: 1, left: 2 });
    expect(await deadlineOf(one.id)).toBeNull();
  });

  it("exports all rows as a table without spreadsheet formulas", async () => {
    const { id, bill } = await withBill();
    await change("void", bill.id);
    await world.db
      .updateTable("users")
      .set({ first_name: '=HYPERLINK("http://evil.example","x")', last_name: "" })
      .where("id", "=", id)
      .execute();
    const anew = await world.admin.client.call("POST /api/invoices/generate", { body: { id_user: id } });
    const reply = await get(`/api/invoices/export?id_user=${id}`, world.admin);
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Invoices 2026-07-01\.csv"/,
    );
    // `text()` removes the byte order mark by which spreadsheets detect UTF-8.
    const [head, ...rows] = (await reply.text()).trimEnd().split("\r\n");
    expect(head).toBe(
      "Number,Customer,Company,Email,Status,From,To,Issue date,Due date,Paid on,Overdue,Currency,Subtotal,Tax,Total",
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toBe(
      `${anew.number},"'=HYPERLINK(""http://evil.example"",""x"")",,person-x,Unpaid,2026-06-01,2026-06-30,2026-07-01,2026-07-30,,No,USD,10.00,0.00,10.00`.replace(
        "person-x",
        anew.customer.email,
      ),
    );
  });

  it("logs the changes, and the customer is notified of a new invoice", async () => {
    const { client, bill } = await withBill();
    await change("mark-paid", bill.id);
    const news = await client.call("GET /api/notifications", { query: {} });
    expect(news.map(({ title, message }) => [title, message])).toContainEqual([
      "New invoice",
      expect.stringContaining(bill.number),
    ]);
    const logged = await world.db
      .selectFrom("activity")
      .select(["action", "id_user"])
      .where("subject_kind", "=", "invoice")
      .where("id_subject", "=", bill.id)
      .orderBy("id")
      .execute();
    expect(logged).toEqual([
      { action: "invoice.issued", id_user: world.admin.id },
      { action: "invoice.paid", id_user: world.admin.id },
    ]);
  });
});
