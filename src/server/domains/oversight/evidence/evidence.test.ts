import { createHash } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forge } from "#server/domains/installation/audit/audit.fixture.ts";
import { originalKey } from "#server/media/keys.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let project: number;
let room: number;
let sha256: string;
let bytes: Buffer;
const of = () => ({ params: { id: room } });
const db = () => app.database.db;

beforeAll(async () => {
  app = await testApp();
  const [chief, guest] = [await app.user({ role: "administrator" }), await app.user()];
  owner = await app.as(chief);
  ({ id: project } = await owner.call("POST /api/projects", { body: { name: "Palm Court" } }));
  await app.join(project, guest, "viewer");
  viewer = await app.as(guest);
  const visit = await owner.call("POST /api/visits", {
    body: { id_project: project, name: "Week 11", visit_date: "2026-02-01T08:00:00Z" },
  });
  bytes = Buffer.from(await panorama());
  sha256 = createHash("sha256").update(bytes).digest("hex");
  const reply = await owner.upload(
    "POST /api/rooms",
    { id_visit: String(visit.id), name: "Hall" },
    { file: { name: "R0010042.JPG", bytes } },
  );
  room = (reply.body as { data: { id: number } }).data.id;
  await viewer.raw("POST /api/viewer-count/log-visit", { body: { visit_code: visit.code } });
  await sealed();
});
afterAll(() => app.close());

/** Waits until no entry is left to be sealed. */
const sealed = () =>
  soon(async () => {
    const { rows } = await sql`select from audit_waiting`.execute(db());
    expect(rows).toHaveLength(0);
  });

describe("the chain of custody of a room's picture", () => {
  it("contains its checksum, uploader, actions, views, and the seals that cover them", async () => {
    const evidence = await owner.call("GET /api/evidence/rooms/{id}", of());
    expect(evidence).toMatchObject({
      kind: "room",
      name: "Hall",
      within: "Week 11",
      project: "Palm Court",
      n_seen: 1,
    });
    expect(evidence.files).toHaveLength(1);
    expect(evidence.files[0]).toMatchObject({
      name: "R0010042.JPG",
      sha256,
      bytes: bytes.length,
      is_original: true,
      received_by: { name: "Test Person" },
    });
    expect(evidence.lines?.map(({ action }) => action)).toEqual(["room.created", "visit.created"]);
    expect(evidence.seen).toMatchObject([{ action: "visit.seen", who: "Test Person", is_guest: false }]);
    expect(evidence.lines?.every(({ id_seal }) => id_seal !== null)).toBe(true);
    expect(evidence.seals.length).toBeGreaterThan(0);
    expect(evidence.findings).toEqual([]);
  });

  it("hides views from users without the right", async () => {
    const evidence = await viewer.call("GET /api/evidence/rooms/{id}", of());
    expect(evidence.seen).toBeNull();
    expect(evidence.n_seen).toBe(1);
    expect(await viewer.refused("GET /api/evidence/rooms/{id}/original", of())).toMatchObject({
      status: 403,
    });
  });

  it("is recorded in the project's log of views, for users who may read it", async () => {
    const query = { part: "seen" } as const;
    const { items } = await owner.call("GET /api/projects/{id}/activity", { params: { id: project }, query });
    expect(items).toMatchObject([
      {
        action: "visit.seen",
        subject: { kind: "visit", name: "Week 11" },
        who: { name: "Test Person" },
        is_guest: false,
      },
    ]);
    expect(
      await viewer.refused("GET /api/projects/{id}/activity", { params: { id: project }, query }),
    ).toMatchObject({ status: 403 });
  });

  it("is printed in both languages, and the download is logged", async () => {
    for (const lang of ["en", "ar"] as const) {
      const { status, headers, body } = await owner.raw("GET /api/evidence/rooms/{id}/sheet", {
        ...of(),
        query: { lang },
      });
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/pdf");
      expect(String(body).slice(0, 5)).toBe("%PDF-");
      expect(String(body)).toContain("%%EOF");
    }
    const { items } = await owner.call("GET /api/projects/{id}/activity", {
      params: { id: project },
      query: { part: "exported" },
    });
    expect(items.map(({ action }) => action)).toEqual(["room.evidenced", "room.evidenced"]);
  });

  it("returns the original byte for byte, and logs the download once", async () => {
    const { url } = owner.address("GET /api/evidence/rooms/{id}/original", of());
    const headers = { cookie: owner.cookie() };
    const whole = await fetch(url, { headers });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const rest = await fetch(url, { headers: { ...headers, range: "bytes=100-" } });
    expect(rest.status).toBe(206);
    const { items } = await owner.call("GET /api/projects/{id}/activity", {
      params: { id: project },
      query: { part: "exported", kind: "room" },
    });
    expect(items.filter(({ action }) => action === "room.exported")).toHaveLength(1);
  });
});

describe("the integrity check", () => {
  it("confirms the stored bytes, and names a changed entry of the log", async () => {
    const { files } = await owner.call("POST /api/evidence/rooms/{id}/check", of());
    expect(files).toEqual([{ id: "original", is_same: true, found: sha256 }]);
    await sealed();
    await forge(db(), sql`update activity set subject_name = 'Hal' where action = 'room.created'`);
    const { findings } = await owner.call("GET /api/evidence/rooms/{id}", of());
    expect(findings.map(({ problem }) => problem)).toEqual(["line_changed"]);
  });

  it("fails when one byte differs", async () => {
    await appendFile(join(app.dataDir, "media/objects", originalKey(sha256)), "x");
    const { files } = await owner.call("POST /api/evidence/rooms/{id}/check", of());
    expect(files).toMatchObject([{ is_same: false }]);
    expect(files[0]?.found).not.toBe(sha256);
  });

  it("names an entry that was inserted past the triggers, and a missing seal", async () => {
    await forge(
      db(),
      sql`insert into activity (id, action, subject_kind, id_subject, subject_name, id_project, in_project, address)
        overriding system value values (-7, 'room.renamed', 'room', ${room}, 'Hall', ${project}, ${project}, '')`,
    );
    const before = await owner.call("GET /api/evidence/rooms/{id}", of());
    expect(before.findings).toContainEqual({
      problem: "line_added",
      id_seal: null,
      source: "activity",
      id_line: -7,
    });
    const id_seal = before.seals.at(-1)?.id ?? 0;
    await forge(db(), sql`delete from audit_seals where id = ${id_seal}`);
    const { findings } = await owner.call("GET /api/evidence/rooms/{id}", of());
    expect(findings).toContainEqual({ problem: "seal_missing", id_seal, source: null, id_line: null });
  });
});

it("lists the newest entries of many, with their total", async () => {
  await sql`
    insert into activity (action, subject_kind, id_subject, subject_name, id_project, address)
    select 'room.renamed', 'room', ${room}, 'Hall', ${project}, '' from generate_series(1, 200)`.execute(
    db(),
  );
  const { lines, n_lines } = await owner.call("GET /api/evidence/rooms/{id}", of());
  expect(lines).toHaveLength(200);
  expect(n_lines).toBeGreaterThan(200);
});
