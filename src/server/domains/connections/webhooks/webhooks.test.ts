import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { WebhookEvent } from "#contract/webhooks.ts";
import { createAddressPolicy } from "#server/platform/address-policy.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createAppKey } from "#server/platform/key.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { isSignedWith, startReceiver } from "#test/webhooks/receiver.ts";
import { createDeliverer } from "./deliver.ts";
import { createWebhooksRepository } from "./webhooks.repository.ts";

let app: TestApp;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let admin: TestClient;
let owner: TestClient;
let ownerId: number;
let id_project: number;
let hooks = 0;

beforeAll(async () => {
  [app, receiver] = await Promise.all([testApp(), startReceiver()]);
  admin = await app.as(await app.user({ role: "super_admin" }));
  await admin.call("PUT /api/settings", { body: { webhook_networks: ["127.0.0.1"] } });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

beforeEach(async () => {
  const person = await app.user({ role: "administrator" });
  [ownerId, owner] = [person.id, await app.as(person)];
  id_project = (await owner.call("POST /api/projects", { body: { name: `Quay ${person.name}` } })).id;
  receiver.state.answer = () => ({ status: 204 });
});

/** A webhook with its own path, which identifies its deliveries. */
async function addHook(
  by: TestClient,
  events: WebhookEvent[] = ["project.changed"],
  project: number | null = id_project,
) {
  const path = `/hook/${++hooks}`;
  const url = `http://127.0.0.1:${receiver.port}${path}`;
  const hook = await by.call("POST /api/webhooks", { body: { url, events, id_project: project } });
  return { ...hook, path, got: () => receiver.of(path) };
}
const change = (description: string) =>
  owner.call("PUT /api/projects/{id}", { params: { id: id_project }, body: { description } });
const arrives = (check: () => unknown) => soon(check);
const deliveries = async (by: TestClient, id: number) =>
  (await by.call("GET /api/webhooks/{id}/deliveries", { params: { id } })).items;
/** Makes waiting deliveries due now. */
const hurry = () =>
  app.database.db
    .updateTable("webhook_deliveries")
    .set({ next_try_at: new Date(0) })
    .where("state", "=", "waiting")
    .execute();

describe("a webhook", () => {
  it("receives signed events of its project, and keeps a log of them", async () => {
    const hook = await addHook(owner);
    await change("Piles are in");
    await arrives(() => expect(hook.got()).toHaveLength(1));
    const [got] = hook.got();
    expect(JSON.parse(got?.body ?? "")).toMatchObject({
      type: "project.changed",
      data: { project: { id: id_project }, changed: ["description"], by: { id: ownerId } },
    });
    expect(got?.body).not.toContain("Piles are in");
    expect(got && isSignedWith(hook.secret, got)).toBe(true);
    await arrives(async () =>
      expect(await deliveries(owner, hook.id)).toMatchObject([
        { event: "project.changed", state: "delivered", attempts: 1, status: 204, body: got?.body },
      ]),
    );
    const { items } = await owner.call("GET /api/webhooks");
    expect(items).toMatchObject([{ id: hook.id, state: "ok" }]);
    expect(JSON.stringify(items)).not.toContain(hook.secret);
  });

  it("receives events of a project that its owner has just created, if it follows all of their projects", async () => {
    const hook = await addHook(owner, ["project.created"], null);
    const made = await owner.call("POST /api/projects", { body: { name: "Second quay" } });
    await arrives(() => expect(hook.got()).toHaveLength(1));
    expect(JSON.parse(hook.got()[0]?.body ?? "").data.project.id).toBe(made.id);
  });

  it("receives no events of other projects, nor any that its owner may not see", async () => {
    const stranger = await app.user({ role: "administrator" });
    const trade = await app.user();
    await app.join(id_project, trade, "trade");
    const foreign = await addHook(await app.as(stranger), ["project.changed", "snag.created"], null);
    const narrow = await addHook(await app.as(trade), ["snag.created", "project.changed"], null);
    const { id: sheet } = await owner.call("POST /api/maps", { body: { id_project, name: "Roof" } });
    await owner.call("POST /api/maps/{id}/annotations", {
      params: { id: sheet },
      body: { title: "Loose tile", x: 0.5, y: 0.5 },
    });
    await change("Roof is on");
    await arrives(() => expect(narrow.got()).toHaveLength(1));
    await hurry();
    expect(narrow.got().map(({ body }) => JSON.parse(body).type)).toEqual(["project.changed"]);
    expect(foreign.got()).toEqual([]);
    const { db } = app.database;
    const kept = await db
      .selectFrom("webhook_deliveries")
      .select("event")
      .where("id_webhook", "in", [foreign.id])
      .execute();
    expect(kept).toEqual([]);
  });

  it("does not receive events from a time when its owner was no longer a member", async () => {
    const viewer = await app.user();
    await app.join(id_project, viewer, "viewer");
    const hook = await addHook(await app.as(viewer));
    receiver.state.answer = ({ path }) => ({ status: path === hook.path ? 503 : 204 });
    await change("One");
    await arrives(() => expect(hook.got()).toHaveLength(1));
    await app.database.db.deleteFrom("project_members").where("id_user", "=", viewer.id).execute();
    await hurry();
    await arrives(async () => {
      const left = app.database.db
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("id_webhook", "=", hook.id);
      expect(await left.execute()).toEqual([]);
    });
    expect(hook.got()).toHaveLength(1);
  });

  it("shows its project's name while its owner is a member, and no new name after that", async () => {
    const viewer = await app.user();
    await app.join(id_project, viewer, "viewer");
    const client = await app.as(viewer);
    const hook = await addHook(client);
    const listed = async () => (await client.call("GET /api/webhooks")).items[0];
    const rename = (name: string) =>
      owner.call("PUT /api/projects/{id}", { params: { id: id_project }, body: { name } });
    await rename("North Quay");
    await arrives(() => expect(hook.got()).toHaveLength(1));
    expect(await listed()).toMatchObject({ id_project, project: "North Quay" });
    await app.database.db.deleteFrom("project_members").where("id_user", "=", viewer.id).execute();
    await rename("Confidential Tower");
    expect(await listed()).toMatchObject({ id_project, project: "" });
    const renamed = await client.call("PUT /api/webhooks/{id}", {
      params: { id: hook.id },
      body: { description: "Still mine" },
    });
    expect(renamed.project).toBe("");
    await hurry();
    const kept = JSON.stringify([await deliveries(client, hook.id), hook.got()]);
    expect(kept).not.toContain("Confidential Tower");
    // A public project is open to all signed-in users.
    await owner.call("PUT /api/projects/{id}", { params: { id: id_project }, body: { is_public: true } });
    expect((await listed())?.project).toBe("Confidential Tower");
  });

  it("is retried with the same id and the same body until it is accepted", async () => {
    const hook = await addHook(owner);
    receiver.state.answer = ({ path }) => ({
      status: path === hook.path ? 500 : 204,
      text: "database is away",
    });
    await change("Two");
    await arrives(async () =>
      expect(await deliveries(owner, hook.id)).toMatchObject([
        { state: "waiting", status: 500, answer: "database is away", attempts: 1 },
      ]),
    );
    expect((await owner.call("GET /api/webhooks")).items).toMatchObject([{ state: "failing" }]);
    receiver.state.answer = () => ({ status: 200 });
    await hurry();
    await arrives(() => expect(hook.got()).toHaveLength(2));
    const [first, second] = hook.got();
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    await arrives(async () =>
      expect((await owner.call("GET /api/webhooks")).items).toMatchObject([{ state: "ok" }]),
    );
  });

  it("fails after the last attempt, and can be sent again by hand", async () => {
    const hook = await addHook(owner);
    receiver.state.answer = ({ path }) => ({ status: path === hook.path ? 500 : 204 });
    await change("Three");
    await arrives(async () => expect(await deliveries(owner, hook.id)).toMatchObject([{ attempts: 1 }]));
    await app.database.db
      .updateTable("webhook_deliveries")
      .set({ attempts: limits.webhook.tries - 1, next_try_at: new Date(0) })
      .where("id_webhook", "=", hook.id)
      .execute();
    await arrives(async () => expect(await deliveries(owner, hook.id)).toMatchObject([{ state: "failed" }]));
    receiver.state.answer = () => ({ status: 200 });
    const [{ id: delivery } = { id: 0 }] = await deliveries(owner, hook.id);
    const again = await owner.call("POST /api/webhooks/{id}/deliveries/{delivery}/again", {
      params: { id: hook.id, delivery },
    });
    expect(again).toMatchObject({ state: "delivered", status: 200 });
  });

  it("is switched off when the receiver reports it gone, or has not responded for days, and its owner is notified", async () => {
    const [gone, silent] = [await addHook(owner), await addHook(owner)];
    await app.database.db
      .updateTable("webhooks")
      .set({ failing_since: new Date(Date.now() - (limits.webhook.stopDays + 1) * 86_400_000) })
      .where("id", "=", silent.id)
      .execute();
    receiver.state.answer = ({ path }) => ({ status: path === gone.path ? 410 : 502 });
    await change("Four");
    await arrives(async () =>
      expect((await owner.call("GET /api/webhooks")).items).toMatchObject([
        { id: silent.id, is_active: false, state: "stopped" },
        { id: gone.id, is_active: false, state: "stopped" },
      ]),
    );
    const news = await owner.call("GET /api/notifications", { query: { kind: "integration" } });
    expect(JSON.stringify(news)).toContain("/developers/webhooks");
    receiver.state.answer = () => ({ status: 204 });
    await owner.call("PUT /api/webhooks/{id}", { params: { id: gone.id }, body: { is_active: true } });
    await change("Five");
    await arrives(() => expect(gone.got()).toHaveLength(2));
  });

  it("follows no redirects", async () => {
    const hook = await addHook(owner);
    receiver.state.answer = ({ path }) =>
      path === hook.path ? { status: 302, location: "/elsewhere" } : { status: 204 };
    expect(await owner.call("POST /api/webhooks/{id}/ping", { params: { id: hook.id } })).toMatchObject({
      event: "ping",
      status: 302,
      state: "waiting",
    });
    expect(receiver.of("/elsewhere")).toEqual([]);
  });

  it("is signed with the old secret, too, for a day after a change", async () => {
    const hook = await addHook(owner);
    const { secret } = await owner.call("POST /api/webhooks/{id}/secret", { params: { id: hook.id } });
    await owner.call("POST /api/webhooks/{id}/ping", { params: { id: hook.id } });
    const [got] = hook.got();
    expect(got && [isSignedWith(secret, got), isSignedWith(hook.secret, got)]).toEqual([true, true]);
    await app.database.db
      .updateTable("webhooks")
      .set({ old_secret_until: new Date(0) })
      .where("id", "=", hook.id)
      .execute();
    await owner.call("POST /api/webhooks/{id}/ping", { params: { id: hook.id } });
    const later = hook.got()[1];
    expect(later && [isSignedWith(secret, later), isSignedWith(hook.secret, later)]).toEqual([true, false]);
  });
});

describe("the nightly job", () => {
  it("deletes deliveries and an old secret once their time is over, and no others", async () => {
    const { db } = app.database;
    const [early, late] = [await addHook(owner), await addHook(owner)];
    const day = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * day);
    for (const [hook, until, created] of [
      [early, ago(0.01), ago(limits.webhook.keptDays + 1)],
      [late, ago(-0.5), ago(limits.webhook.keptDays - 1)],
    ] as const) {
      const params = { id: hook.id };
      await owner.call("POST /api/webhooks/{id}/secret", { params });
      await owner.call("POST /api/webhooks/{id}/ping", { params });
      await db.updateTable("webhooks").set({ old_secret_until: until }).where("id", "=", hook.id).execute();
      const delivery = db.updateTable("webhook_deliveries").set({ created_at: created });
      await delivery.where("id_webhook", "=", hook.id).execute();
    }
    await createWebhooksRepository(db).prune();
    const kept = async ({ id }: { readonly id: number }) => {
      const row = await db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      return [row.old_secret !== null, row.old_secret_until !== null, (await deliveries(owner, id)).length];
    };
    expect([await kept(early), await kept(late)]).toEqual([
      [false, false, 0],
      [true, true, 1],
    ]);
  });
});

describe("webhooks", () => {
  it("send to private networks only where the administrator allows it", async () => {
    for (const url of [
      "http://10.1.2.3/",
      "http://169.254.169.254/latest",
      "http://[::1]/",
      "http://127.0.0.1:5432/",
    ])
      expect(
        await owner.refused("POST /api/webhooks", { body: { url, events: ["snag.created"] } }),
      ).toMatchObject({ code: "WEBHOOK_FORBIDDEN" });
  });

  it("resolve the name again when sending: one that points to a private network is refused", async () => {
    const url = `http://localhost:${receiver.port}/inside`;
    const { id } = await owner.call("POST /api/webhooks", { body: { url, events: ["snag.created"] } });
    await admin.call("PUT /api/settings", { body: { webhook_networks: [] } });
    const sent = await owner.call("POST /api/webhooks/{id}/ping", { params: { id } });
    await admin.call("PUT /api/settings", { body: { webhook_networks: ["127.0.0.1"] } });
    expect(sent).toMatchObject({ status: null, state: "waiting" });
    expect(sent.answer).toMatch(/not allowed to send/);
    expect(receiver.of("/inside")).toEqual([]);
  });

  it("list only the caller's own, and open no others", async () => {
    const hook = await addHook(owner);
    const stranger = await app.as(await app.user());
    expect((await stranger.call("GET /api/webhooks")).items).toEqual([]);
    const params = { id: hook.id };
    expect((await stranger.refused("GET /api/webhooks/{id}/deliveries", { params })).status).toBe(404);
    const change = { params, body: { description: "Mine" } };
    expect((await admin.refused("PUT /api/webhooks/{id}", change)).status).toBe(404);
  });

  it("open no delivery through another webhook", async () => {
    const [mine, other] = [await addHook(owner), await addHook(owner)];
    const { id: delivery } = await owner.call("POST /api/webhooks/{id}/ping", { params: { id: mine.id } });
    const params = { id: other.id, delivery };
    expect(
      (await owner.refused("POST /api/webhooks/{id}/deliveries/{delivery}/again", { params })).status,
    ).toBe(404);
  });

  it("accept no project that its owner cannot see", async () => {
    const stranger = await app.as(await app.user());
    const body = { url: receiver.url, events: ["snag.created"], id_project };
    expect((await stranger.refused("POST /api/webhooks", { body })).status).toBe(403);
  });

  it(`are limited to ${limits.webhook.perPerson} per user`, async () => {
    const body = { url: receiver.url, events: ["snag.created"] };
    const n = limits.webhook.perPerson;
    const tries = Array.from({ length: n + 3 }, () => owner.raw("POST /api/webhooks", { body }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(n);
    expect(statuses.filter((status) => status === 422)).toHaveLength(3);
    expect(await owner.refused("POST /api/webhooks", { body })).toMatchObject({ code: "WEBHOOKS_FULL" });
  });

  it("refuse a user whose plan has no API access", async () => {
    const plan = await admin.call("POST /api/plans", {
      body: { name: `Plain ${ownerId}`, price: 0, interval: "month" },
    });
    await admin.call("PUT /api/users/{id}/plan", { params: { id: ownerId }, body: { id_plan: plan.id } });
    const body = { url: receiver.url, events: ["snag.created"] };
    expect(await owner.refused("POST /api/webhooks", { body })).toMatchObject({ code: "API_OFF" });
    expect(await owner.call("GET /api/webhooks")).toEqual({ items: [], is_on: false });
  });
});

it("send each waiting delivery once, with any number of parallel senders", async () => {
  const hook = await addHook(owner);
  const { db } = app.database;
  const rows = Array.from({ length: 40 }, (_, n) => ({
    id_webhook: hook.id,
    key: `msg_${hook.id}_${n}`,
    event: "ping" as const,
    id_activity: null,
    body: JSON.stringify({ type: "ping", n }),
    status: null,
    milliseconds: null,
    next_try_at: new Date(0),
  }));
  await db.insertInto("webhook_deliveries").values(rows).execute();
  const addresses = createAddressPolicy(() => ["127.0.0.1"], {
    forbidden: "WEBHOOK_FORBIDDEN",
    silent: "TOOL_SILENT",
  });
  const sender = () =>
    createDeliverer({
      db,
      clock: systemClock,
      key: createAppKey("another process with the same key or not"),
      notices: { notify: async () => undefined },
      addresses,
      messageOf: async () => null,
      person: async (id) => ({ id, role: "user", super_admin: false, is_demo: false, language: "en" }),
    });
  // The app sends, too, beside these two.
  await Promise.all([sender().all(), sender().all()]);
  await arrives(() => expect(hook.got().length).toBeGreaterThanOrEqual(40));
  const ids = hook.got().map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
});
