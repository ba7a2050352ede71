import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectExport } from "#contract/exports.ts";
import { keepStills } from "#server/domains/media/cctv/stills.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";
import { unzip } from "#test/zip.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;

beforeAll(async () => {
  // With this setting nothing is small enough to be streamed.
  app = await testApp({ environment: { EXPORT_STREAMED_MB: "0" } });
  db = app.database.db;
  owner = await app.as(await app.user({ role: "administrator" }));
  const project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  id_project = project.id;
  const visit = await owner.call("POST /api/visits", {
    body: { id_project, name: "First walk", visit_date: "2026-02-01T08:00:00Z" },
  });
  const file = { name: "hall.jpg", bytes: await panorama() };
  await owner.upload("POST /api/rooms", { id_visit: String(visit.id), name: "Hall" }, { file });
});
afterAll(() => app.close());

const ask = (client = owner) => client.call("POST /api/project-exports", { body: { id_project } });
const look = (id: number, client = owner) => client.call("GET /api/project-exports/{id}", { params: { id } });
const list = async (client = owner) => client.call("GET /api/project-exports", { query: { id_project } });
const ended = (id: number): Promise<ProjectExport> =>
  soon(async () => {
    const one = await look(id);
    expect(["ready", "failed"]).toContain(one.state);
    return one;
  });
const fetchFile = (url: string, client = owner, headers: Record<string, string> = {}) =>
  fetch(new URL(url, app.origin), { headers: { cookie: client.cookie(), ...headers } });
const kept = () => readdir(join(app.dataDir, "media/objects/exports")).catch((): string[] => []);
let db: TestApp["database"]["db"];

