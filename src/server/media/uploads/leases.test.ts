import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Upload } from "@tus/server";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { everyCase } from "#test/every-case.ts";
import { soon } from "#test/soon.ts";
import { createUploads } from "./index.ts";
import { createLeases } from "./leases.ts";
import { createLocalBytes } from "./local-bytes.ts";
import { registerUpload, UploadStore } from "./store.ts";

let app: TestApp;
let database: TestApp["database"];
let directory: string;
let place: { id_user: number; id_visit: number };

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  database = app.database;
  directory = await mkdtemp(join(tmpdir(), "sitewalk-uploads-"));
  const user = await app.user({ role: "administrator" });
  const client = await app.as(user);
  const project = await client.call("POST /api/projects", { body: { name: "Palm Court" } });
  const body = { id_project: project.id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  place = { id_user: user.id, id_visit: (await client.call("POST /api/visits", { body })).id };
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const begun = async () => {
  const id = randomUUID();
  await registerUpload(database.db, { id, ...place, id_project: null, file_name: "hall.jpg", bytes: 100 });
  return id;
};

test("only one of two processes may write; the other asks it to release the lease, and gets it then", async () => {
  const id = await begun();
  const [one, two] = [createLeases(database.db), createLeases(database.db)];
  let release: () => Promise<void> = () => Promise.resolve();
  let asked = 0;
  const first = await one.take(id, () => {
    asked += 1;
    void release();
  });
  release = () => first?.release() ?? Promise.resolve();
  expect([one.isHeld(id), two.isHeld(id)]).toEqual([true, false]);
  const second = await two.take(id, () => undefined);
  expect(second).toBeDefined();
  expect(asked).toBe(1);
  expect([one.isHeld(id), two.isHeld(id)]).toEqual([false, true]);
  await second?.release();
});

test.runIf(everyCase)(
  "a dead process loses it after some seconds, a slow one does not, and a suspended one may not write",
  async () => {
    const id = await begun();
    const [one, two] = [createLeases(database.db), createLeases(database.db)];
    const lease = await one.take(id, () => undefined);
    await pause(7000);
    // Renewed continuously: another process does not get it.
    expect(one.isHeld(id)).toBe(true);
    expect(await two.take(id, () => undefined, AbortSignal.timeout(500))).toBeUndefined();
    await lease?.release();

    // The state that a killed process leaves behind.
    await sql`update uploads set held_by = ${randomUUID()}, held_until = now() + interval '2 s' where id = ${id}`.execute(
      database.db,
    );
    const since = performance.now();
    const next = await two.take(id, () => undefined);
    expect(next).toBeDefined();
    expect(performance.now() - since).toBeGreaterThan(1500);
    // Taken over while the process was suspended: the next renewal reports it at the latest.
    await sql`update uploads set held_by = ${randomUUID()} where id = ${id}`.execute(database.db);
    await soon(() => expect(two.isHeld(id)).toBe(false));
  },
);

test("a nearly full volume lets no upload start or continue, and leaves nothing behind", async () => {
  const leases = createLeases(database.db);
  const full = new UploadStore({
    db: database.db,
    bytes: createLocalBytes({ db: database.db, directory, leases, reserveBytes: Number.MAX_SAFE_INTEGER }),
  });
  const id = await begun();
  await expect(full.create(new Upload({ id, size: 100, offset: 0 }))).rejects.toMatchObject({
    code: "STORAGE_FULL",
    status: 507,
  });
  expect(await readdir(directory)).toEqual([]);
  const row = await database.db.selectFrom("uploads").select("id").where("id", "=", id).executeTakeFirst();
  expect(row).toBeUndefined();
});

test("removes uploads not finished in time and files that belong to none; keeps young and held ones", async () => {
  const uploads = createUploads({ db: database.db, directory });
  const [old, young, held] = [await begun(), await begun(), await begun()];
  const orphan = randomUUID();
  const files = [old, young, held, orphan];
  await Promise.all(files.map((name) => writeFile(join(directory, name), "bytes")));
  const longAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  await utimes(join(directory, orphan), longAgo, longAgo);
  await utimes(join(directory, young), longAgo, longAgo);
  await sql`update uploads set expires_at = now() - interval '1 s' where id in (${old}, ${held})`.execute(
    database.db,
  );
  await sql`update uploads set held_until = now() + interval '1 m' where id = ${held}`.execute(database.db);
  expect(await uploads.sweep()).toBe(2);
  expect((await readdir(directory)).toSorted()).toEqual([young, held].toSorted());
  expect(await uploads.sweep()).toBe(0);
});
