import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Message } from "#contract/messages.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { createMessagesRepository } from "./messages.repository.ts";

interface Person {
  readonly id: number;
  readonly name: string;
  readonly client: TestClient;
}

let app: TestApp;
let ana: Person;
let ben: Person;
let eve: Person;
let chief: Person;

const person = async (options: Parameters<TestApp["user"]>[0] = {}): Promise<Person> => {
  const user = await app.user(options);
  return { ...user, client: await app.as(user) };
};
const projectOf = async (...people: Person[]): Promise<number> => {
  const [owner, ...others] = people;
  const { id } = await app.database.db
    .insertInto("projects")
    .values({
      code: `c${Math.random().toString(36).slice(2, 12)}`,
      name: "Palm Court",
      description: "",
      status: "Under_Construction",
      location: "",
      latitude: null,
      longitude: null,
      year: 2026,
      num_buildings: 1,
      num_floors: 1,
      area: 1,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (owner) await app.join(id, owner, "owner");
  for (const one of others) await app.join(id, one, "viewer");
  return id;
};

beforeAll(async () => {
  app = await testApp();
  [ana, ben, eve] = [await person(), await person(), await person()];
  chief = await person({ role: "super_admin" });
  await projectOf(ana, ben);
});
afterAll(() => app.close());
beforeEach(() => app.database.db.deleteFrom("messages").execute());

const write = (from: Person, to: { id: number }, content = "The gate is open.") =>
  from.client.call("POST /api/messages", { body: { recipient_id: to.id, content } });
const list = async ({ client }: Person, query: object = {}): Promise<Message[]> => {
  const { message } = await client.call("GET /api/messages", { query });
  return Array.isArray(message) ? message : message.data;
};
const unread = async ({ client }: Person) => (await client.call("GET /api/messages/unread")).unread;
const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id);
const which = (...messages: { id: number }[]) => ({ body: { message_ids: ids(messages) } });

describe("a message", () => {
  it("reaches its recipient, newest first, with both names and no other data of either", async () => {
    const first = await write(ana, ben, "First");
    const second = await write(ana, ben, "Second");
    expect(await list(ben)).toEqual([
      expect.objectContaining({ id: second.id, content: "Second" }),
      {
        id: first.id,
        content: "First",
        type: "user",
        sender_id: ana.id,
        recipient_id: ben.id,
        is_read: false,
        is_deleted_by_recipient: false,
        is_deleted: false,
        starred: false,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        sender: { id: ana.id, username: ana.name, first_name: "Test", last_name: "Person", avatar: null },
        recipient: { id: ben.id, username: ben.name, first_name: "Test", last_name: "Person", avatar: null },
      },
    ]);
    expect(await unread(ben)).toBe(2);
    expect(await unread(ana)).toBe(0);
    expect(await list(ana), "what one has sent is not in one's inbox").toEqual([]);
    expect(ids(await list(ana, { all_messages: "1" }))).toEqual([second.id, first.id]);
  });

  it("keeps its line breaks and letters, and loses characters that no database accepts", async () => {
    const { content } = await write(ana, ben, ' الطابق الثاني\r\n\t👷‍♂️ "A" \\ \u0007b ');
    expect(content).toBe('الطابق الثاني\n\t👷‍♂️ "A" \\ b');
    const refused = (text: unknown) =>
      ana.client.refused("POST /api/messages", { body: { recipient_id: ben.id, content: text } });
    for (const nothing of ["", "  \n ", "\u0007"])
      expect(await refused(nothing)).toMatchObject({ errors: { content: ["messages.content_required"] } });
    expect(await refused("x".repeat(2001))).toMatchObject({ errors: { content: ["messages.content_long"] } });
    expect((await write(ana, ben, "ع".repeat(2000))).content).toHaveLength(2000);
  });

  it("is opened by its two ends only: no super admin reads messages of others", async () => {
    const { id } = await write(ana, ben, "Between us");
    for (const { client } of [ana, ben])
      expect(await client.call("GET /api/messages/{id}", { params: { id } })).toMatchObject({ id });
    for (const { client } of [eve, chief]) {
      expect(await client.refused("GET /api/messages/{id}", { params: { id } })).toMatchObject({
        status: 404,
      });
      const star = { params: { id }, body: { starred: true } };
      expect(await client.refused("PUT /api/messages/star/{id}", star)).toMatchObject({ status: 404 });
    }
    for (const nosy of [eve, chief])
      for (const query of [{ all_messages: "1" }, { with: ana.id }, { with: ben.id }, { search: "Between" }])
        expect(await list(nosy, { ...query, include_deleted: "1" }), JSON.stringify(query)).toEqual([]);
    const asked = { search: "Between", include_deleted: true };
    expect((await chief.client.call("GET /api/messages/conversations", { query: asked })).total).toBe(0);
  });

  it("is not changed by marks of other users", async () => {
    const message = await write(ana, ben);
    await write(eve, chief);
    for (const { client } of [eve, chief, ana]) {
      expect(await client.call("PUT /api/messages/mark-read", which(message))).toMatchObject({ changed: 0 });
      await client.call("PUT /api/messages/mark-all-read", { body: {} });
    }
    for (const { client } of [eve, chief])
      for (const route of ["DELETE /api/messages/delete", "PUT /api/messages/restore"] as const)
        expect(await client.call(route, which(message))).toMatchObject({ changed: 0 });
    expect(await list(ben)).toMatchObject([{ id: message.id, is_read: false, is_deleted: false }]);
  });
});

describe("permitted recipients", () => {
  const refusal = { status: 403, code: "MESSAGE_REFUSED" };
  const refused = (from: Person, recipient_id: number) =>
    from.client.refused("POST /api/messages", { body: { recipient_id, content: "Hello" } });

  it("are users who share a project, and all users to and from super admins", async () => {
    await write(ana, ben);
    await write(ben, ana);
    await write(eve, chief);
    await write(chief, eve);
    expect(await refused(ana, eve.id)).toMatchObject(refusal);
    expect(await refused(eve, ana.id)).toMatchObject(refusal);
  });

  it("cannot be distinguished from users who do not exist", async () => {
    const { message: text, ...stranger } = await refused(ana, eve.id);
    const { message: same, ...nobody } = await refused(ana, 99_999_999);
    expect([nobody, same]).toEqual([stranger, text]);
    expect(await refused(ana, ana.id)).toMatchObject(refusal);
  });

  it("exclude users who cannot sign in, and the shared account", async () => {
    const demo = await person({ isDemo: true });
    const [locked, invited] = [await app.user(), await app.user()];
    const { db } = app.database;
    await db.updateTable("users").set({ locked_at: new Date() }).where("id", "=", locked.id).execute();
    await db.updateTable("users").set({ awaiting: "invitation" }).where("id", "=", invited.id).execute();
    const id = await projectOf(ana, demo);
    for (const one of [locked, invited]) await app.join(id, one, "viewer");
    for (const one of [demo, locked, invited])
      for (const from of [ana, chief]) expect(await refused(from, one.id)).toMatchObject(refusal);
    expect(await refused(demo, ana.id)).toMatchObject({ code: "DEMO_READ_ONLY" });
    expect(await demo.client.call("GET /api/messages/recipients")).toEqual([]);
  });

  it("end with the shared project; written messages stay", async () => {
    const [one, two] = [await person(), await person()];
    const id_project = await projectOf(one, two);
    const message = await write(one, two);
    const can = async () =>
      (await two.client.call("GET /api/messages/conversations")).items.map(({ can: may }) => may["write"]);
    expect(await can()).toEqual([true]);
    await app.database.db
      .updateTable("projects")
      .set({ deleted_at: new Date() })
      .where("id", "=", id_project)
      .execute();
    expect(await refused(two, one.id)).toMatchObject(refusal);
    expect(await can()).toEqual([false]);
    expect(ids(await list(two))).toEqual([message.id]);
  });

  it("are the list of recipients, by name, without addresses", async () => {
    const { db } = app.database;
    const named = await person();
    await db
      .updateTable("users")
      .set({ first_name: "Nadia", last_name: "Crane", username: "nadia@example.net" })
      .where("id", "=", named.id)
      .execute();
    await projectOf(eve, named);
    const found = async (from: Person, query: object) =>
      ids(await from.client.call("GET /api/messages/recipients", { query }));
    expect(new Set(await found(eve, {}))).toEqual(new Set([chief.id, named.id]));
    expect(await found(eve, { search: "dia cr" })).toEqual([named.id]);
    expect(await found(eve, { search: "example.net" })).toEqual([]);
    expect(await found(ana, { search: "Nadia" })).toEqual([]);
    expect(await found(chief, { search: "Nadia" })).toEqual([named.id]);
    expect(await found(eve, { id: named.id })).toEqual([named.id]);
    expect(await found(eve, { id: ana.id })).toEqual([]);
    const [shown] = await eve.client.call("GET /api/messages/recipients", { query: { search: "Nadia" } });
    expect(shown?.username).toBe("nadia");
  });

  it("are limited per hour, including refused attempts", async () => {
    const from = await person({ role: "super_admin" });
    await app.database.db.deleteFrom("attempts").execute();
    await refused(from, 99_999_999);
    // The limit is a thousand times higher in tests.
    const most = limits.message.perHour * 1000;
    const { db } = app.database;
    await db
      .updateTable("attempts")
      .set({ count: most - 1 })
      .where("count", "=", 1)
      .execute();
    await write(from, ana);
    expect(await refused(from, ana.id)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    await write(ben, ana);
  });
});

describe("reading", () => {
  it("is marked by the recipient, and can be undone", async () => {
    const [one, two, three] = [await write(ana, ben), await write(ana, ben), await write(ana, ben)];
    expect(await ben.client.call("PUT /api/messages/mark-read", which(one, two, { id: 99_999_999 }))).toEqual(
      {
        changed: 2,
        unread: 1,
      },
    );
    expect((await list(ana, { with: ben.id })).map(({ is_read }) => is_read)).toEqual([false, true, true]);
    expect(await ben.client.call("PUT /api/messages/mark-unread", { body: { message_id: one.id } })).toEqual({
      changed: 1,
      unread: 2,
    });
    expect(ids(await list(ben, { unread: "1" }))).toEqual([three.id, one.id]);
    expect(ids(await list(ben, { unread: "0" }))).toEqual([two.id]);
  });

  it("everything ends with zero, and leaves messages after the last visible one unread", async () => {
    const [, seen] = [await write(ana, ben), await write(ana, ben)];
    const late = await write(ana, ben, "Just now");
    const { client } = ben;
    expect(await client.call("PUT /api/messages/mark-all-read", { body: { up_to: seen.id } })).toEqual({
      changed: 2,
      unread: 1,
    });
    expect(ids(await list(ben, { unread: "1" }))).toEqual([late.id]);
    expect(await client.call("PUT /api/messages/mark-all-read")).toEqual({ changed: 1, unread: 0 });
  });

  it("requires at least one message, and five hundred at most", async () => {
    const body = { message_ids: Array.from({ length: 501 }, (_, n) => n + 1) };
    expect(await ben.client.refused("PUT /api/messages/mark-read", { body })).toMatchObject({ status: 422 });
    const none = await ben.client.refused("PUT /api/messages/mark-read", { body: { message_ids: [] } });
    expect(none.errors).toEqual({ message_ids: ["messages.ids_required"] });
    const many = { message_ids: body.message_ids.slice(1) };
    expect(await ben.client.call("PUT /api/messages/mark-read", { body: many })).toMatchObject({
      changed: 0,
    });
  });
});

describe("deleting", () => {
  it("hides a message from the user who deleted it, lowers the count of unread ones, and can be undone", async () => {
    const message = await write(ana, ben);
    const read = await write(ana, ben);
    await ben.client.call("PUT /api/messages/mark-read", which(read));
    expect(await ben.client.call("DELETE /api/messages/delete", which(message))).toEqual({
      changed: 1,
      unread: 0,
    });
    expect(await ben.client.call("DELETE /api/messages/delete", which(read))).toEqual({
      changed: 1,
      unread: 0,
    });
    expect(await list(ben)).toEqual([]);
    expect(await list(ben, { include_deleted: "1" })).toMatchObject([
      { id: read.id, is_deleted_by_recipient: true, is_deleted: true },
      { id: message.id, is_deleted_by_recipient: true },
    ]);
    expect(await ben.client.call("PUT /api/messages/restore", which(message, read))).toEqual({
      changed: 2,
      unread: 1,
    });
    expect(ids(await list(ben))).toEqual([read.id, message.id]);
  });

  it("is never reported to the other end, whichever that is", async () => {
    const message = await write(ana, ben);
    await ben.client.call("DELETE /api/messages/delete", which(message));
    const kept = { id: message.id, is_deleted_by_recipient: false, is_deleted: false };
    expect(await list(ana, { all_messages: "1", include_deleted: "1" })).toMatchObject([kept]);
    expect(await ana.client.call("GET /api/messages/{id}", { params: { id: message.id } })).toMatchObject(
      kept,
    );
    await ben.client.call("PUT /api/messages/restore", which(message));
    await ana.client.call("DELETE /api/messages/delete", which(message));
    expect(await list(ana, { with: ben.id })).toEqual([]);
    expect(await list(ana, { with: ben.id, include_deleted: "1" })).toMatchObject([
      { is_deleted: true, is_deleted_by_recipient: false },
    ]);
    expect(await list(ben)).toMatchObject([{ is_deleted: false, is_deleted_by_recipient: false }]);
  });

  it("of read ones leaves unread and starred messages", async () => {
    const [read, starred, fresh] = [await write(ana, ben), await write(ana, ben), await write(ana, ben)];
    await ben.client.call("PUT /api/messages/mark-read", which(read, starred));
    await ben.client.call("PUT /api/messages/star/{id}", {
      params: { id: starred.id },
      body: { starred: true },
    });
    expect(await ben.client.call("DELETE /api/messages/delete-read")).toEqual({ changed: 1, unread: 1 });
    expect(ids(await list(ben))).toEqual([fresh.id, starred.id]);
  });

  it("is permanent some time after both have done it", async () => {
    const [both, half, young] = [await write(ana, ben), await write(ana, ben), await write(ana, ben)];
    await ben.client.call("DELETE /api/messages/delete", which(both, half, young));
    await ana.client.call("DELETE /api/messages/delete", which(both, young));
    await sql`update messages set deleted_by_recipient_at = now() - interval '31 days',
      deleted_by_sender_at = deleted_by_sender_at - interval '31 days' where id <> ${young.id}`.execute(
      app.database.db,
    );
    await createMessagesRepository(app.database.db).purge(30);
    expect(ids(await app.database.db.selectFrom("messages").select("id").orderBy("id").execute())).toEqual([
      half.id,
      young.id,
    ]);
  });
});

describe("a star", () => {
  it("belongs to the side that set it, and toggles without a value", async () => {
    const { id } = await write(ana, ben);
    const star = ({ client }: Person, body: object = {}) =>
      client.call("PUT /api/messages/star/{id}", { params: { id }, body: { message_id: id, ...body } });
    expect(await star(ben, { starred: 1 })).toMatchObject({ starred: true });
    expect(await star(ben, { starred: 1 })).toMatchObject({ starred: true });
    expect((await list(ana, { with: ben.id }))[0]?.starred).toBe(false);
    expect(await star(ana)).toMatchObject({ starred: true });
    expect(await star(ana)).toMatchObject({ starred: false });
    expect(ids(await list(ben, { starred: "1" }))).toEqual([id]);
    expect(await list(ana, { starred: "1", all_messages: "1" })).toEqual([]);
  });
});

describe("conversations", () => {
  const conversations = ({ client }: Person, query: object = {}) =>
    client.call("GET /api/messages/conversations", { query });

  it("are one per user, newest first, each with its last message and its unread count", async () => {
    await write(ana, ben, "One");
    await write(chief, ben, "Two");
    const last = await write(ben, ana, "Three");
    const { items, total } = await conversations(ben);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { person: { id: ana.id }, last: { id: last.id, content: "Three" }, unread: 1, can: { write: true } },
      { person: { id: chief.id }, last: { content: "Two" }, unread: 1 },
    ]);
    expect(await conversations(ben, { page: 2, per_page: 1 })).toMatchObject({
      total: 2,
      items: [{ person: { id: chief.id } }],
    });
    expect((await conversations(ben, { with: chief.id })).items).toMatchObject([
      { person: { id: chief.id } },
    ]);
  });

  it("are found by a name or a word, and show the matching message", async () => {
    const said = await write(ana, ben, "The crane is 100% ready");
    await write(ana, ben, "Later");
    await write(chief, ben, "Nothing of the kind");
    const found = async (search: string) => (await conversations(ben, { search })).items;
    expect(await found("CRANE")).toMatchObject([{ person: { id: ana.id }, last: { id: said.id } }]);
    expect(await found("100%")).toHaveLength(1);
    expect(await found("%")).toHaveLength(1);
    expect(await found(ana.name)).toMatchObject([{ last: { content: "Later" } }]);
    expect(await found("no such word")).toEqual([]);
  });

  it("are filtered to unread and starred ones, and include deleted ones on request", async () => {
    const message = await write(ana, ben);
    const other = await write(chief, ben);
    await ben.client.call("PUT /api/messages/mark-read", which(message));
    expect((await conversations(ben, { unread: 1 })).items).toMatchObject([{ last: { id: other.id } }]);
    await ben.client.call("PUT /api/messages/star/{id}", {
      params: { id: message.id },
      body: { starred: true },
    });
    expect((await conversations(ben, { starred: 1 })).items).toMatchObject([{ last: { id: message.id } }]);
    await ben.client.call("DELETE /api/messages/delete", which(message, other));
    expect((await conversations(ben)).items).toEqual([]);
    expect((await conversations(ben, { include_deleted: 1 })).total).toBe(2);
  });

  it("are read page by page, by the last loaded message", async () => {
    const all = [];
    for (let n = 0; n < 5; n++)
      all.push(await write(n % 2 === 0 ? ana : ben, n % 2 === 0 ? ben : ana, `${n}`));
    await write(chief, ben, "Elsewhere");
    const first = await list(ben, { with: ana.id, per_page: 2 });
    const next = await list(ben, { with: ana.id, per_page: 2, before: first.at(-1)?.id });
    expect([...first, ...next].map(({ content }) => content)).toEqual(["4", "3", "2", "1"]);
    const { message } = await ben.client.call("GET /api/messages", { query: { with: ana.id, per_page: 2 } });
    expect(message).toMatchObject({ total: 5, current_page: 1, per_page: 2 });
  });
});
