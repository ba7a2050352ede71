import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { snagPriorities, snagStatuses } from "#contract/choices.ts";
import { type Person, snagsWorld } from "./snags.fixture.ts";
import { addUpTallies } from "./tallies.ts";

const world = snagsWorld({ clock: { now: () => new Date("2026-03-10T09:00:00Z") } });
const { pin, list } = world;
const db = () => world.is.app.database.db;

/** A second project of the owner, and users who see all snags, those of one project, and only their own. */
let second: { id: number; id_visit: number };
let narrow: Person;
let readers: Person[];

beforeAll(async () => {
  const { owner, editor, viewer, app } = world.is;
  const { id } = await owner.client.call("POST /api/projects", { body: { name: "Second site" } });
  await app.join(id, editor, "editor");
  second = { id, ...(await world.walk(id)) };
  narrow = await world.member("editor");
  await app.join(id, narrow, "editor");
  await world.withhold(narrow, ["snags.view"]);
  const admin = await world.member("viewer");
  await db().updateTable("users").set({ role: "super_admin" }).where("id", "=", admin.id).execute();
  readers = [owner, editor, viewer, narrow, admin];
});

/** Counted snag by snag: no tally answers a search, and every title has this letter. */
async function compare() {
  for (const reader of readers)
    for (const id_project of [undefined, world.is.id_project, second.id])
      for (const narrowed of [{}, { status: "open,ready" }, { priority: "critical,low" }]) {
        const filter = { ...narrowed, ...(id_project !== undefined && { id_project }) };
        const [told, counted] = await Promise.all([
          list(filter, reader),
          list({ ...filter, search: "t" }, reader),
        ]);
        const where = `${reader.name} ${JSON.stringify(filter)}`;
        expect([told.total, told.counts], where).toEqual([counted.total, counted.counts]);
      }
}

const rows = async (id_project: number) =>
  (await db().selectFrom("snag_tallies").select("count").where("id_project", "=", id_project).execute()).map(
    ({ count }) => count,
  );

it("are what counting finds, however snags are changed", async () => {
  const { editor, id_project } = world.is;
  const by = [world.is.owner, editor];
  for (let n = 0; n < 24; n += 1)
    await pin(
      {
        title: `Tile ${n}`,
        ...(n % 5 === 0 && { id_assignee: narrow.id }),
        id_visit: n % 3 === 0 ? second.id_visit : world.is.id_visit,
        priority: snagPriorities[n % snagPriorities.length],
      },
      by[n % by.length],
    );
  await compare();
  // Many at once, in both projects; two that change places; and a change of neither.
  await sql`update snags set status = (${[...snagStatuses]}::text[])[1 + id % ${snagStatuses.length}]`.execute(
    db(),
  );
  await sql`update snags set priority = 'low' where number % 4 = 0`.execute(db());
  await sql`update snags set title = title || '!'`.execute(db());
  await compare();
  await sql`delete from snags where number % 5 = 0`.execute(db());
  await compare();
  await sql`update projects set deleted_at = now() where id = ${second.id}`.execute(db());
  await compare();
  await sql`update projects set deleted_at = null where id = ${second.id}`.execute(db());
  const { overdue, ...counts } = (await world.is.owner.client.call("GET /api/dashboard")).snags;
  const { items } = await list({ per_page: 100 });
  const open = items.filter(({ status }) => status !== "closed");
  expect([counts.open, counts.critical, overdue]).toEqual([
    open.length,
    open.filter(({ priority }) => priority === "critical").length,
    0,
  ]);
  expect((await rows(id_project)).length).toBeGreaterThan(20);
});

it("are added up without losing what is written meanwhile", async () => {
  const { id_project, id_visit } = world.is;
  const write = async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await pin({ id_visit, title: "Tap" });
      await sql`update snags set status = 'ready' where id = ${id}`.execute(db());
    }
  };
  const addUp = async () => {
    for (let n = 0; n < 10; n += 1) await addUpTallies(db());
  };
  await Promise.all([write(), write(), addUp(), write()]);
  await compare();
  await sql`insert into snag_tallies (id_project, status, priority, count)
    select ${id_project}::bigint, 'open', 'low', 1 - 2 * (n % 2) from generate_series(1, 100) n`.execute(
    db(),
  );
  await addUpTallies(db());
  await compare();
  expect((await rows(id_project)).length).toBeLessThanOrEqual(snagStatuses.length * snagPriorities.length);
});

it("leave no rows behind a project that is deleted for good", async () => {
  await sql`delete from projects where id = ${second.id}`.execute(db());
  await compare();
  await addUpTallies(db());
  expect(await rows(second.id)).toEqual([]);
});
