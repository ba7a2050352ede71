import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { queriesOf } from "#test/queries.ts";
import { bell, empty, type Person, person, prefer, teller, titles } from "./news.fixture.ts";

let app: TestApp;
let reader: Person;
let other: Person;
let tell: ReturnType<typeof teller>["tell"];
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  [reader, other] = [await person(app), await person(app)];
  ({ tell } = teller(app));
});
afterAll(() => app.close());

const project = (to: readonly number[], more = {}) =>
  ({ to, sort: "project_created", values: { project: "Palm Court" }, ...more }) as const;

const setPreferences = (id: number, stored: unknown) =>
  sql`update users set notification_preferences = ${JSON.stringify(stored)}::jsonb where id = ${id}`.execute(
    app.database.db,
  );

describe("notify", () => {
  it("reaches exactly the named users, in one go", async () => {
    const stranger = await person(app);
    await tell(project([reader.id, other.id]));
    expect(await bell(reader)).toMatchObject([{ title: "New project", is_read: false, link: null }]);
    expect(await bell(other)).toHaveLength(1);
    expect(await bell(stranger)).toEqual([]);
    await Promise.all([empty(reader), empty(other)]);
  });

  it("accepts the readers as a statement as well", async () => {
    await tell({ ...project([]), to: sql`select id from users where username = ${reader.name}` });
    expect(await titles(reader)).toEqual(["New project"]);
    expect(await titles(other)).toEqual([]);
    await empty(reader);
  });

  it("leaves out the actor, and names them to the others", async () => {
    await tell(project([reader.id, other.id], { by: other.id }));
    expect(await bell(reader)).toMatchObject([{ message: "Test Person created the project “Palm Court”." }]);
    expect(await bell(other)).toEqual([]);
    await empty(reader);
  });

  it("uses no email address as a name", async () => {
    const invited = await app.user({ name: "someone@example.com" });
    await sql`update users set first_name = '', last_name = '' where id = ${invited.id}`.execute(
      app.database.db,
    );
    await tell(project([reader.id], { by: invited.id }));
    expect(await bell(reader)).toMatchObject([{ message: "Someone created the project “Palm Court”." }]);
    await empty(reader);
  });

  it("skips locked accounts, and never notifies the demo account of security events", async () => {
    const [locked, demo] = [await person(app), await person(app, { isDemo: true })];
    await sql`update users set locked_at = now() where id = ${locked.id}`.execute(app.database.db);
    const readers = [locked.id, demo.id];
    await tell(project(readers), {
      to: readers,
      sort: "security_new_device",
      values: { device: "", address: "" },
    });
    const { rows } = await sql<{ id_user: number; kind: string }>`
      select id_user, kind from notifications where id_user in (${locked.id}, ${demo.id})`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ id_user: demo.id, kind: "project_created" }]);
  });

  it("sends nothing when the transaction behind it fails", async () => {
    const { notices } = teller(app);
    const events = async () =>
      (
        await sql<{ n: number }>`select count(*) as n from events where name = 'notification.told'`.execute(
          app.database.db,
        )
      ).rows[0]?.n;
    const before = await events();
    const failing = app.database.db.transaction().execute(async (trx) => {
      await notices.notify(trx, project([reader.id]));
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await bell(reader)).toEqual([]);
    expect(await events()).toBe(before);
  });

  it("links to paths of this installation only", async () => {
    for (const link of ["https://evil.example", "//evil.example", "/\\evil.example", "project/1"])
      await expect(tell(project([reader.id], { link })), link).rejects.toThrow("a path on this installation");
    expect(await bell(reader)).toEqual([]);
  });

  it("keeps names on one line and limits their length", async () => {
    await tell(project([reader.id], { values: { project: `Palm\r\nCourt\u202E${"x".repeat(500)}` } }));
    const [one] = await bell(reader);
    expect(one?.message).toMatch(/“Palm Court x{100,110}”\.$/);
    await empty(reader);
  });
});

