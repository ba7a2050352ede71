import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { kept, pruneNotifications } from "./prune.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function account(name: string, isDemo = false): Promise<number> {
  const { id } = await database.db
    .insertInto("users")
    .values({ username: name, email: `${name}@example.org`, password_hash: null, is_demo: isDemo })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** `read` in days ago; null for unread. */
const give = (userId: number, count: number, read: number | null) =>
  sql`
    insert into notifications (id_user, type, kind, text, created_at, read_at)
    select ${userId}, 'info', 'snag', 'welcome', now() - interval '200 days', now() - make_interval(days => ${read}::int)
    from generate_series(1, ${count})`.execute(database.db);

const of = async (userId: number) =>
  database.db
    .selectFrom("notifications")
    .select(["id", "read_at"])
    .where("id_user", "=", userId)
    .orderBy("id")
    .execute();

it("deletes notifications read more than 90 days ago at night, and keeps unread ones of any age", async () => {
  const id = await account("reader");
  await give(id, 2, kept.days + 1);
  await give(id, 3, kept.days - 1);
  await give(id, 4, null);
  await pruneNotifications(database.db);
  expect((await of(id)).map(({ read_at }) => read_at === null)).toEqual([
    ...Array(3).fill(false),
    ...Array(4).fill(true),
  ]);
});

it("deletes in batches", async () => {
  const id = await account("batches");
  await give(id, 7, kept.days + 1);
  await give(id, 2, null);
  await pruneNotifications(database.db, { most: 2 });
  expect(await of(id)).toHaveLength(2);
});

it("keeps the newest thousand of a user who has more, and all of everyone else", async () => {
  const [full, modest] = [await account("full"), await account("modest")];
  await give(full, 7, null);
  const oldest = (await of(full)).map(({ id }) => id);
  await give(modest, 20, null);
  await give(full, kept.perPerson, 1);
  await pruneNotifications(database.db);
  const left = await of(full);
  expect(left).toHaveLength(kept.perPerson);
  expect(left.filter(({ id }) => oldest.includes(id))).toEqual([]);
  expect(await of(modest)).toHaveLength(20);
});

it("makes the demo account's own unread again by morning, since all its visitors share the read marks", async () => {
  const id = await account("demo", true);
  await give(id, 2, kept.days + 1);
  await pruneNotifications(database.db);
  expect((await of(id)).map(({ read_at }) => read_at)).toEqual([null, null]);
});
