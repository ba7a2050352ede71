import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Sheet } from "#contract/sheets.ts";
import { createLocalStore } from "#server/media/local-store.ts";
import { sweepPlans } from "#server/media/plans/sweep-plans.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { A0, planPdf } from "#test/plan-files.ts";
import { soon } from "#test/soon.ts";
import { planClaim } from "./versions.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let drawing: Buffer;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  ({ id: id_project } = await owner.call("POST /api/projects", { body: { name: "Plans of all kinds" } }));
  drawing = await planPdf();
});
afterAll(() => app.close());

type Fields = Record<string, string>;

async function add(bytes: Buffer, fields: Fields = {}, name = "floors.pdf"): Promise<Sheet> {
  const reply = await owner.upload(
    "POST /api/maps",
    { id_project: String(id_project), name: "Floor", ...fields },
    { file: { name, bytes } },
  );
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return (reply.body as { data: Sheet }).data;
}

async function replace(id: number, bytes: Buffer, name: string): Promise<void> {
  const reply = await owner.upload("PUT /api/maps/{id}", {}, { file: { name, bytes } }, { params: { id } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

const sheet = (id: number) => owner.call("GET /api/maps/{id}", { params: { id } });
const versions = (id: number) => owner.call("GET /api/maps/{id}/versions", { params: { id } });
const get = (address: string | null | undefined) => fetch(new URL(address ?? "", app.origin));
const bytesOf = async (address: string | null) => Buffer.from(await (await get(address)).arrayBuffer());

const refusal = async (bytes: Buffer, fields: Fields = {}, name = "plan.pdf") => {
  const body = { id_project: String(id_project), name: "Refused", ...fields };
  return (await owner.upload("POST /api/maps", body, { file: { name, bytes } })).body;
};

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#fff" }, limitInputPixels: false });

describe("a floor plan from a PDF", () => {
  it("is the requested page, with the original file stored beside it byte for byte", async () => {
    const made = await add(drawing, { page: "2" });
    expect(made).toMatchObject({ width: 6614, height: 4677, version: 1 });
    const picture = await get(made.image);
    expect(picture.headers.get("content-type")).toBe("image/webp");
    const one = await add(drawing);
    expect(await bytesOf(one.image)).not.toEqual(await bytesOf(made.image));
    const headers = { cookie: owner.cookie() };
    const original = await fetch(new URL(made.original ?? "", app.origin), { headers });
    expect(original.headers.get("content-type")).toBe("application/octet-stream");
    expect(original.headers.get("content-disposition")).toMatch(/^attachment; filename="floors.pdf"/);
    expect(Buffer.from(await original.arrayBuffer())).toEqual(drawing);
    expect(original.headers.get("etag")).toContain(createHash("sha256").update(drawing).digest("hex"));
    expect((await get(made.original)).status).toBe(401);
  });

  it("gets tiles down to its finest level, black lines on white, by signed addresses", async () => {
    const { id, tiles } = await add(await planPdf({ pages: [A0] }));
    expect(tiles).toBeNull();
    // A hundred million pixels.
    await soon(async () => expect((await sheet(id)).tiles).not.toBeNull(), 280_000);
    const { tiles: pyramid, width, height } = await sheet(id);
    expect([width, height]).toEqual([12_000, 8487]);
    expect(pyramid?.levels.at(-1)).toEqual({ width, height });
    expect(pyramid?.levels[0]?.width).toBeLessThanOrEqual(1024);
    const at = (level: number, col: number, row: number) =>
      (pyramid?.tiles ?? "")
        .replace("{level}", String(level))
        .replace("{col}", String(col))
        .replace("{row}", String(row));
    const finest = (pyramid?.levels.length ?? 0) - 1;
    const corner = await get(at(finest, 23, 16));
    expect([corner.status, corner.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(await sharp(await bytesOf(at(finest, 23, 16))).metadata()).toMatchObject({
      width: 12_000 - 23 * 512,
      height: 8487 - 16 * 512,
    });
    const { dominant, channels } = await sharp(await bytesOf(at(finest, 9, 7))).stats();
    expect(dominant.r).toBeGreaterThan(240);
    expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(40);
    expect((await get(at(finest, 24, 0))).status).toBe(404);
    const forged = at(finest, 0, 0).replace(/(?<=media\/)[^/]/, (sign) => (sign === "x" ? "y" : "x"));
    expect((await get(forged)).status).toBe(404);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, object]>([
    [
      "broken",
      () => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(5000, 7)]),
      { code: "PLAN_UNREADABLE" },
    ],
    ["cut off", () => drawing.subarray(0, 300), { code: "PLAN_UNREADABLE" }],
    ["locked by a password", () => planPdf({ password: "secret" }), { code: "PLAN_UNREADABLE" }],
    [
      "of ten thousand pages",
      () => planPdf({ pages: Array.from({ length: 10_000 }, () => [10, 10] as const) }),
      { code: "PLAN_UNREADABLE" },
    ],
    ["of a page larger than any paper", () => planPdf({ pages: [[20_000, 300]] }), { code: "IMAGE_PIXELS" }],
  ])("is refused when it is %s", async (_, make, expected) => {
    expect(await refusal(await make())).toMatchObject(expected);
  });

  it("refuses a page beyond its pages at the field", async () => {
    expect(await refusal(drawing, { page: "3" })).toMatchObject({
      code: "VALIDATION",
      errors: { page: ["sheets.page_missing"] },
    });
  });

  it("that is too expensive to render is refused while everything else responds", async () => {
    const busy = refusal(endless());
    const began = Date.now();
    await owner.call("GET /api/maps", { query: { id_project } });
    expect(Date.now() - began).toBeLessThan(5000);
    expect(await busy).toMatchObject({ code: "PLAN_UNREADABLE" });
  });
});

/** A drawing nested in a drawing, ten times each, twelve levels deep. */
function endless(): Buffer {
  const objects: string[] = [];
  const stream = (body: string, head: string) =>
    `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`;
  objects.push("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
  objects.push(
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 600] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>",
  );
  objects.push(stream("/F Do", ""));
  for (let depth = 0; depth < 12; depth++) {
    const next = depth === 11 ? "" : `/Resources << /XObject << /F ${6 + depth} 0 R >> >>`;
    const body = depth === 11 ? "0 0 m 800 600 l S ".repeat(50) : "/F Do ".repeat(10);
    objects.push(stream(body, `/Type /XObject /Subtype /Form /BBox [0 0 800 600] ${next}`));
  }
  let text = "%PDF-1.7\n";
  const at = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = at.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, "latin1");
}

describe("a floor plan from a picture", () => {
  it("is shown whole when it is small, and has no tiles", async () => {
    const made = await add(await white(900, 600).png().toBuffer(), {}, "small.png");
    expect(made).toMatchObject({ width: 900, height: 600, tiles: null });
    expect(await sharp(await bytesOf(made.image)).metadata()).toMatchObject({ width: 900, height: 600 });
  });

  it("is rotated by its EXIF orientation, and white where it is transparent", async () => {
    const photo = await white(1200, 800).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await add(photo, {}, "photo.jpg")).toMatchObject({ width: 800, height: 1200 });
    const glass = await sharp({
      create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { image } = await add(glass, {}, "glass.png");
    const { channels } = await sharp(await bytesOf(image)).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it("has tiles when it is larger than its preview, however it was uploaded", async () => {
    const { id } = await add(await white(5000, 3000).webp().toBuffer(), {}, "large.webp");
    await soon(async () => expect((await sheet(id)).tiles?.levels).toHaveLength(4));
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ["a bomb of pixels", () => white(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer(), "IMAGE_PIXELS"],
    ["cut off", async () => (await white(900, 600).jpeg().toBuffer()).subarray(0, 2000), "PLAN_UNREADABLE"],
    ["empty", () => Buffer.alloc(0), "FILE_EMPTY"],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "PLAN_TYPE"],
    [
      "a moving picture",
      () =>
        sharp(Buffer.alloc(40 * 80 * 3, 9).fill(200, 40 * 40 * 3), {
          raw: { width: 40, height: 80, channels: 3, pageHeight: 40 },
        })
          .webp({ loop: 0, delay: [100, 100] })
          .toBuffer(),
      "PLAN_TYPE",
    ],
  ])("is refused when it is %s", async (_, make, code) => {
    expect(await refusal(await make(), {}, "plan.png")).toMatchObject({ code });
  });
});

describe("the versions of a floor plan", () => {
  it("are kept with their authors; a restored earlier one becomes the newest", async () => {
    const { id } = await add(await white(900, 600).png().toBuffer(), {}, "old.png");
    const old = (await sheet(id)).image;
    await replace(id, await white(1000, 500).jpeg().toBuffer(), "new.jpg");
    expect(await versions(id)).toMatchObject([
      { version: 2, name: "new.jpg", is_current: true, author: { name: "Test Person" } },
      { version: 1, name: "old.png", is_current: false, image: old },
    ]);
    await owner.call("PUT /api/maps/{id}/versions/{version}", { params: { id, version: 1 } });
    expect(await sheet(id)).toMatchObject({ version: 3, image: old, width: 900 });
    const logged = await app.database.db
      .selectFrom("activity")
      .select("changed")
      .where("action", "=", "sheet.changed")
      .where("id_subject", "=", id)
      .execute();
    expect(logged.map(({ changed }) => changed)).toEqual([["plan"], ["plan"]]);
    expect((await versions(id)).map(({ version, name }) => [version, name])).toEqual([
      [3, "old.png"],
      [2, "new.jpg"],
      [1, "old.png"],
    ]);
    const missing = { params: { id, version: 9 } };
    expect(await owner.refused("PUT /api/maps/{id}/versions/{version}", missing)).toMatchObject({
      status: 404,
    });
  });

  it("leave the positions of rooms and the sheet's data unchanged", async () => {
    const made = await add(drawing, { north: "30", width_metres: "42", floor: "B1" });
    await replace(made.id, await white(700, 700).png().toBuffer(), "square.png");
    expect(await sheet(made.id)).toMatchObject({ north: 30, width_metres: 42, floor: "B1", version: 2 });
  });

  it("are added by POST with _method=PUT as by PUT, and by no other method of that name", async () => {
    const { id } = await add(drawing);
    const file = { name: "again.png", bytes: await white(600, 600).png().toBuffer() };
    const params = { id };
    const reply = await owner.upload(
      "POST /api/maps/{id}",
      { _method: "put", floor: "9" },
      { file },
      { params },
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(await sheet(id)).toMatchObject({ version: 2, floor: "9", width: 600 });
    const other = await owner.upload("POST /api/maps/{id}", { _method: "DELETE" }, {}, { params });
    expect(other.status).toBe(422);
  });

  it("are limited: the oldest are deleted", async () => {
    const { id } = await add(await white(64, 64).png().toBuffer(), {}, "0.png");
    const { db } = app.database;
    await db
      .updateTable("sheet_versions")
      .set({ version: limits.sheet.versions })
      .where("id_sheet", "=", id)
      .execute();
    await db.updateTable("sheets").set({ version: limits.sheet.versions }).where("id", "=", id).execute();
    const row = await db
      .selectFrom("sheet_versions")
      .selectAll()
      .where("id_sheet", "=", id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("sheet_versions")
      .values({ ...row, version: 1, name: "oldest.png" })
      .execute();
    await replace(id, await white(65, 64).png().toBuffer(), "newest.png");
    expect((await versions(id)).map(({ version }) => version)).toEqual([51, 50]);
  });
});

describe("an unused floor plan", () => {
  const sweep = (hours: number) =>
    sweepPlans(
      {
        db: app.database.db,
        store: createLocalStore(join(app.dataDir, "media/objects"), join(app.dataDir, "media/building")),
        clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
      },
      planClaim,
    );

  it("is deleted with its file after a day, but not while another sheet uses a page of it", async () => {
    const pdf = await planPdf({
      pages: [
        [300, 200],
        [300, 200],
      ],
    });
    const [one, two] = [await add(pdf), await add(pdf, { page: "2" })];
    const sha256 = createHash("sha256").update(pdf).digest("hex");
    const folder = join(app.dataDir, "media/objects/plans", sha256.slice(0, 2), sha256);
    expect(await readdir(folder)).toEqual(["1", "2", "original.pdf"]);
    await owner.call("DELETE /api/maps", { body: { ids: [one.id] } });
    await sweep(25);
    expect(await readdir(folder)).toEqual(["2", "original.pdf"]);
    await owner.call("DELETE /api/maps", { body: { ids: [two.id] } });
    await sweep(0);
    expect(await readdir(folder)).toEqual(["2", "original.pdf"]);
    await sweep(25);
    await expect(readdir(folder)).rejects.toThrow("ENOENT");
  });
});
