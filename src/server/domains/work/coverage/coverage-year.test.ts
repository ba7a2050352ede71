import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayNumber, dayText, type Pause, type Rhythm } from "#contract/coverage.calendar.ts";
import { teller } from "#server/domains/installation/notifications/news.fixture.ts";
import type { NotificationInput } from "#server/domains/installation/notifications/notices.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { everyCase } from "#test/every-case.ts";
import { naiveCalendar } from "#test/naive-calendar.ts";
import { siteDates } from "#test/site-dates.ts";
import { createDigest } from "./coverage.digest.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const db = () => app.database.db;

/** Reproducible random numbers (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (count: number): number => Math.floor(next() * count);
  const one = <T>(list: readonly T[]): T => {
    const found = list[upTo(list.length)];
    if (found === undefined) throw new Error("The list is empty.");
    return found;
  };
  return { next, upTo, one };
}
type Random = ReturnType<typeof randomFrom>;

const FIRST = dayNumber("2026-01-01");
const size = everyCase ? { projects: 200, days: 365, people: 40 } : { projects: 5, days: 75, people: 6 };
const weekends = [[5, 6], [6, 0], []];
/** At 03:20 UTC, when the job runs, it is still the day before in Lima. */
const zones = [
  { zone: "UTC", behind: 0 },
  { zone: "Asia/Riyadh", behind: 0 },
  { zone: "America/Lima", behind: 1 },
] as const;

interface Spot {
  readonly id: number;
  readonly rhythm: Rhythm;
  readonly since: number;
  readonly x: number;
  seen: number | null;
  isGone: boolean;
}
interface Site {
  readonly id: number;
  readonly sheet: number;
  readonly alert_days: number;
  readonly calendar: ReturnType<typeof naiveCalendar>;
  readonly behind: number;
  readonly spots: Spot[];
  readonly members: Set<number>;
  isGone: boolean;
}

const rhythmOf = (random: Random): Rhythm =>
  random.next() < 0.6
    ? { kind: "days", days: 1 + random.upTo(21) }
    : { kind: "weekdays", weekdays: random.one([[0], [1, 4], [0, 3], [2]]) };

function pausesOf(random: Random): Pause[] {
  return Array.from({ length: random.upTo(4) }, () => {
    const from = FIRST + random.upTo(size.days);
    return { from: dayText(from), to: dayText(from + random.upTo(20)), reason: "Closed" };
  });
}

