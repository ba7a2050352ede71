import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { TakenOver } from "../committing.ts";
import { createIdempotencyKeys } from "./idempotency-keys.ts";

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const make = (name: string, key: string, client = owner) =>
  client.send("POST", `${app.origin}/api/projects`, JSON.stringify({ name }), {
    "content-type": "application/json",
    "idempotency-key": key,
  });
const countOf = async (name: string) => {
  const { items } = await owner.call("GET /api/projects", { query: { search: name } });
  return items.length;
};
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

test("Twenty equal concurrent calls with one key make one project, and all twenty get the same response.", async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => make("Quay House", "twenty-at-once")));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await countOf("Quay House")).toBe(1);
  expect(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(19);
});

test("The same key for another call is refused, and so is an invalid key.", async () => {
  await make("Mill", "one-name-two-wishes");
  const other = await make("Weir", "one-name-two-wishes");
  expect([other.status, codeOf(other)]).toEqual([422, "CALL_DIFFERS"]);
  expect(await countOf("Weir")).toBe(0);
  expect((await make("Weir", "short")).status).toBe(400);
});

test("A key is scoped to one user and one call.", async () => {
  const another = await app.as(await app.user({ role: "administrator" }));
  expect((await make("Lock", "shared-by-two", another)).status).toBe(201);
  expect((await make("Lock", "shared-by-two")).status).toBe(201);
});

test("A refused call may be corrected and sent again under its key.", async () => {
  expect((await make("", "put-right-later")).status).toBe(422);
  expect((await make("Jetty", "put-right-later")).status).toBe(201);
});

test("A process that ended between commit and response leaves its work, and it is not done twice.", async () => {
  const { status } = await make("Pier", "answer-was-lost");
  expect(status).toBe(201);
  const { db } = app.database;
  // The state that such a process leaves: marked in the transaction that made the project, and the response not stored.
  const left = { state: "committed", reply: null, held_until: new Date(Date.now() - 60_000) } as const;
  await db.updateTable("calls_once").set(left).execute();
  const again = await make("Pier", "answer-was-lost");
  expect([again.status, codeOf(again)]).toEqual([409, "CALL_DONE"]);
  expect(await countOf("Pier")).toBe(1);
});

test("A process that was silent for so long that another took over can no longer commit.", async () => {
  const { db } = app.database;
  const { id } = await app.user();
  const call = { id_user: id, route: "POST /api/projects", key: "silent-for-long", input: "Dock" };
  const slow = createIdempotencyKeys(db).run(call, async () => {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto("attempts")
        .values({ key_hash: Buffer.from("dock"), count: 1, ends_at: new Date() })
        .execute();
      await db.updateTable("calls_once").set({ held_by: "another" }).where("state", "=", "running").execute();
    });
    return { status: 201, body: null };
  });
  await expect(slow).rejects.toBeInstanceOf(TakenOver);
  const written = db.selectFrom("attempts").selectAll().where("key_hash", "=", Buffer.from("dock"));
  expect(await written.execute()).toEqual([]);
  expect(
    await db.selectFrom("calls_once").select("state").where("held_by", "=", "another").execute(),
  ).toEqual([{ state: "running" }]);
});

test("Keys are forgotten after a day.", async () => {
  const { db } = app.database;
  const once = createIdempotencyKeys(db);
  await db
    .updateTable("calls_once")
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  expect(await once.prune()).toBeGreaterThan(0);
  expect(await once.prune()).toBe(0);
});