describe("an export that is too large to be streamed", () => {
  it("says so, and is built on request; a second request gets the same one", async () => {
    const refusal = await owner.refused("GET /api/projects/export/{id}", { params: { id: id_project } });
    expect(refusal).toMatchObject({ status: 422, code: "EXPORT_TOO_LARGE" });
    expect((await list()).is_streamed).toBe(false);
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second.id).toBe(first.id);
    expect(first.url).toBeNull();
    const ready = await ended(first.id);
    expect(ready).toMatchObject({ state: "ready", progress: 1, failure: null });
    const days = (Date.parse(ready.expires_at ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
  });

  it("appears in the notifications, with a link to it", async () => {
    const news = await owner.call("GET /api/notifications", {});
    expect(news[0]).toMatchObject({
      kind: "export",
      title: "Export ready",
      link: `/project/${id_project}#export`,
    });
  });

  it("is downloaded whole or in parts, which resume only with the same file", async () => {
    const { exports } = await list();
    const url = exports[0]?.url ?? "";
    const whole = await fetchFile(url);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(whole.headers.get("content-length")).toBe(String(bytes.length));
    expect([...(await unzip(bytes)).keys()]).toContain("originals/2026-02-01 First walk/01 Hall.jpg");
    const etag = whole.headers.get("etag") ?? "";
    const rest = await fetchFile(url, owner, { range: "bytes=1000-", "if-range": etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("content-range")).toBe(`bytes 1000-${bytes.length - 1}/${bytes.length}`);
    expect(Buffer.from(await rest.arrayBuffer()).equals(Buffer.from(bytes.subarray(1000)))).toBe(true);
    const other = await fetchFile(url, owner, { range: "bytes=1000-", "if-range": '"another"' });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    const behind = await fetchFile(url, owner, { range: `bytes=${bytes.length}-` });
    expect(behind.status).toBe(416);
  });
});

describe("a built export", () => {
  it("is not for members with fewer rights than its requester", async () => {
    const [ready] = (await list()).exports;
    const user = await app.user();
    await app.join(id_project, user, "editor");
    const editor = await app.as(user);
    expect((await list(editor)).exports).toEqual([]);
    expect((await fetchFile(ready?.url ?? "", editor)).status).toBe(404);
    await db.updateTable("project_members").set({ role: "manager" }).where("id_user", "=", user.id).execute();
    expect((await list(editor)).exports.map(({ id }) => id)).toEqual([ready?.id]);
    const reply = await fetchFile(ready?.url ?? "", editor);
    expect(reply.status).toBe(200);
    await reply.body?.cancel();
  });

  it("is unavailable without the right to export, also for its requester", async () => {
    const user = await app.user();
    await app.join(id_project, user, "editor");
    const editor = await app.as(user);
    const { id } = await ask(editor);
    const { url } = await ended(id);
    await db.updateTable("project_members").set({ role: "viewer" }).where("id_user", "=", user.id).execute();
    expect((await fetchFile(url ?? "", editor)).status).toBe(404);
  });

  it("is not built for a user who lost that right while it waited", async () => {
    const user = await app.user();
    await app.join(id_project, user, "viewer");
    const { id } = await db
      .insertInto("project_exports")
      .values({
        id_project,
        id_user: user.id,
        language: "en",
        object_key: null,
        size_bytes: null,
        failure: null,
        finished_at: null,
        expires_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await queue(id);
    expect(await ended(id)).toMatchObject({ state: "failed", failure: "rights", url: null });
  });

  it("is deleted together with its file", async () => {
    const { id } = await ask();
    await ended(id);
    expect(await kept()).toContain(String(id));
    await owner.call("DELETE /api/project-exports/{id}", { params: { id } });
    const gone = await readdir(join(app.dataDir, "media/objects/exports", String(id))).catch(() => []);
    expect(gone).toEqual([]);
    expect((await owner.raw("GET /api/project-exports/{id}", { params: { id } })).status).toBe(404);
  });

  it("starts over when its builder died, and leaves nothing of the first attempt", async () => {
    const { id } = await ask();
    await ended(id);
    const stale = join(app.dataDir, "media/building", `export-${id}.left-behind`);
    await writeFile(stale, "half a zip");
    // State after kill -9: claimed, half done, its job still in the queue.
    await sql`update project_exports set state = 'building', object_key = null, size_bytes = null, done_bytes = 5
      where id = ${id}`.execute(db);
    await queue(id);
    const again = await ended(id);
    expect(again.state).toBe("ready");
    const bytes = new Uint8Array(await (await fetchFile(again.url ?? "")).arrayBuffer());
    expect((await unzip(bytes)).has("project.json")).toBe(true);
    const left = (await readdir(join(app.dataDir, "media/building"))).filter((name) =>
      name.startsWith("export"),
    );
    expect(left).toEqual([]);
  });
});

describe("an export built in the background", () => {
  it("is in the requester's language, and holds the snags and cameras that they may see when it is built", async () => {
    const user = await app.user();
    await app.join(id_project, user, "editor");
    const editor = await app.as(user);
    await editor.call("POST /api/language", { body: { locale: "ar" } });
    await db.insertInto("snags").values({ id_project, number: 1, title: "Crack" }).execute();
    const hls_url = "http://camera.example/live.m3u8";
    const camera = await owner.call("POST /api/cctv-cameras", {
      body: { id_project, name: "Gate", hls_url },
    });
    await keepStills(app, camera.id, 1);
    const built = async () => {
      const { url } = await ended((await ask(editor)).id);
      const bytes = new Uint8Array(await (await fetchFile(url ?? "", editor)).arrayBuffer());
      return [...(await unzip(bytes)).keys()].filter((path) => /^(?:reports|cameras)\//.test(path));
    };
    expect(await built()).toEqual(["reports/تقرير الملاحظات.pdf", "cameras/Gate 2026-01-05.webp"]);
    await db
      .updateTable("project_members")
      .set({ withheld: ["snags.view", "cameras.view"] })
      .where("id_user", "=", user.id)
      .execute();
    expect(await built()).toEqual([]);
  });
});

/** Enqueues the job like the call does. */
async function queue(id_export: number): Promise<void> {
  await sql`insert into pgboss.job (name, data, policy, heartbeat_seconds, dead_letter)
    select name, ${JSON.stringify({ id_export })}::jsonb, policy, heartbeat_seconds, dead_letter
    from pgboss.queue where name = 'exports.build'`.execute(db);
}