async function buildSite(random: Random, people: readonly number[]): Promise<Site> {
  const { zone, behind } = random.one(zones);
  const { id } = await db()
    .insertInto("projects")
    .values({
      code: randomBytes(8).toString("hex"),
      name: `Site ${randomBytes(3).toString("hex")}`,
      description: "",
      status: "Design",
      location: "",
      latitude: null,
      longitude: null,
      year: 2026,
      num_buildings: 1,
      num_floors: 1,
      area: 0,
      deleted_at: null,
      id_type: null,
      cover: null,
      id_deleter: null,
      time_zone: zone,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const members = new Set([random.one(people), random.one(people), random.one(people)]);
  for (const member of members) await app.join(id, { id: member }, "editor");
  const [weekend, pauses] = [random.one(weekends), pausesOf(random)];
  const [rhythm, alert_days] = [rhythmOf(random), 1 + random.upTo(5)];
  await db()
    .insertInto("coverage_plans")
    .values({
      id_project: id,
      rhythm: JSON.stringify(rhythm),
      weekend,
      pauses: JSON.stringify(pauses),
      alert_days,
    })
    .execute();
  const sheet = await siteDates(db(), id).sheet(50);
  const spots: Spot[] = [];
  for (let n = 0; n <= random.upTo(4); n += 1) {
    const own = random.next() < 0.3 ? rhythmOf(random) : null;
    const x = 0.1 + n * 0.2;
    const row = await db()
      .insertInto("coverage_spots")
      .values({
        id_project: id,
        name: `Spot ${n}`,
        id_room: null,
        id_sheet: sheet,
        x,
        y: 0.5,
        rhythm: own === null ? null : JSON.stringify(own),
        since: dayText(FIRST),
        id_user: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    spots.push({ id: row.id, rhythm: own ?? rhythm, since: FIRST, x, seen: null, isGone: false });
  }
  const calendar = naiveCalendar(weekend, pauses);
  return { id, sheet, alert_days, calendar, behind, spots, members, isGone: false };
}

/** Spots of a site that cross its threshold on a day: each lapse once. */
function crossingsOf(site: Site, day: number, told: Set<string>): number {
  const today = day - site.behind;
  if (site.isGone || !site.calendar.isWorking(today)) return 0;
  const crossed = site.spots.filter((spot) => {
    if (spot.isGone) return false;
    const due =
      spot.seen === null
        ? site.calendar.dueFrom(spot.since, spot.rhythm)
        : site.calendar.dueAfter(spot.seen, spot.rhythm);
    const isLate = due !== null && due <= today && site.calendar.workingDays(due, today) >= site.alert_days;
    return isLate && !told.has(`${spot.id} ${spot.seen}`);
  });
  for (const { id, seen } of crossed) told.add(`${id} ${seen}`);
  return crossed.length;
}

/** A day at a site: photos of some spots; now and then a spot, a member or the project goes. */
async function liveThrough(random: Random, site: Site, day: number): Promise<void> {
  if (site.isGone) return;
  if (random.next() < 0.15) {
    const dates = siteDates(db(), site.id);
    const visit = await dates.visit({ visit_date: new Date((day * 24 + 8) * 3_600_000) });
    for (const spot of site.spots.filter(({ isGone }) => !isGone && random.next() < 0.6)) {
      await dates.room(visit.id, { at: [site.sheet, spot.x, 0.5] });
      spot.seen = day;
    }
  }
  const fate = random.next();
  if (fate < 0.002) {
    site.isGone = true;
    await db().updateTable("projects").set({ deleted_at: new Date() }).where("id", "=", site.id).execute();
  } else if (fate < 0.006) {
    const spot = random.one(site.spots);
    spot.isGone = true;
    await db().deleteFrom("coverage_spots").where("id", "=", spot.id).execute();
  } else if (fate < 0.01) {
    if (site.members.size === 0) return;
    const member = random.one([...site.members]);
    site.members.delete(member);
    const who = db()
      .updateTable("project_members")
      .where("id_project", "=", site.id)
      .where("id_user", "=", member);
    // Removed, or without the right to add photos.
    await (random.next() < 0.5
      ? db()
          .deleteFrom("project_members")
          .where("id_project", "=", site.id)
          .where("id_user", "=", member)
          .execute()
      : who.set({ withheld: ["visits.edit"] }).execute());
  }
}

describe("a simulated year", () => {
  it(
    "reports each crossed threshold once, to each person at most once a day, and none in pauses or after deletion",
    async () => {
      const random = randomFrom(2026);
      const people: number[] = [];
      for (let n = 0; n < size.people; n += 1) people.push((await app.user()).id);
      const sites: Site[] = [];
      for (let n = 0; n < size.projects; n += 1) sites.push(await buildSite(random, people));
      let day = FIRST;
      let sent: NotificationInput[] = [];
      const run = createDigest({
        db: db(),
        clock: { now: () => new Date(day * 86_400_000 + 12_000_000) },
        notices: { notify: async (_trx, news) => void sent.push(news) },
      });
      const told = new Set<string>();
      let notified = 0;
      for (; day < FIRST + size.days; day += 1) {
        sent = [];
        await run();
        // The queue may run a job twice.
        if (day % 7 === 0) await run();
        const expected = new Map<number, number>();
        for (const site of sites) {
          const count = crossingsOf(site, day, told);
          for (const member of count === 0 ? [] : site.members)
            expected.set(member, (expected.get(member) ?? 0) + count);
        }
        const got = sent.flatMap(({ to, values }) =>
          (to as readonly number[]).map((user) => [user, values?.["count"]] as const),
        );
        const sorted = (list: Iterable<readonly [number, unknown]>) =>
          [...list].toSorted(([a], [b]) => a - b);
        expect(sorted(got), dayText(day)).toEqual(sorted(expected));
        notified += got.length;
        for (const site of sites) await liveThrough(random, site, day);
      }
      expect(notified).toBeGreaterThan(size.projects);
    },
    everyCase ? 3_600_000 : 120_000,
  );
});

describe("the digest", () => {
  it("is one line in the bell and one email per person, however many run it at once, with a link", async () => {
    await db().deleteFrom("projects").execute();
    const editor = await app.user({ name: "digest-editor" });
    const client = await app.as(editor);
    const random = randomFrom(7);
    const [first, second] = [await buildSite(random, [editor.id]), await buildSite(random, [editor.id])];
    const always = {
      rhythm: JSON.stringify({ kind: "days", days: 1 }),
      weekend: [],
      pauses: "[]",
      alert_days: 1,
    };
    await db().updateTable("coverage_plans").set(always).execute();
    await db().updateTable("coverage_spots").set({ rhythm: null }).execute();
    await db().updateTable("projects").set({ name: "Palm Court" }).where("id", "=", first.id).execute();
    await db()
      .updateTable("coverage_plans")
      .set({ is_on: false })
      .where("id_project", "=", second.id)
      .execute();
    const { notices, jobs } = teller(app, { smtp_host: "mail.example.org" });
    const on = (day: string) =>
      createDigest({ db: db(), clock: { now: () => new Date(`${day}T03:20:00Z`) }, notices });
    await Promise.all([on("2026-02-02")(), on("2026-02-02")(), on("2026-02-02")()]);
    const count = first.spots.length;
    expect(jobs).toMatchObject([
      {
        sort: "coverage_overdue",
        to: [editor.id],
        link: `/coverage/${first.id}`,
        values: { count, project: "Palm Court" },
      },
    ]);
    await db().updateTable("coverage_plans").set({ is_on: true }).execute();
    // Switched on the same day: it waits for the next.
    await on("2026-02-02")();
    expect(jobs).toHaveLength(1);
    await on("2026-02-03")();
    expect(jobs).toHaveLength(2);
    const bell = await client.call("GET /api/notifications", { query: { limit: 10 } });
    expect(bell.map(({ link }) => link)).toEqual([`/coverage/${second.id}`, `/coverage/${first.id}`]);
    const { rows } = await sql<{ action: string }>`
      select action from activity where action = 'coverage.overdue'`.execute(db());
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  /** Two sites of one editor whose spots are due every day, the second switched off; their names. */
  async function twoSites(name: string) {
    await db().deleteFrom("projects").execute();
    const editor = await app.user({ name });
    const random = randomFrom(7);
    const [first, second] = [await buildSite(random, [editor.id]), await buildSite(random, [editor.id])];
    const always = {
      rhythm: JSON.stringify({ kind: "days", days: 1 }),
      weekend: [],
      pauses: "[]",
      alert_days: 1,
      time_zone: "UTC",
    };
    await db().updateTable("coverage_plans").set(always).execute();
    await db().updateTable("coverage_spots").set({ rhythm: null }).execute();
    const change = (site: Site, values: { is_on?: boolean; weekend?: number[]; alert_days?: number }) =>
      db().updateTable("coverage_plans").set(values).where("id_project", "=", site.id).execute();
    await change(second, { is_on: false });
    return { editor, first, second, change };
  }

  it("loses no alert when the server stops between marking and notifying", async () => {
    const { first } = await twoSites("digest-crash");
    const sent: NotificationInput[] = [];
    let isBroken = true;
    const run = createDigest({
      db: db(),
      clock: { now: () => new Date("2026-02-02T03:20:00Z") },
      notices: {
        notify: (_trx, news) => {
          if (isBroken) return Promise.reject(new Error("stopped"));
          sent.push(news);
          return Promise.resolve();
        },
      },
    });
    await expect(run()).rejects.toThrow("stopped");
    isBroken = false;
    await run();
    await run();
    expect(sent.map(({ values }) => values?.["count"])).toEqual([first.spots.length]);
  });

  it("reports alerts of a project that was at rest while those of another were reported", async () => {
    const { first, second, change } = await twoSites("digest-rest");
    const sent: NotificationInput[] = [];
    const notices = { notify: async (_trx: unknown, news: NotificationInput) => void sent.push(news) };
    const on = (day: string) =>
      createDigest({ db: db(), clock: { now: () => new Date(`${day}T03:20:00Z`) }, notices })();
    await on("2026-02-02");
    // Recorded on a day on which its editor has had the digest.
    await change(second, { is_on: true });
    await on("2026-02-02");
    // A Tuesday without work there, on which the other project crosses its next threshold.
    await change(second, { weekend: [2] });
    await change(first, { alert_days: 2 });
    await on("2026-02-03");
    await on("2026-02-04");
    expect(sent.map(({ link }) => link)).toEqual([first, first, second].map(({ id }) => `/coverage/${id}`));
  });
});
