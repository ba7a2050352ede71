import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bell,
  empty,
  type Person,
  person,
  teller,
} from "#server/domains/installation/notifications/news.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";
import { createAnnouncements, quietSeconds } from "./announce.ts";

let app: TestApp;
let owner: Person;
let member: Person;
let id_project: number;
beforeAll(async () => {
  app = await testApp();
  owner = await person(app, { role: "administrator" });
  member = await person(app);
  id_project = (await owner.client.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  await app.join(id_project, member, "editor");
});
afterAll(() => app.close());

const addVisit = (name = "Week 12", by = owner) =>
  by.client.call("POST /api/visits", {
    body: { id_project, name, visit_date: "2026-02-01T08:00:00Z" },
  });

let pictures = 0;
async function addRoom(visit: { id: number }, bytes?: Uint8Array, by = owner): Promise<void> {
  pictures += 1;
  const own = bytes ?? Buffer.concat([await panorama(), Buffer.from(`no. ${pictures}`)]);
  const file = { name: `hall-${pictures}.jpg`, bytes: own };
  const reply = await by.client.upload("POST /api/rooms", { id_visit: String(visit.id) }, { file });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
}

const settled = (visit: { id: number }) =>
  soon(async () => {
    const { rooms } = await owner.client.call("GET /api/visits/{id}", { params: { id: visit.id } });
    expect(rooms.filter(({ picture }) => picture.state === "processing")).toEqual([]);
  });

/** Moves the last addition this long into the past. */
const wait = (visit: { id: number }, seconds = quietSeconds + 1) =>
  sql`update rooms set created_at = now() - make_interval(secs => ${seconds}) where id_visit = ${visit.id}`.execute(
    app.database.db,
  );

/** When the job that announces this visit is due; undefined when none is queued. */
async function due(visit: { id: number }): Promise<Date | undefined> {
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from pgboss.job
    where name = 'visits.announce' and state = 'created' and singleton_key = ${String(visit.id)}`.execute(
    app.database.db,
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.start_after;
}

/** Makes that job due now. */
const runNow = (visit: { id: number }) =>
  sql`update pgboss.job set start_after = now() where name = 'visits.announce' and singleton_key = ${String(visit.id)}`.execute(
    app.database.db,
  );

/** Runs the job's work at once. */
const announce = (visit: { id: number }) =>
  createAnnouncements({
    db: app.database.db,
    clock: { now: () => new Date() },
    ...teller(app),
    jobs: { send: async () => null },
  }).announce(visit.id);

describe("a visit", () => {
  it("is announced to the other members when it is added, and not to its author", async () => {
    const stranger = await person(app);
    await addVisit();
    expect(await bell(member)).toMatchObject([
      {
        type: "info",
        kind: "visit_created",
        title: "New visit",
        message:
          "Test Person added the visit “Week 12” to “Palm Court”. You will be notified when its rooms are ready.",
        link: `/visits/${id_project}`,
      },
    ]);
    expect(await bell(owner)).toEqual([]);
    expect(await bell(stranger)).toEqual([]);
    await empty(member);
  });

  it("is announced again when its rooms are ready, in the same line while that is unread", async () => {
    const visit = await addVisit("Week 13");
    await addRoom(visit);
    await addRoom(visit);
    await settled(visit);
    const at = await due(visit);
    expect(at?.getTime(), "not before nothing more has come for a while").toBeGreaterThan(Date.now());
    await wait(visit);
    await runNow(visit);
    await soon(async () =>
      expect(await bell(member)).toMatchObject([
        {
          type: "success",
          title: "Visit ready",
          message: "“Week 13” in “Palm Court” is ready to view: 2 rooms.",
          link: `/viewer/${visit.code}`,
          is_read: false,
        },
      ]),
    );
    expect(await bell(owner)).toEqual([]);
    await empty(member);
  });

  it("is announced when it has only photos that another visit has, too", async () => {
    const bytes = Buffer.concat([await panorama(), Buffer.from("twice")]);
    const first = await addVisit("Week 18");
    await addRoom(first, bytes);
    await settled(first);
    // Otherwise its job would run by itself during a later test.
    await wait(first);
    await announce(first);
    const second = await addVisit("Week 19");
    await addRoom(second, bytes);
    expect(await due(second)).toBeDefined();
    await wait(second);
    await runNow(second);
    await soon(async () =>
      expect((await bell(member)).map(({ message }) => message)).toContain(
        "“Week 19” in “Palm Court” is ready to view: 1 room.",
      ),
    );
    await empty(member);
  });

  it("is ready once: ten rooms, or rooms that come later, cause no further notification", async () => {
    const visit = await addVisit("Week 14");
    await empty(member);
    await addRoom(visit);
    await settled(visit);
    await wait(visit);
    await announce(visit);
    await announce(visit);
    await addRoom(visit);
    await settled(visit);
    await wait(visit);
    await announce(visit);
    expect(await bell(member)).toMatchObject([
      { message: expect.stringContaining("is ready to view: 1 room.") as string },
    ]);
    await empty(member);
  });

  it("is not ready while rooms still arrive, while one is processing, without rooms, or in the bin", async () => {
    const [fresh, busy, bare, gone] = [
      await addVisit(),
      await addVisit(),
      await addVisit(),
      await addVisit(),
    ];
    await empty(member);
    for (const visit of [fresh, busy, gone]) await addRoom(visit);
    for (const visit of [fresh, busy, gone]) await settled(visit);
    await wait(busy);
    await sql`update pictures set state = 'processing' where sha256 in
      (select picture_sha256 from rooms where id_visit = ${busy.id})`.execute(app.database.db);
    await wait(gone);
    await owner.client.call("DELETE /api/visits/{id}", { params: { id: gone.id } });
    for (const visit of [fresh, busy, bare, gone]) await announce(visit);
    expect(await bell(member)).toEqual([]);
    // It is ready once all conditions are met.
    await wait(fresh);
    await announce(fresh);
    expect(await bell(member)).toHaveLength(1);
    await empty(member);
  });
});

/** Valid header and markers with nonsense in between: fails only when its variants are made. */
async function broken(number: number): Promise<Buffer> {
  const bytes = Buffer.from(await panorama({ seed: 3 + number }));
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda])) + 14;
  return bytes.fill(0x55, scan + 2000, bytes.length - 2000);
}

describe("an unusable picture", () => {
  it("is reported to its uploader only, several of one visit in one line", async () => {
    const visit = await addVisit();
    await Promise.all([empty(owner), empty(member)]);
    for (const n of [1, 2]) {
      await addRoom(visit, await broken(n), member);
      // Two that fail at the same moment may be two lines.
      await settled(visit);
    }
    expect(await bell(member)).toMatchObject([
      {
        type: "error",
        title: "360 photos could not be processed",
        message: expect.stringMatching(/^2 photos in the visit “Week 12” could not be processed/) as string,
        link: `/editvisit/${visit.id}`,
      },
    ]);
    expect(await bell(owner)).toEqual([]);
  });
});
