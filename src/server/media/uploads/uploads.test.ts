import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Room } from "#contract/visits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { type RawReply, TestClient } from "#test/client.ts";
import { everyCase } from "#test/every-case.ts";
import { panorama } from "#test/pictures.ts";
import { changeSettings } from "#test/sign-in.ts";
import { soon } from "#test/soon.ts";
import { PartsClient } from "#test/tus.ts";
import { createLeases } from "./leases.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let bytes: Buffer;
const parts = (client: TestClient) => new PartsClient(client, app.origin);

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  bytes = await panorama();
});
afterAll(() => app.close());

const newVisit = async () => {
  const body = { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  return (await owner.call("POST /api/visits", { body })).id;
};
const roomsOf = async (id: number) => (await owner.call("GET /api/visits/{id}", { params: { id } })).rooms;
const kept = () => readdir(join(app.dataDir, "media/uploads")).catch(() => []);
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const codeOf = ({ body }: RawReply) => (typeof body === "object" ? (body as { code?: string }).code : body);
const answer = (reply: RawReply) => [reply.status, codeOf(reply)];

/** A small file whose bytes differ from every other picture. */
const another = (number: number) => Buffer.concat([bytes, Buffer.from(`no. ${number}`)]);

async function isOriginal(content: Buffer): Promise<boolean> {
  const hash = sha256(content);
  const path = join(app.dataDir, "media/objects/pictures", hash.slice(0, 2), hash, "original.jpg");
  return (await readFile(path)).equals(content);
}

describe("a picture in parts", () => {
  it("whose name holds control characters becomes a room under the name without them", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    const content = another(2000);
    const id = await client.begun(visit, content.length, "ha\u0000ll\u0001\u0085.jpg");
    await client.part(id, 0, content);
    const reply = await client.finish(id, visit);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    expect((await roomsOf(visit))[0]).toMatchObject({ name: "hall", file: "hall.jpg" });
  });

  it("becomes one room, its original byte for byte, and the same room when it is finished again", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    const content = another(1);
    const id = await client.begun(visit, content.length, "ممر ٢.jpg");
    expect(await kept()).toContain(id);
    const half = Math.floor(content.length / 2);
    expect((await client.part(id, 0, content.subarray(0, half))).status).toBe(204);
    expect(await client.offset(id)).toBe(half);
    expect(answer(await client.finish(id, visit))).toEqual([409, "UPLOAD_UNFINISHED"]);
    const last = await client.part(id, half, content.subarray(half));
    expect([last.status, last.headers.get("upload-offset")]).toEqual([204, String(content.length)]);

    const first = await client.finish(id, visit, "Corridor");
    expect(first.status).toBe(201);
    const room = (first.body as { data: Room }).data;
    expect(room).toMatchObject({ name: "Corridor", file: "ممر ٢.jpg", id_visit: visit });
    expect(await isOriginal(content)).toBe(true);
    expect(await kept()).not.toContain(id);

    const [again, twice] = await Promise.all([client.finish(id, visit), client.finish(id, visit)]);
    expect([again, twice].map(({ body }) => (body as { data: Room }).data.id)).toEqual([room.id, room.id]);
    expect(await client.offset(id)).toBe(content.length);
    expect(await roomsOf(visit)).toHaveLength(1);
  });

  it("finished by two calls at once is one room", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    const content = another(2);
    const id = await client.begun(visit, content.length);
    await client.part(id, 0, content);
    const replies = await Promise.all([1, 2, 3].map(() => client.finish(id, visit)));
    expect(new Set(replies.map(({ body }) => (body as { data: Room }).data.id)).size).toBe(1);
    expect(await roomsOf(visit)).toHaveLength(1);
  });

  it("that broke at 90 % goes on from there: one room, the same SHA-256", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    const content = Buffer.concat([another(3), Buffer.alloc(3_000_000, 7)]);
    const id = await client.begun(visit, content.length);
    const most = Math.floor(content.length * 0.9);
    await client.broken(id, 0, content.subarray(0, most), content.length);
    const arrived = await client.offset(id);
    // Data in flight may be lost, written data is not.
    expect(arrived).toBeGreaterThan(content.length * 0.4);
    expect(arrived).toBeLessThanOrEqual(most);
    expect((await client.part(id, arrived, content.subarray(arrived))).status).toBe(204);
    expect((await client.finish(id, visit)).status).toBe(201);
    expect(await isOriginal(content)).toBe(true);
    expect(await roomsOf(visit)).toHaveLength(1);
  });

  it("keeps what arrived of a part that broke while another request had the upload", async () => {
    const client = parts(owner);
    const [arrived, announced] = [Buffer.alloc(250_000, 7), 1_000_000];
    const id = await client.begun(await newVisit(), announced);
    const lease = await createLeases(app.database.db).take(id, () => undefined);
    await client.broken(id, 0, arrived, announced);
    await lease?.release();
    await soon(async () => expect(await client.offset(id)).toBe(arrived.length));
    await client.drop(id);
  });

  it("accepts no part at a wrong offset and nothing beyond its end, and stays unchanged", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    const id = await client.begun(visit, 1000);
    expect((await client.part(id, 0, bytes.subarray(0, 600))).status).toBe(204);
    expect((await client.part(id, 0, bytes.subarray(0, 600))).status).toBe(409);
    expect((await client.part(id, 601, bytes.subarray(0, 10))).status).toBe(409);
    expect((await client.part(id, 600, bytes.subarray(0, 401))).status).toBe(413);
    expect(await client.offset(id)).toBe(600);
    expect((await client.drop(id)).status).toBe(204);
    expect((await client.head(id)).status).toBe(404);
    expect(answer(await client.finish(id, visit))).toEqual([404, "UPLOAD_UNKNOWN"]);
    expect(await kept()).not.toContain(id);
  });

  it("reports its version and its extensions", async () => {
    const { status, headers } = await fetch(new URL("/api/uploads", app.origin), { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("tus-version")).toBe("1.0.0");
    expect(headers.get("tus-extension")).toBe("creation,termination,expiration");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("permissions", () => {
  it("refuses a guest, a call without the token, the demo, and a user outside the visit's project", async () => {
    const visit = await newVisit();
    expect(answer(await parts(app.guest()).begin(visit, 1000))).toEqual([401, "UNAUTHENTICATED"]);
    const bare = await fetch(new URL("/api/uploads", app.origin), {
      method: "POST",
      headers: { "tus-resumable": "1.0.0", "upload-length": "10", cookie: owner.cookie() },
    });
    expect(bare.status).toBe(419);
    const demo = await app.as(await app.user({ isDemo: true }));
    expect(answer(await parts(demo).begin(visit, 1000))).toEqual([403, "DEMO_READ_ONLY"]);
    const stranger = await app.as(await app.user());
    expect((await parts(stranger).begin(visit, 1000)).status).toBe(404);
    const views = await app.user();
    await app.join(id_project, views, "viewer");
    expect(answer(await parts(await app.as(views)).begin(visit, 1000))).toEqual([403, "VISIT_EDIT_DENIED"]);
    expect(answer(await parts(owner).begin(999_999, 1000))).toEqual([404, "NOT_FOUND"]);
    expect(answer(await parts(owner).begin(0, 1000))).toEqual([422, "VALIDATION"]);
    expect(await kept()).toEqual([]);
  });

  it("refuses everyone but the user who started it, even another editor of the visit", async () => {
    const visit = await newVisit();
    const id = await parts(owner).begun(visit, bytes.length);
    await parts(owner).part(id, 0, bytes);
    const mate = await app.user();
    await app.join(id_project, mate, "manager");
    const other = parts(await app.as(mate));
    expect((await other.head(id)).status).toBe(404);
    expect(answer(await other.part(id, 0, bytes))).toEqual([404, "UPLOAD_UNKNOWN"]);
    expect(answer(await other.drop(id))).toEqual([404, "UPLOAD_UNKNOWN"]);
    expect(answer(await other.finish(id, visit))).toEqual([404, "UPLOAD_UNKNOWN"]);
    // Nor can it be finished for another visit than the one where the permission was checked.
    expect(answer(await parts(owner).finish(id, await newVisit()))).toEqual([404, "UPLOAD_UNKNOWN"]);
    expect((await parts(owner).finish(id, visit)).status).toBe(201);
  });

  it("are checked again at the end: a user who lost the right meanwhile makes no room", async () => {
    const visit = await newVisit();
    const person = await app.user();
    await app.join(id_project, person, "manager");
    const client = parts(await app.as(person));
    const id = await client.begun(visit, bytes.length);
    await client.part(id, 0, bytes);
    await app.database.db.deleteFrom("project_members").where("id_user", "=", person.id).execute();
    expect((await client.finish(id, visit)).status).toBe(404);
    expect(await roomsOf(visit)).toEqual([]);
  });

  it("refuse everyone while the site is closed", async () => {
    const visit = await newVisit();
    await changeSettings(app, { maintenance_backend: true });
    const reply = await parts(owner).begin(visit, 1000);
    const admin = await app.as(await app.user({ role: "super_admin" }));
    await admin.call("PUT /api/settings", { body: { maintenance_backend: false } });
    expect(answer(reply)).toEqual([503, "MAINTENANCE"]);
  });

  it("limit the number under way", async () => {
    const visit = await newVisit();
    const person = await app.user();
    await app.join(id_project, person, "manager");
    const client = parts(await app.as(person));
    const row = {
      id_user: person.id,
      id_visit: visit,
      file_name: "a.jpg",
      bytes: 10,
      expires_at: new Date("2100-01-01"),
    };
    await app.database.db
      .insertInto("uploads")
      .values(
        Array.from({ length: limits.resumable.perPerson - 1 }, () => ({ ...row, id: crypto.randomUUID() })),
      )
      .execute();
    const id = await client.begun(visit, 1000);
    expect(answer(await client.begin(visit, 1000))).toEqual([422, "UPLOADS_FULL"]);
    await client.drop(id);
    expect((await client.begin(visit, 1000)).status).toBe(201);
  });
});

describe("refusals", () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "teal" } });
  const bad: readonly (readonly [what: string, make: () => Promise<Buffer>, code: string])[] = [
    ["a text under a JPEG's name", async () => Buffer.from("Dear site manager"), "IMAGE_UNREADABLE"],
    ["a renamed PNG", () => plain(3840, 1920).png().toBuffer(), "IMAGE_TYPE"],
    [
      "a renamed PNG of 16 bits",
      () => plain(3840, 1920).toColourspace("rgb16").png().toBuffer(),
      "IMAGE_TYPE",
    ],
    ["a truncated JPEG", async () => bytes.subarray(0, -400), "IMAGE_UNREADABLE"],
    ["1.89:1", () => plain(3840, 2032).jpeg().toBuffer(), "IMAGE_RATIO"],
    ["3839 wide", () => plain(3839, 1920).jpeg().toBuffer(), "IMAGE_RESOLUTION"],
    ["CMYK", () => plain(3840, 1920).toColourspace("cmyk").jpeg().toBuffer(), "IMAGE_CMYK"],
    ["60,000 pixels wide", () => plain(60_000, 2400).jpeg({ quality: 20 }).toBuffer(), "IMAGE_PIXELS"],
    [
      "upright, but lying by its Exif",
      () => plain(3840, 1920).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      "IMAGE_RESOLUTION",
    ],
  ];
  for (const [what, make, code] of bad) {
    it(`${what} is refused with its own error code, again when retried, and nothing of it stays`, async () => {
      const visit = await newVisit();
      const content = await make();
      const client = parts(owner);
      const id = await client.begun(visit, content.length);
      await client.part(id, 0, content);
      const first = await client.finish(id, visit);
      expect(codeOf(first)).toBe(code);
      expect((first.body as { message: string }).message).not.toContain("{");
      expect((await client.finish(id, visit)).body).toEqual(first.body);
      expect(await kept()).not.toContain(id);
      expect(await roomsOf(visit)).toEqual([]);
    });
  }

  it("exactly 1.9:1 is accepted, and so is a picture that its Exif turns upright", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    await client.whole(
      visit,
      await plain(3838 + 2, 2021)
        .jpeg()
        .toBuffer(),
    );
    const turned = await plain(1920, 3840).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await client.whole(visit, turned)).picture).toMatchObject({ width: 3840, height: 1920 });
  });

  it("the same picture twice is one room", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    const first = await client.whole(visit, another(9));
    expect((await client.whole(visit, another(9))).id).toBe(first.id);
    expect(await roomsOf(visit)).toHaveLength(1);
  });

  it("no bytes, too many bytes, no length: before anything is sent", async () => {
    const visit = await newVisit();
    const client = parts(owner);
    expect(answer(await client.begin(visit, 0))).toEqual([422, "FILE_EMPTY"]);
    expect((await client.begin(visit, 20 * 2 ** 20 + 1)).body).toMatchObject({
      code: "IMAGE_TOO_LARGE",
      message: "Image is too large. Max file size: 20 MB",
    });
    expect((await client.begin(visit, -1)).status).toBe(400);
    const deferred = await owner.send("POST", `${app.origin}/api/uploads`, undefined, {
      "tus-resumable": "1.0.0",
      "upload-defer-length": "1",
      "upload-metadata": `id_visit ${Buffer.from(String(visit)).toString("base64")}`,
    });
    expect(deferred.status).toBe(400);
  });

  it("a call for a room with neither file nor upload, or with an invalid one", async () => {
    const visit = await newVisit();
    expect(await owner.refused("POST /api/rooms", { body: { id_visit: visit } })).toMatchObject({
      status: 422,
      code: "FILE_EMPTY",
      message: "Invalid file: File is null or empty",
    });
    const wrong = await owner.raw("POST /api/rooms", { body: { id_visit: visit, upload: "../../etc" } });
    expect(wrong.status).toBe(422);
  });
});