describe("notification preferences", () => {
  it("decide on the bell, kind by kind", async () => {
    const picky = await person(app);
    await prefer(picky, "project_created", { bell: false });
    await tell(project([picky.id]), { to: [picky.id], sort: "visit_ready", values: { count: 1 } });
    expect(await titles(picky)).toEqual(["Visit ready"]);
    await prefer(picky, "project_created", { bell: true });
    await tell(project([picky.id]));
    expect(await titles(picky)).toEqual(["New project", "Visit ready"]);
  });

  it("survive values written by another version of the program: unreadable ones count as unset", async () => {
    const odd = await person(app);
    for (const stored of [
      { global_settings: { browser_enabled: "perhaps", mail_enabled: 3 }, preferences: "none" },
      { preferences: [null, 3, { id: "project_created", bell: "no" }] },
      [],
      "text",
    ]) {
      await setPreferences(odd.id, stored);
      await tell(project([odd.id]));
      expect(await titles(odd), JSON.stringify(stored)).toEqual(["New project"]);
      await empty(odd);
    }
  });
});

describe("a notification email", () => {
  it("is for users who have activated their account, and never for the shared one", async () => {
    const { db } = app.database;
    const [invited, demo] = [await app.user(), await app.user({ isDemo: true })];
    await sql`update users set awaiting = 'invitation' where id = ${invited.id}`.execute(db);
    const { tell: mail, jobs } = teller(app, { smtp_host: "mail.example.org" });
    await mail(project([reader.id, invited.id, demo.id]));
    expect(jobs.map(({ to }) => to)).toEqual([[reader.id]]);
    await empty(reader);
  });

  it("is not queued where email is not set up", async () => {
    const { tell: mail, jobs } = teller(app, { smtp_host: "" });
    await mail(project([reader.id]));
    expect(jobs).toEqual([]);
    await empty(reader);
  });
});

describe("a kind that the administrator switched off", () => {
  it.each([
    ["notify_registrations", "registered"],
    ["notify_useradd", "user_added"],
    ["notify_useradd", "welcome"],
    ["notify_project_create", "project_created"],
    ["notify_vt_create", "visit_created"],
    ["notify_vt_create", "visit_ready"],
    ["notify_plan_expires", "plan_expired"],
    ["notify_plan_expiring", "plan_expiring"],
    ["notify_plan_changes", "plan_chosen"],
    ["notify_plan_changes", "plan_changed"],
    ["notify_plan_changes", "plan_given"],
    ["notify_plan_changes", "plan_taken"],
    ["notify_plan_cancels", "plan_cancelled"],
  ] as const)("by %s, '%s', is sent by no channel at all", async (setting, sort) => {
    const smtp_host = "mail.example.org";
    const off = teller(app, { [setting]: false, smtp_host });
    await off.tell({ to: [reader.id], sort });
    expect(await bell(reader)).toEqual([]);
    expect(off.jobs).toEqual([]);
    const on = teller(app, { smtp_host });
    await on.tell({ to: [reader.id], sort });
    expect(await bell(reader)).toHaveLength(1);
    expect(on.jobs).toHaveLength(sort === "welcome" || sort === "visit_created" ? 0 : 1);
    await empty(reader);
  });
});

