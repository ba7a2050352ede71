import { rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { freePort } from "#test/chaos/server-process.ts";

let app: TestApp;
let watched = "";
let close: (() => Promise<void>) | undefined;
beforeAll(async () => {
  const port = await freePort();
  watched = `http://127.0.0.1:${port}`;
  app = await testApp({ environment: { METRICS_PORT: String(port), DRAIN_SECONDS: "1" } });
  close = () => app.close();
});
afterAll(() => close?.());

/** The response changes within a second, which is how long it is cached. */
const untilReady = async (url: string, wanted: object) =>
  expect
    .poll(async () => {
      const response = await fetch(url);
      return { status: response.status, body: (await response.json()) as unknown };
    })
    .toMatchObject(wanted);

const notReady = (parts: string) => ({ status: 503, body: { code: "NOT_READY", values: { parts } } });

it("is ready while it can work, and names only the missing part", async () => {
  const ready = `${app.origin}/api/ready`;
  const { db } = app.database;
  await untilReady(ready, { status: 200, body: { data: { ready: true } } });

  await rename(join(app.dataDir, "media"), join(app.dataDir, "elsewhere"));
  await untilReady(ready, notReady("storage"));
  await rename(join(app.dataDir, "elsewhere"), join(app.dataDir, "media"));
  await untilReady(ready, { status: 200 });

  // A schema that is older than this version, then one that is newer.
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(
    db,
  );
  await untilReady(ready, notReady("schema"));
  for (const name of [rows[0]?.name ?? "", "29991231-01-later"])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);
  await untilReady(ready, { status: 200 });
  // A newer version may have removed what this one created; without one, a missing table was lost by a restore.
  await sql`alter table attempts rename to elsewhere`.execute(db);
  await untilReady(ready, { status: 200 });
  await sql`delete from kysely_migration where name = '29991231-01-later'`.execute(db);
  await untilReady(ready, notReady("schema"));
  await sql`alter table elsewhere rename to attempts`.execute(db);
  await untilReady(ready, { status: 200 });

  expect((await fetch(ready)).headers.get("x-request-id")).toMatch(/^[2-9a-z]{12}$/);
});

it("serves metrics on a separate port, also of a worker, and never on the public one", async () => {
  const outside = await fetch(`${app.origin}/metrics`);
  expect(outside.headers.get("content-type")).not.toContain("text/plain");
  expect(await outside.text()).not.toContain("sitewalk_");
  const person = await app.user();
  await app.as(person);
  await fetch(`${app.origin}/viewer/no-such-code`);
  const response = await fetch(`${watched}/metrics`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  for (const wanted of [
    'sitewalk_http_requests_total{method="POST",route="/api/login",status="200"} 1',
    'sitewalk_http_request_seconds_count{method="POST",route="/api/login"} 1',
    "sitewalk_database_up 1",
    "sitewalk_ready 1",
    "sitewalk_uploads_open 0",
    "sitewalk_sockets_open 0",
    'sitewalk_nodes{role="all"} 1',
    'sitewalk_pool_connections{state="idle"}',
    "sitewalk_pool_waiting 0",
    "sitewalk_clock_skew_seconds",
    "sitewalk_disk_free_bytes",
    'sitewalk_store_seconds_count{call="stat",outcome="done"} 1',
    "nodejs_eventloop_lag_p99_seconds",
    "nodejs_heap_size_used_bytes",
  ])
    expect(text).toContain(wanted);
  expect(text).not.toContain("no-such-code");
  expect(text).not.toContain(person.name);

  const own = await freePort();
  const worker = await testApp({ environment: { ROLE: "worker", METRICS_PORT: String(own) } });
  onTestFinished(() => worker.close());
  await untilReady(`http://127.0.0.1:${own}/ready`, { status: 200, body: { ready: true } });
  await untilReady(`http://127.0.0.1:${own}/health`, { status: 200 });
  expect((await fetch(`http://127.0.0.1:${own}/anything`)).status).toBe(404);
});

it("reports that it is stopping before it stops, and still answers", async () => {
  const closing = app.close();
  close = () => closing;
  await untilReady(`${app.origin}/api/ready`, notReady("stopping"));
  const last = await fetch(`${app.origin}/api/health`);
  expect([last.status, last.headers.get("connection")]).toEqual([200, "close"]);
  await closing;
  await expect(fetch(`${app.origin}/api/health`)).rejects.toThrow();
});