describe("limits", () => {
  it("follow the settings: published to everyone, enforced on both upload paths", async () => {
    const visit = await newVisit();
    await changeSettings(app, { visit_image_mb: 1, visit_files: 2 });
    try {
      const told = await owner.call("GET /api/settings");
      expect(told.limits).toEqual({
        visit_image_megabytes: 1,
        visit_files: 2,
        video_megabytes: 500,
        video_seconds: 60,
      });
      const large = Buffer.concat([bytes, Buffer.alloc(2 ** 20)]);
      expect((await parts(owner).begin(visit, large.length)).body).toMatchObject({
        message: "Image is too large. Max file size: 1 MB",
      });
      const sent = await owner.upload(
        "POST /api/rooms",
        { id_visit: String(visit) },
        { file: { name: "a.jpg", bytes: large } },
      );
      expect(sent.body).toMatchObject({ message: "Image is too large. Max file size: 1 MB" });
      await parts(owner).whole(visit, another(20));
      await parts(owner).whole(visit, another(21));
      const third = await parts(owner).begin(visit, 1000);
      expect(third.body).toMatchObject({
        code: "ROOMS_FULL",
        message: "Only the first 2 files were accepted. Maximum 2 files allowed.",
      });
    } finally {
      await changeSettings(app, { visit_image_mb: 20, visit_files: 10 });
    }
  });

  it("have a sensible maximum", async () => {
    const admin = await app.as(await app.user({ role: "super_admin" }));
    for (const body of [
      { visit_image_mb: 0 },
      { visit_image_mb: 201 },
      { visit_files: 1001 },
      { visit_files: 1.5 },
    ])
      expect((await admin.refused("PUT /api/settings", { body })).code).toBe("VALIDATION");
  });

  it("a visit takes a hundred pictures when the setting allows it, and not one more", async () => {
    const visit = await newVisit();
    const most = everyCase ? 100 : 12;
    await changeSettings(app, { visit_files: most });
    try {
      const client = parts(owner);
      for (let number = 0; number < most; number += 1) await client.whole(visit, another(1000 + number));
      const rooms = await roomsOf(visit);
      expect(rooms.map(({ order }) => order)).toEqual(Array.from({ length: most }, (_, index) => index));
      expect(codeOf(await client.begin(visit, 1000))).toBe("ROOMS_FULL");
    } finally {
      await changeSettings(app, { visit_files: 10 });
    }
  });
});
