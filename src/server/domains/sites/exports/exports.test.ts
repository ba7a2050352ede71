import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";
import { unzip } from "#test/zip.ts";

const photograph = await readFile(join(import.meta.dirname, "../../../../../test/media/examplepano.jpg"));

let app: TestApp;
let owner: TestClient;
let id_project: number;
let first: { id_visit: number; rooms: number[] };

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator", name: "site-office" }));
  const project = await owner.call("POST /api/projects", {
    body: { name: "برج النخيل / Palm: Tower", description: "=cmd()", latitude: 24.7, longitude: 46.7 },
  });
  id_project = project.id;
  first = await addVisit("First walk", ["Hall", "Hall", "../../etc/passwd", "الردهة"]);
  await settled();
});
afterAll(() => app.close());

async function addVisit(name: string, names: readonly string[], client = owner) {
  const visit = await client.call("POST /api/visits", {
    body: { id_project, name, visit_date: "2026-02-01T08:00:00Z" },
  });
  const rooms: number[] = [];
  for (const [at, room] of names.entries()) {
    const bytes = at === 0 ? photograph : await panorama({ seed: at + 10 });
    const fields = { id_visit: String(visit.id), name: room };
    const reply = await client.upload("POST /api/rooms", fields, { file: { name: "a.jpg", bytes } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    rooms.push((reply.body as { data: { id: number } }).data.id);
  }
  return { id_visit: visit.id, rooms };
}

const settled = () =>
  soon(async () => {
    const waiting = await app.database.db
      .selectFrom("pictures")
      .select("sha256")
      .where("state", "=", "processing")
      .execute();
    expect(waiting).toEqual([]);
  });

async function download(client: TestClient, lang?: Language, headers: Record<string, string> = {}) {
  const { url } = client.address("GET /api/projects/export/{id}", {
    params: { id: id_project },
    query: { lang },
  });
  return fetch(url, { headers: { cookie: client.cookie(), ...headers } });
}
const files = async (client: TestClient, lang?: Language) =>
  unzip(new Uint8Array(await (await download(client, lang)).arrayBuffer()));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const factsIn = (zip: Awaited<ReturnType<typeof files>>) =>
  JSON.parse(zip.get("project.json")?.bytes.toString() ?? "") as {
    language: string;
    project: { name: string };
    team?: { email?: string }[];
    visits?: { rooms: { id: number; original: string; picture: string; points: unknown[] }[] }[];
  };

describe("the export of a project", () => {
  it("is a zip under the project's own name, whatever its letters", async () => {
    const reply = await download(owner);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/zip");
    const said = reply.headers.get("content-disposition") ?? "";
    const name = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(said)?.[1] ?? "");
    expect(name).toMatch(/^برج النخيل Palm Tower \d{4}-\d\d-\d\d\.zip$/);
    await reply.body?.cancel();
  });

  it("holds every original byte for byte, stored uncompressed, dated by its capture", async () => {
    const zip = await files(owner);
    const originals = [...zip].filter(([path]) => path.startsWith("originals/"));
    expect(originals.map(([path]) => path)).toEqual([
      "originals/2026-02-01 First walk/01 Hall.jpg",
      "originals/2026-02-01 First walk/02 Hall.jpg",
      "originals/2026-02-01 First walk/03 etc passwd.jpg",
      "originals/2026-02-01 First walk/04 الردهة.jpg",
    ]);
    expect(originals[0]?.[1].bytes.equals(photograph)).toBe(true);
    for (const [at, [, file]] of originals.entries()) {
      if (at > 0) expect(file.bytes.equals(await panorama({ seed: at + 10 }))).toBe(true);
      expect(file.isStored).toBe(true);
      expect(file.modifiedAt.toISOString()).toBe("2026-02-01T08:00:00.000Z");
    }
  });

  it("has a checksum for every file", async () => {
    const zip = await files(owner);
    const lines = (zip.get("checksums.sha256")?.bytes.toString() ?? "").trimEnd().split("\n");
    const proved = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
    const others = [...zip.keys()].filter((path) => path !== "checksums.sha256");
    expect([...proved.keys()].toSorted()).toEqual(others.toSorted());
    for (const path of others)
      expect(proved.get(path)).toBe(sha256(zip.get(path)?.bytes ?? new Uint8Array()));
  });

  it("holds every picture a second time as a script, for a page that may fetch nothing", async () => {
    const zip = await files(owner);
    const [visit] = factsIn(zip).visits ?? [];
    expect(visit?.rooms.map(({ id }) => id)).toEqual(first.rooms);
    const script = zip.get(visit?.rooms[0]?.picture ?? "")?.bytes.toString() ?? "";
    const given: unknown[] = [];
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- what a page does with it
    new Function("sitewalkPicture", script)((...values: unknown[]) => given.push(...values));
    const [id, size, picture] = given as [number, object, { base: string; tiles: string[] }];
    expect(id).toBe(first.rooms[0]);
    expect(size).toEqual({ width: 4096, height: 2048, tileSize: 512, area: null, pose: null });
    expect(picture.tiles).toHaveLength(32);
    for (const tile of picture.tiles)
      expect(Buffer.from(tile, "base64").subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect(Buffer.from(picture.base, "base64").subarray(8, 12).toString()).toBe("WEBP");
  });

  it("holds the floor plans and the positions of rooms on them", async () => {
    const image = await readFile(join(import.meta.dirname, "../../../../../demo/plans/ground-floor.png"));
    const reply = await owner.upload(
      "POST /api/maps",
      { id_project: String(id_project), name: "Ground: floor" },
      { file: { name: "plan.png", bytes: image } },
    );
    const { id } = (reply.body as { data: { id: number } }).data;
    const [room = 0] = first.rooms;
    await owner.call("PUT /api/maps/{id}/room-positions", {
      params: { id },
      body: { rooms: [{ id_room: room, x: 0.25, y: 0.5 }] },
    });
    const zip = await files(owner);
    const plan = [...zip.keys()].find((name) => name.includes("plans/"));
    expect(plan).toMatch(/plans\/01 Ground floor\.webp$/);
    const original = [...zip.keys()].find((name) => name.endsWith("plans/01 Ground floor-original.png"));
    expect(zip.get(original ?? "")?.bytes.equals(image)).toBe(true);
    expect(JSON.stringify(factsIn(zip))).toContain(`"rooms":[{"id_room":${room},"x":0.25,"y":0.5`);
  });

  it("holds the links between rooms, and only those with a target in it", async () => {
    const [id_room = 0, id_target_room = 0] = first.rooms;
    const { db } = app.database;
    const point = { id_room, id_target_room, yaw: 12.5, pitch: -20, label: "To the hall" };
    await db.insertInto("hotspots").values(point).execute();
    const [visit] = factsIn(await files(owner)).visits ?? [];
    // The one proposed after the upload, and this one.
    expect(visit?.rooms[0]?.points).toEqual([
      { id_room: id_target_room, yaw: 0, pitch: -12, label: "", is_proposed: true },
      { id_room: id_target_room, yaw: 12.5, pitch: -20, label: "To the hall", is_proposed: false },
    ]);
  });

  it("has tables that a spreadsheet opens in the right letters and without running formulas", async () => {
    await addVisit('=HYPERLINK("http://site.example")', []);
    const zip = await files(owner);
    const table = zip.get("visits.csv")?.bytes.toString() ?? "";
    expect(table.startsWith("\ufeffNumber,Visit,")).toBe(true);
    expect(table).toContain(`"'=HYPERLINK(""http://site.example"")"`);
    expect(table.endsWith("\r\n")).toBe(true);
    expect(zip.get("rooms.csv")?.bytes.toString()).toContain("originals/2026-02-01 First walk/04 الردهة.jpg");
  });

  it("is in the requested language", async () => {
    const zip = await files(owner, "ar");
    expect(factsIn(zip).language).toBe("ar");
    expect(zip.get("اقرأني.txt")?.bytes.toString()).toContain("برج النخيل");
    expect(zip.get("visits.csv")?.bytes.toString().startsWith("\ufeffالرقم,")).toBe(true);
  });

  it("lists lost files instead of withholding the rest", async () => {
    const lost = sha256(await panorama({ seed: 13 }));
    const path = join(app.dataDir, "media/objects/pictures", lost.slice(0, 2), lost, "original.jpg");
    const bytes = await readFile(path);
    const { rm, writeFile } = await import("node:fs/promises");
    await rm(path);
    const without = await files(owner);
    expect(without.get("missing.txt")?.bytes.toString()).toContain("04 الردهة.jpg");
    expect(without.has("originals/2026-02-01 First walk/03 etc passwd.jpg")).toBe(true);
    await writeFile(path, bytes.subarray(10));
    expect((await files(owner)).get("missing.txt")?.bytes.toString()).toContain("04 الردهة.jpg");
    await writeFile(path, bytes);
    expect((await files(owner)).has("missing.txt")).toBe(false);
  });
});

describe("the user who exports", () => {
  const member = async (role: "editor" | "manager", withheld: readonly "visits.view"[] = []) => {
    const user = await app.user();
    await app.join(id_project, user, role);
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: [...withheld] })
      .where("id_user", "=", user.id)
      .execute();
    return app.as(user);
  };

  it("gets no visits without the right to see them", async () => {
    const zip = await files(await member("editor", ["visits.view"]));
    const paths = [...zip.keys()];
    expect(paths.filter((path) => /originals|rooms|thumbs|visits/.test(path))).toEqual([]);
    expect(zip.get("project.json")?.bytes.toString()).not.toContain("First walk");
    expect(paths).toContain("team.csv");
  });

  it("gets the addresses of the team only with the right to change it", async () => {
    const asEditor = await files(await member("editor"));
    expect(asEditor.get("team.csv")?.bytes.toString()).not.toContain("@");
    expect(JSON.stringify(factsIn(asEditor).team)).not.toContain("@");
    const asManager = await files(await member("manager"));
    expect(asManager.get("team.csv")?.bytes.toString()).toContain("site-office@example.org");
  });

  it("is recorded in the project's log", async () => {
    const row = await app.database.db
      .selectFrom("activity")
      .select(["action", "id_project", "subject_kind"])
      .where("action", "=", "export.made")
      .executeTakeFirst();
    expect(row).toEqual({ action: "export.made", id_project, subject_kind: "export" });
  });

  it("is refused without the right to export, with a message", async () => {
    const user = await app.user();
    await app.join(id_project, user, "viewer");
    const refusal = await (await app.as(user)).refused("GET /api/projects/export/{id}", {
      params: { id: id_project },
    });
    expect(refusal).toMatchObject({ status: 403, code: "PROJECT_EXPORT_DENIED" });
  });
});

describe("an aborted download", () => {
  it("leaves no open file behind", async () => {
    const { readdir, readlink } = await import("node:fs/promises");
    const opened = async () => {
      const links = (await readdir("/proc/self/fd")).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ""),
      );
      return (await Promise.all(links)).filter((target) => target.startsWith(app.dataDir)).length;
    };
    for (let n = 0; n < 5; n++) {
      const stop = new AbortController();
      const { url } = owner.address("GET /api/projects/export/{id}", { params: { id: id_project } });
      const reply = await fetch(url, { headers: { cookie: owner.cookie() }, signal: stop.signal });
      const reader = reply.body?.getReader();
      await reader?.read();
      stop.abort();
      await reader?.read().catch(() => undefined);
    }
    await soon(async () => expect(await opened()).toBe(0));
  });
});
