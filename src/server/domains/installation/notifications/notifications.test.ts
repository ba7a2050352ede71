import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

/** Creates rows of one user, oldest first; with `read`, every second one is read already. */
async function give(userId: number, count: number, read = false): Promise<number[]> {
  if (count === 0) return [];
  const rows = Array.from({ length: count }, (_, n) => ({
    id_user: userId,
    type: "info" as const,
    kind: "project_created",
    text: "project_created",
    values: JSON.stringify({ project: `Palm Court ${n}`, actor: "Ada" }),
    link: `/project/${n}`,
    read_at: read && n % 2 === 0 ? new Date() : null,
  }));
  const made = await app.database.db.insertInto("notifications").values(rows).returning("id").execute();
  return made.map(({ id }) => id).toSorted((a, b) => a - b);
}

async function reader(count = 0, read = false) {
  const user = await app.user();
  const ids = await give(user.id, count, read);
  return { ...user, ids, client: await app.as(user) };
}

const states = async (client: TestClient) =>
  Object.fromEntries((await client.call("GET /api/notifications")).map((one) => [one.id, one.is_read]));

describe("the list of notifications", () => {
  it("is an array of the user's own, newest first, each with all that a screen shows", async () => {
    const { client, ids } = await reader(2);
    const list = await client.call("GET /api/notifications");
    expect(list.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(list[1]).toEqual({
      id: ids[0],
      type: "info",
      kind: "project_created",
      title: "New project",
      message: "Ada created the project “Palm Court 0”.",
      link: "/project/0",
      is_read: false,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const other = await reader();
    expect(await other.client.call("GET /api/notifications")).toEqual([]);
  });

  it("can be filtered by read and unread, by kind, and read page by page", async () => {
    const { id, client, ids } = await reader(5, true);
    const of = async (query: object) =>
      (await client.call("GET /api/notifications", { query })).map((one) => one.id);
    expect(await of({ read: "1" })).toEqual([ids[4], ids[2], ids[0]]);
    expect(await of({ read: "0" })).toEqual([ids[3], ids[1]]);
    expect(await of({ kind: "snag" })).toEqual([]);
    expect(await of({ limit: 2 })).toEqual([ids[4], ids[3]]);
    expect(await of({ limit: 2, before: ids[3] })).toEqual([ids[2], ids[1]]);
    const visit = { kind: "visit_created", text: "visit_ready", values: "{}", type: "success" } as const;
    await app.database.db
      .insertInto("notifications")
      .values({ ...visit, id_user: id, link: null })
      .execute();
    expect(await of({ kind: "visit_created" })).toHaveLength(1);
  });

  it("is in the reader's present language, with its plural forms", async () => {
    const { id, client } = await reader(1);
    await app.database.db
      .insertInto("notifications")
      .values({
        id_user: id,
        type: "success",
        kind: "visit_created",
        text: "visit_ready",
        values: JSON.stringify({ visit: "الأسبوع 12", project: "Palm Court", count: 3 }),
        link: null,
      })
      .execute();
    const texts = async () =>
      (await client.call("GET /api/notifications")).map(({ title, message }) => [title, message]);
    expect(await texts()).toEqual([
      ["Visit ready", "“\u2068الأسبوع 12\u2069” in “Palm Court” is ready to view: 3 rooms."],
      ["New project", "Ada created the project “Palm Court 0”."],
    ]);
    await client.call("POST /api/language", { body: { locale: "ar" } });
    expect(await texts()).toEqual([
      ["الزيارة جاهزة", "يمكن التجول في «الأسبوع 12» ضمن «\u2068Palm Court\u2069»: 3 غرف جاهزة."],
      ["مشروع جديد", "أنشأ \u2068Ada\u2069 المشروع «\u2068Palm Court 0\u2069»."],
    ]);
  });

  it("shows a generic text for types of another version", async () => {
    const { id, client } = await reader();
    const strange = { text: "constructor", kind: "weather", values: "[3]", type: "warning" } as const;
    await app.database.db
      .insertInto("notifications")
      .values({ ...strange, id_user: id, link: null })
      .execute();
    const [one] = await client.call("GET /api/notifications");
    expect(one).toMatchObject({ title: "New notification", type: "warning", link: null });
  });
});

describe("marking", () => {
  it.each(["notification_id", "id"])("marks one by %s, once only", async (name) => {
    const { client, ids } = await reader(2);
    const body = { [name]: ids[0] };
    expect(await client.call("PUT /api/notifications/mark-read", { body })).toEqual({
      changed: 1,
      unread: 1,
    });
    expect(await client.call("PUT /api/notifications/mark-read", { body })).toEqual({
      changed: 0,
      unread: 1,
    });
    expect(await states(client)).toEqual({ [ids[0] ?? 0]: true, [ids[1] ?? 0]: false });
    expect(await client.call("PUT /api/notifications/mark-unread", { body })).toEqual({
      changed: 1,
      unread: 2,
    });
  });

  it.each(["notification_ids", "ids"])("marks many by %s, up to 500", async (name) => {
    const { client, ids } = await reader(500);
    const body = { [name]: ids };
    expect(await client.call("PUT /api/notifications/mark-read", { body })).toEqual({
      changed: 500,
      unread: 0,
    });
    expect(await client.call("PUT /api/notifications/mark-unread", { body })).toEqual({
      changed: 500,
      unread: 500,
    });
    const more = { [name]: [...ids, 1] };
    expect(await client.refused("PUT /api/notifications/mark-read", { body: more })).toMatchObject({
      status: 422,
    });
  });

  it("is refused with a message when no id is given", async () => {
    const { client } = await reader(1);
    for (const route of [
      "PUT /api/notifications/mark-read",
      "PUT /api/notifications/mark-unread",
      "POST /api/notifications/delete",
    ] as const)
      expect(await client.refused(route, { body: { ids: [] } })).toMatchObject({
        status: 422,
        errors: { notification_ids: ["notifications.ids_required"] },
      });
  });

  it("changes no notification of another user", async () => {
    const owner = await reader(3, true);
    const { client } = await reader(1);
    const body = { notification_ids: owner.ids };
    const nothing = { changed: 0, unread: 1 };
    expect(await client.call("PUT /api/notifications/mark-read", { body })).toEqual(nothing);
    expect(await client.call("PUT /api/notifications/mark-unread", { body })).toEqual(nothing);
    expect(await client.call("POST /api/notifications/delete", { body })).toEqual(nothing);
    expect(await client.call("POST /api/notifications/delete-read", { body: {} })).toEqual(nothing);
    await client.call("PUT /api/notifications/mark-all-read", { body: {} });
    expect(Object.values(await states(owner.client))).toEqual([true, false, true]);
  });

  it("leaves none unread when marking all, with a body or without", async () => {
    for (const input of [{}, { body: {} }]) {
      const { client } = await reader(4, true);
      expect(await client.call("PUT /api/notifications/mark-all-read", input)).toEqual({
        changed: 2,
        unread: 0,
      });
      expect(await client.call("GET /api/notifications/unread")).toEqual({ unread: 0 });
      expect(Object.values(await states(client))).toEqual([true, true, true, true]);
    }
  });

  it("leaves later arrivals unread when marking all up to the last one on the screen", async () => {
    const { id, client, ids } = await reader(2);
    const [late = 0] = await give(id, 1);
    const done = await client.call("PUT /api/notifications/mark-all-read", { body: { up_to: ids[1] } });
    expect(done).toEqual({ changed: 2, unread: 1 });
    expect(await states(client)).toMatchObject({ [late]: false });
  });
});

describe("deleting", () => {
  it("deletes these, by one id or many, for good", async () => {
    const { client, ids } = await reader(4);
    const remove = (body: object) => client.call("POST /api/notifications/delete", { body });
    expect(await remove({ notification_id: ids[0] })).toEqual({ changed: 1, unread: 3 });
    expect(await remove({ notification_ids: [ids[0], ids[1]] })).toEqual({ changed: 1, unread: 2 });
    expect(Object.keys(await states(client)).map(Number)).toEqual([ids[2], ids[3]]);
  });

  it("of read ones leaves the unread ones", async () => {
    const { client, ids } = await reader(5, true);
    const reply = await client.raw("POST /api/notifications/delete-read", { body: {} });
    expect(reply).toMatchObject({
      status: 200,
      body: { status: "success", success: true, message: "Deleted", data: { changed: 3, unread: 2 } },
    });
    expect(await states(client)).toEqual({ [ids[1] ?? 0]: false, [ids[3] ?? 0]: false });
  });
});

describe("the demo account", () => {
  it("may mark, but delete nothing", async () => {
    const user = await app.user({ isDemo: true });
    const ids = await give(user.id, 2, true);
    const client = await app.as(user);
    const body = { notification_ids: ids };
    expect(await client.call("PUT /api/notifications/mark-read", { body })).toMatchObject({ changed: 1 });
    expect(await client.call("PUT /api/notifications/mark-unread", { body })).toMatchObject({ changed: 2 });
    expect(await client.call("PUT /api/notifications/mark-all-read", { body: {} })).toMatchObject({
      changed: 2,
    });
    for (const route of ["POST /api/notifications/delete", "POST /api/notifications/delete-read"] as const)
      expect(await client.refused(route, { body })).toMatchObject({ status: 403, code: "DEMO_READ_ONLY" });
    expect(await client.call("GET /api/notifications")).toHaveLength(2);
  });

  it("is served in the language of each browser", async () => {
    const user = await app.user({ isDemo: true });
    await give(user.id, 1);
    const client = await app.as(user);
    const { url } = client.address("GET /api/notifications", {});
    const reply = await client.send("GET", url, undefined, { "accept-language": "ar-QA,en;q=0.5" });
    expect(reply.body).toMatchObject({ data: [{ title: "مشروع جديد" }] });
  });
});
