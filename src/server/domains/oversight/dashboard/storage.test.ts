import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { siteDays } from "#server/domains/sites/projects/site-days.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { soon } from "#test/soon.ts";
import { createDashboardRepository } from "./dashboard.repository.ts";
import { createStorage } from "./storage.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** An owner of projects with one camera, and its photos of a thousand bytes each. */
async function owner(projects: number): Promise<{ id: number; photo: () => Promise<unknown> }> {
  const { db } = database;
  const { rows } = await sql<{ id: number; camera: number }>`
    with person as (insert into users (username, email) values (md5(random()::text), md5(random()::text) || '@example.org') returning id),
      site as (insert into projects (code, name, year) select md5(random()::text), 'Site ' || n, 2026
        from generate_series(1, ${projects}) n returning id),
      team as (insert into project_members (id_project, id_user, role) select site.id, person.id, 'owner' from site, person)
    insert into cameras (code, id_project, name, kind, source)
      select md5(random()::text), min(site.id), 'Gate', 'hls', '' from site returning id as camera, (select id from person) as id`.execute(
    db,
  );
  const [made] = rows;
  if (made === undefined) throw new Error("no owner was created");
  const { id, camera } = made;
  let taken = 0;
  return {
    id,
    photo: () =>
      db
        .insertInto("camera_stills")
        .values({
          id_camera: camera,
          taken_at: new Date(Date.UTC(2026, 0, (taken += 1))),
          image: "",
          thumbnail: "",
          bytes: 1000,
        })
        .execute(),
  };
}

it("is summed anew for an owner of few projects, and kept for a minute for an owner of many", async () => {
  const at = { now: Date.UTC(2026, 2, 1) };
  const storage = createStorage(database.db, { now: () => new Date(at.now) }, 600_000);
  const [small, large] = [await owner(3), await owner(51)];
  for (const { photo } of [small, large]) await photo();
  expect([await storage(small.id), await storage(large.id)]).toEqual([1000, 1000]);
  for (const { photo } of [small, large]) await photo();
  expect([await storage(small.id), await storage(large.id)]).toEqual([2000, 1000]);
  // After a minute the former sum is shown once more, and renewed meanwhile.
  at.now += 61_000;
  expect(await storage(large.id)).toBe(1000);
  await soon(async () => expect(await storage(large.id)).toBe(2000));
  await large.photo();
  at.now += 3_601_000;
  expect(await storage(large.id)).toBe(3000);
});

it("is not waited for by an owner of many projects", async () => {
  const { db } = database;
  const storage = createStorage(db, { now: () => new Date() }, 1);
  const large = await owner(51);
  await large.photo();
  const first = await db.transaction().execute(async (trx) => {
    await sql`lock table camera_stills in access exclusive mode`.execute(trx);
    return storage(large.id);
  });
  expect(first).toBeUndefined();
  await soon(async () => expect(await storage(large.id)).toBe(1000));
});

it("contains photos and voice notes, each file once, but none of those in the bin", async () => {
  const { db } = database;
  const { id } = await owner(1);
  const storage = createStorage(db, { now: () => new Date() });
  await sql`
    with site as (select id_project from project_members where id_user = ${id}),
      snag as (insert into snags (id_project, number, title) select id_project, 1, 'Tile' from site returning id, id_project),
      photo as (
        insert into photos (id_project, file_name, bytes, sha256, original, image, thumbnail, taken_at, taken_from, deleted_at)
        select id_project, 'wall.jpg', n * 1000, repeat(n::text, 64), '', '', '', now(), 'upload', case n when 3 then now() end
        from site, unnest(array[1, 1, 3]) n)
    insert into voice_notes (id_project, id_snag, key, bytes, seconds, came_sha256, deleted_at)
    select id_project, id, 'voice/' || n, n, 1, '', case n when 30 then now() end from snag, unnest(array[10, 10, 30]) n`.execute(
    db,
  );
  expect(await storage(id)).toBe(1010);
});

it("keeps the numbers of overdue snags for a minute for a user of many projects", async () => {
  const { db } = database;
  const at = { now: Date.UTC(2026, 2, 1) };
  const clock = { now: () => new Date(at.now) };
  const { snagCounts } = createDashboardRepository(db, clock);
  const [few, many] = [await owner(3), await owner(51)];
  const count = async ({ id }: { id: number }) => {
    const user = { id, role: "user", super_admin: false, is_demo: false, language: "en" } as const;
    const { overdue, open } = await snagCounts(user, await siteDays(db, clock.now()));
    return { overdue, open };
  };
  const pin = async ({ id }: { id: number }, number: number) =>
    sql`insert into snags (id_project, number, title, due_date)
      select min(id_project), ${number}, 'Crack', date '2026-02-01' from project_members where id_user = ${id}`.execute(
      db,
    );
  for (const one of [few, many]) await pin(one, 1);
  for (const one of [few, many]) expect(await count(one)).toEqual({ overdue: 1, open: 1 });
  for (const one of [few, many]) await pin(one, 2);
  expect(await count(few)).toEqual({ overdue: 2, open: 2 });
  // Open ones are a sum that is always new.
  expect(await count(many)).toEqual({ overdue: 1, open: 2 });
  at.now += 61_000;
  await soon(async () => expect(await count(many)).toEqual({ overdue: 2, open: 2 }));
});