describe("a burst", () => {
  const folded = (name: string, to = [reader.id]) =>
    ({ to, sort: "registered", values: { name }, fold: "registrations" }) as const;

  it("of one subject is one line with a count, until it is read", async () => {
    for (let n = 1; n <= 50; n++) await tell(folded(`Person ${n}`));
    expect(await bell(reader)).toMatchObject([
      { title: "New accounts", message: "50 people registered, most recently Person 50." },
    ]);
    expect(await reader.client.call("GET /api/notifications/unread")).toEqual({ unread: 1 });
    await reader.client.call("PUT /api/notifications/mark-all-read", { body: {} });
    await tell(folded("Ada"));
    expect((await bell(reader)).map(({ message }) => message)).toEqual([
      "Ada registered.",
      "50 people registered, most recently Person 50.",
    ]);
    await empty(reader);
  });

  it("counts for each reader only unread ones, and leaves other subjects and other days alone", async () => {
    await tell(folded("One"), { ...folded("Elsewhere"), fold: "other registrations" });
    await sql`update notifications set created_at = now() - interval '25 hours'
      where id_user = ${reader.id} and fold = 'registrations'`.execute(app.database.db);
    await tell(folded("Two", [reader.id, other.id]));
    await tell(folded("Three", [reader.id, other.id]));
    expect((await bell(reader)).map(({ message }) => message)).toEqual([
      "2 people registered, most recently Three.",
      "Elsewhere registered.",
      "One registered.",
    ]);
    expect((await bell(other)).map(({ message }) => message)).toEqual([
      "2 people registered, most recently Three.",
    ]);
    await Promise.all([empty(reader), empty(other)]);
  });

  it("is not blocked by a transaction that is counting the same subject", async () => {
    const { notices } = teller(app);
    await tell(folded("First"));
    await app.database.db.transaction().execute(async (trx) => {
      await notices.notify(trx, folded("Slow"));
      await tell(folded("Quick"));
    });
    expect((await bell(reader)).map(({ message }) => message).toSorted()).toEqual([
      "2 people registered, most recently Slow.",
      "Quick registered.",
    ]);
    await empty(reader);
  });

  it("from many sources at once skips no reader and waits for none", async () => {
    const readers = [reader.id, other.id];
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        tell(folded(`Person ${n}`, n % 2 === 0 ? readers : readers.toReversed())),
      ),
    );
    const rows = await app.database.db
      .selectFrom("notifications")
      .select(["id_user", "count"])
      .where("fold", "=", "registrations")
      .execute();
    for (const id of readers)
      expect(rows.filter(({ id_user }) => id_user === id).reduce((sum, { count }) => sum + count, 0)).toBe(
        12,
      );
    await Promise.all([empty(reader), empty(other)]);
  });
});

describe("a thousand readers", () => {
  it("are notified by one statement", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into users (username, email)
      select 'crowd-' || n, 'crowd-' || n || '@example.org' from generate_series(1, 1000) n
      returning id`.execute(app.database.db);
    const { tell: tellMany, jobs } = teller(app, { smtp_host: "mail.example.org" });
    const queries = await queriesOf(() => tellMany(project(rows.map(({ id }) => id))));
    expect(queries).toBeGreaterThan(0);
    // Their emails are sent in jobs of a hundred; background work may add some queries meanwhile.
    expect(queries).toBeLessThan(50);
    const { rows: told } = await sql<{ n: number }>`
      select count(*) as n from notifications n join users u on u.id = n.id_user
      where u.username like 'crowd-%'`.execute(app.database.db);
    expect(told[0]?.n).toBe(1000);
    expect(jobs.flatMap(({ to }) => to)).toHaveLength(1000);
    expect(Math.max(...jobs.map(({ to }) => to.length))).toBe(100);
  });

  it("have their unread ones counted with an index of unread rows only", async () => {
    const { db } = app.database;
    await sql`
      insert into notifications (id_user, type, kind, text, read_at)
      select ${other.id}, 'info', 'snag', 'welcome', case when n > 3 then now() end from generate_series(1, 5000) n`.execute(
      db,
    );
    await sql`analyze notifications`.execute(db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select count(*) from notifications where id_user = ${other.id} and read_at is null`.execute(db);
    expect(rows.map((row) => row["QUERY PLAN"]).join()).toContain("notifications_unread");
    await empty(other);
  });
});

describe("marking everything read", () => {
  it("leaves every notification that arrives meanwhile either unread or seen", async () => {
    const busy = await person(app);
    let newest = 0;
    const telling = (async () => {
      for (let n = 0; n < 40; n++) await tell(project([busy.id]));
    })();
    const seen = new Set<number>();
    for (let n = 0; n < 15; n++) {
      for (const { id } of await bell(busy)) {
        seen.add(id);
        newest = Math.max(newest, id);
      }
      await busy.client.call("PUT /api/notifications/mark-all-read", {
        body: { up_to: Math.max(newest, 1) },
      });
    }
    await telling;
    const list = await bell(busy);
    expect(list).toHaveLength(40);
    for (const { id, is_read } of list) expect(is_read, String(id)).toBe(seen.has(id));
  });
});
