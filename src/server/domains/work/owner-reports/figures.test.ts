import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportSections } from "#contract/owner-reports.limits.ts";
import { settingDefaults } from "#contract/settings.ts";
import { newCode } from "#server/platform/code.ts";
import { renderMail } from "#server/platform/mail/layout.ts";
import { addDays, daysBetween, instantAt } from "#server/platform/site-time.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { everyCase } from "#test/every-case.ts";
import { siteDates } from "#test/site-dates.ts";
import { pagesOf } from "../snags/report/reports.fixture.ts";
import { printedReport } from "./document.ts";
import type { Frozen } from "./frozen.ts";
import { linesOf } from "./lines.ts";
import { mailOf } from "./mailing.ts";
import { writeOwnerReport } from "./report-pdf.ts";
import { createRuns } from "./runs.ts";
import { sentencesOf } from "./sentences.ts";
import { reportWords } from "./words.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const db = () => app.database.db;

const FROM = "2026-03-23";
const TO = "2026-03-29";
/** The night of 29 March has 23 hours there. */
const ZONE = "Europe/Berlin";

/** Hours before the end of the period: before it, in it, and a little after it. */
const hours = fc.integer({ min: -30, max: 20 * 24 });
const snags = fc.array(
  fc.record({
    trade: fc.constantFrom("", "Tiling", "tiling", "HVAC", "كهرباء"),
    opened: hours,
    /** Hours that it was open; null while it is. */
    open: fc.option(fc.integer({ min: 0, max: 300 })),
    /** Days after the first of the period. */
    due: fc.option(fc.integer({ min: -20, max: 20 })),
  }),
  { maxLength: 25 },
);
const worlds = fc.record({
  snags,
  visits: fc.array(fc.record({ at: hours, rooms: fc.integer({ min: 0, max: 3 }) }), { maxLength: 6 }),
  diary: fc.array(
    fc.record({
      day: fc.integer({ min: -4, max: 9 }),
      people: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 3 }),
      delays: fc.array(
        fc.record({ cause: fc.constantFrom("weather", "materials"), hours: fc.integer({ min: 0, max: 8 }) }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 6 },
  ),
  progress: fc.array(
    fc.record({ day: fc.integer({ min: -8, max: 9 }), percent: fc.integer({ min: 0, max: 100 }) }),
    { maxLength: 6 },
  ),
  camera: fc.array(
    fc.record({
      at: fc.integer({ min: -10, max: 200 }),
      checks: fc.integer({ min: 1, max: 60 }),
      up: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 8 },
  ),
});
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

const [start, end] = [instantAt(FROM, 0, ZONE), instantAt(addDays(TO, 1), 0, ZONE)];
const HOUR = 3_600_000;
const before = (span: number) => new Date(end.getTime() - span * HOUR);

async function build(world: World): Promise<number> {
  const { id } = await db()
    .insertInto("projects")
    .values({
      code: newCode(),
      name: "برج Palm Court 7",
      description: "",
      status: "Under_Construction",
      location: "Riyadh",
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
      time_zone: ZONE,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [n, one] of world.snags.entries()) {
    const created_at = before(one.opened);
    const closed_at = one.open === null ? null : new Date(created_at.getTime() + one.open * HOUR);
    await db()
      .insertInto("snags")
      .values({
        id_project: id,
        number: n + 1,
        title: `Snag ${n + 1}`,
        trade: one.trade,
        due_date: one.due === null ? null : addDays(FROM, one.due),
        status: closed_at === null ? "open" : "closed",
        created_at,
        closed_at,
      })
      .execute();
  }
  const site = siteDates(db(), id);
  const sheet = await site.sheet();
  for (const { at, rooms } of world.visits) {
    const visit = await site.visit({ visit_date: before(at) });
    for (let n = 0; n < rooms; n += 1) await site.room(visit.id);
  }
  for (const { day, people, delays } of world.diary) {
    const { id: id_user } = await app.user();
    await db()
      .insertInto("diary_entries")
      .values({
        id_project: id,
        id_user,
        day: addDays(FROM, day),
        people: JSON.stringify(people.map((count) => ({ company: "North Walls", trade: "", count }))),
        delays: JSON.stringify(delays.map((delay) => ({ ...delay, text: "" }))),
      })
      .execute();
  }
  // One entry for a part and a day: the last one counts.
  const told = new Map(world.progress.map(({ day, percent }) => [day, percent]));
  for (const [day, percent] of told)
    await db()
      .insertInto("progress_entries")
      .values({ id_project: id, id_sheet: sheet, percent, on_date: addDays(FROM, day), id_user: null })
      .execute();
  const { id: id_camera } = await db()
    .insertInto("cameras")
    .values({ id_project: id, code: newCode(), name: "Gate", kind: "hls", source: "", id_user: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const checks = new Map(world.camera.map((one) => [one.at, one]));
  for (const { at, checks: all, up } of checks.values()) {
    const hour = before(at);
    await db()
      .insertInto("camera_hours")
      .values({ id_camera, hour, checks: all, up: Math.min(up, all) })
      .execute();
  }
  return id;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The same figures, counted one by one from what was generated. */
function expected(world: World) {
  const today = addDays(TO, 1);
  const isIn = (at: Date) => at >= start && at < end;
  const rows = world.snags.map((one) => {
    const created = before(one.opened);
    const closed = one.open === null ? null : new Date(created.getTime() + one.open * HOUR);
    const due = one.due === null ? null : addDays(FROM, one.due);
    return { trade: one.trade.toLowerCase(), created, closed, due };
  });
  const known = rows.filter(({ created }) => created < end);
  const isOpen = (row: (typeof rows)[number]) => row.closed === null || row.closed >= end;
  const late = known.filter((row) => isOpen(row) && row.due !== null && row.due < today);
  const closed = known.filter((row) => row.closed !== null && isIn(row.closed));
  const spans = closed
    .map((row) => ((row.closed?.getTime() ?? 0) - row.created.getTime()) / (24 * HOUR))
    .toSorted((a, b) => a - b);
  const middle = spans.length / 2;
  const median =
    spans.length === 0
      ? null
      : spans.length % 2 === 1
        ? (spans[Math.floor(middle)] ?? 0)
        : ((spans[middle - 1] ?? 0) + (spans[middle] ?? 0)) / 2;
  const entries = world.diary.filter(({ day }) => day >= 0 && day <= 6);
  const told = new Map(world.progress.map(({ day, percent }) => [day, percent]));
  const levelBy = (day: number) =>
    [...told]
      .filter(([on]) => on <= day)
      .toSorted(([a], [b]) => a - b)
      .at(-1)?.[1] ?? null;
  const checks = [...new Map(world.camera.map((one) => [one.at, one])).values()].filter(({ at }) =>
    isIn(before(at)),
  );
  const visits = world.visits.filter(({ at }) => isIn(before(at)));
  return {
    opened: known.filter((row) => isIn(row.created)).length,
    closed: closed.length,
    open: known.filter(isOpen).length,
    overdue: late.length,
    median,
    late: late.map(({ due }) => daysBetween(due ?? "", today)).toSorted((a, b) => b - a),
    trades: [...Map.groupBy(known, ({ trade }) => trade)].map(([trade, list]) => ({
      trade,
      open: list.filter(isOpen).length,
    })),
    visits: visits.length,
    rooms: sum(visits.map(({ rooms: count }) => count)),
    days: new Set(entries.map(({ day }) => day)).size,
    entries: entries.length,
    people: sum(entries.flatMap(({ people }) => people)),
    hours: sum(entries.flatMap(({ delays }) => delays.map((delay) => delay.hours))),
    percent: levelBy(6),
    before: levelBy(-1),
    up:
      checks.length === 0
        ? null
        : (100 * sum(checks.map((one) => Math.min(one.up, one.checks)))) /
          sum(checks.map((one) => one.checks)),
  };
}

/** Groups of digits. */
const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];
const plain = (text: string) => text.normalize("NFKC").replaceAll(/[\s\u2066-\u2069,]+/g, "");

async function freeze(id: number): Promise<Frozen> {
  const now = new Date(end.getTime() + 7 * HOUR);
  const runs = createRuns({
    db: db(),
    clock: { now: () => now },
    jobs: { send: async () => null },
    settings: { get: () => settingDefaults },
    counterpartsIn: () => ({
      counterpartsOf: async () => new Map(),
      counterpartsBetween: async () => new Map(),
      counterpartsAt: async () => new Map(),
      likelyFor: async () => new Map(),
    }),
  });
  const span = { id_project: id, zone: ZONE, from: FROM, to: TO, isOpen: false, now };
  const site = { id, name: "برج Palm Court 7", location: "Riyadh", time_zone: ZONE };
  return runs.preview(site, span);
}

async function pdfText(frozen: Frozen, language: "en" | "ar"): Promise<string> {
  const head = {
    id: 1,
    id_project: 1,
    period: "weekly" as const,
    from: FROM,
    to: TO,
    time_zone: ZONE,
    frozen_at: end,
  };
  const words = reportWords(language);
  const options = {
    words,
    rooms: new Map(),
    site: "Sitewalk",
    siteAddress: "https://site.example",
    isByLink: true,
  };
  const nothing = async () => undefined;
  const crops = { view: nothing, plan: nothing, photo: nothing, planSize: nothing };
  const chunks = await writeOwnerReport(printedReport(head, frozen, options), crops).toArray();
  const pages = await pagesOf(Buffer.concat(chunks as Buffer[]));
  return pages.map(({ text }) => text).join(" ");
}

function mailTextOf(frozen: Frozen, language: "en" | "ar"): string {
  const mail = mailOf({
    id: 1,
    id_run: 1,
    id_recipient: 1,
    id_project: 1,
    is_member: false,
    grants: null,
    is_open: true,
    unsubscribed_at: null,
    revoked_at: null,
    name: "Client",
    email: "client@example.org",
    language,
    code: "abcdefgh",
    day_from: FROM,
    day_to: TO,
    frozen_at: end,
    figures: frozen,
  });
  const brand = { name: "Sitewalk", color: "#2987f2", address: "https://site.example" };
  return renderMail(mail, brand, end).text;
}

describe("the figures of a report", () => {
  it(
    "equal those counted one by one, and are the numbers of its email and its PDF in both languages",
    async () => {
      await fc.assert(
        fc.asyncProperty(worlds, async (world) => {
          const frozen = await freeze(await build(world));
          const { figures } = frozen;
          const counted = expected(world);
          expect(figures.snags).toMatchObject({
            opened: counted.opened,
            closed: counted.closed,
            open: counted.open,
            overdue: counted.overdue,
          });
          if (counted.median === null) expect(figures.snags?.days_to_close).toBeNull();
          else expect(Math.abs((figures.snags?.days_to_close ?? 0) - counted.median)).toBeLessThan(0.051);
          expect(figures.snags?.late.map(({ days }) => days)).toEqual(counted.late.slice(0, 10));
          for (const { trade, open } of counted.trades.filter((one) => one.trade !== "" && one.open > 0))
            expect(figures.snags?.trades.find((one) => one.trade.toLowerCase() === trade)?.open).toBe(open);
          expect(sum(figures.snags?.trades.map(({ open }) => open) ?? [])).toBe(counted.open);
          expect(figures.visits).toMatchObject({ visits: counted.visits, rooms: counted.rooms });
          expect(figures.diary).toMatchObject({
            days: counted.days,
            entries: counted.entries,
            people: counted.people,
            delay_hours: counted.hours,
          });
          expect(figures.progress).toMatchObject({ percent: counted.percent, before: counted.before });
          const [camera] = figures.cameras ?? [];
          if (counted.up === null) expect(camera?.up).toBeNull();
          else expect(Math.abs((camera?.up ?? 0) - counted.up)).toBeLessThanOrEqual(0.501);

          const isFrozen = new Set(numbersIn(JSON.stringify(frozen).replaceAll(/-0?/g, " ")).map(Number));
          for (const language of ["en", "ar"] as const) {
            const words = reportWords(language);
            const lines = linesOf(frozen, words).flatMap(({ facts }) => facts);
            const sentences = sentencesOf(frozen, { from: FROM, to: TO }, words);
            // No number is on its way that is not in the frozen figures.
            for (const text of [...lines.map(([, value]) => value), ...sentences])
              for (const number of numbersIn(text.replaceAll(",", "")))
                expect([...isFrozen, 23, 29, 2026, 360], text).toContain(Number(number));
            const mail = plain(mailTextOf(frozen, language));
            for (const text of [...lines.flat(), ...sentences]) expect(mail).toContain(plain(text));
            const paper = await pdfText(frozen, language);
            if (language === "en")
              for (const [name, value] of lines.filter(([one]) => !/[\u0600-\u06FF]/.test(one))) {
                expect(plain(paper)).toContain(plain(name));
                expect(plain(paper)).toContain(plain(value));
              }
            // Arabic is extracted in the order of its letters; its numbers are the same.
            const printed = numbersIn(plain(paper).replaceAll(/[^\d.]+/g, " "));
            for (const [, value] of lines)
              for (const number of numbersIn(value.replaceAll(",", ""))) expect(printed).toContain(number);
          }
        }),
        { numRuns: everyCase ? 40 : 4, seed: 26 },
      );
    },
    everyCase ? 900_000 : 180_000,
  );

  it("are all of one line when nothing happened", async () => {
    const id = await build({ snags: [], visits: [], diary: [], progress: [], camera: [] });
    const frozen = await freeze(id);
    expect(frozen.sections).toEqual([...reportSections]);
    const en = sentencesOf(frozen, { from: FROM, to: TO }, reportWords("en"));
    expect(en[0]).toBe("Nothing was recorded from 23 March 2026 to 29 March 2026.");
    const ar = sentencesOf(frozen, { from: FROM, to: TO }, reportWords("ar"));
    expect(ar[0]).toMatch(/^لم يُسجَّل شيء من .*23.*إلى.*29.*\.$/);
  });
});
