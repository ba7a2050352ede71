import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createLocalStore } from "#server/media/local-store.ts";
import { createPortraits } from "#server/media/portraits.ts";
import type { TestClient } from "#test/client.ts";
import { unzip } from "#test/zip.ts";
import { claims } from "./claims.ts";
import { jpeg, photosWorld } from "./photos.fixture.ts";
import { purgePhotos } from "./photos.repository.ts";

const world = photosWorld();
const { add, ids, bin, found, get } = world;

describe("the bin", () => {
  it("keeps a deleted photo for thirty days, out of everything but its project's bin", async () => {
    const photo = await add({ fields: { caption: "Temporary works" } });
    expect((await get(photo.url)).status).toBe(200);
    await bin(photo.id);
    expect(await ids()).toEqual([]);
    expect((await world.is.viewer.raw("GET /api/photos/{id}", { params: { id: photo.id } })).status).toBe(
      404,
    );
    expect(await found("temporary works")).toEqual([]);
    const restore = (by: TestClient, id = photo.id) =>
      by.raw("POST /api/projects/{id}/photos/restore", {
        params: { id: world.is.id_project },
        body: { photos: [id] },
      });
    expect((await restore(world.is.viewer)).status).toBe(403);
    expect((await restore(world.is.editor, 99_999_999)).status).toBe(404);
    expect((await restore(world.is.editor)).body).toMatchObject({ data: { restored: 1 } });
    expect(await ids()).toEqual([photo.id]);
    await bin(photo.id);
    const { db } = world.is.app.database;
    await purgePhotos(db, 30);
    expect((await restore(world.is.editor)).status).toBe(200);
    await bin(photo.id);
    await sql`update photos set deleted_at = now() - interval '31 days' where id = ${photo.id}`.execute(db);
    await purgePhotos(db, 30);
    expect((await restore(world.is.editor)).status).toBe(404);
  });

  it("leaves the files to the sweep once no photo refers to them, not before", async () => {
    const { db } = world.is.app.database;
    const photo = await add();
    const store = createLocalStore(`${world.is.app.dataDir}/media/objects`, `${world.is.app.dataDir}/trash`);
    const { sweepPortraits } = createPortraits({
      db,
      store,
      clock: { now: () => new Date(Date.now() + 25 * 3_600_000) },
      directory: world.is.app.dataDir,
    });
    await sweepPortraits(claims.portraits);
    const keys = await db
      .selectFrom("photos")
      .select(["original", "image", "thumbnail"])
      .where("id", "=", photo.id)
      .executeTakeFirstOrThrow();
    for (const key of Object.values(keys)) expect(await store.stat(key), key).not.toBeNull();
    await db.deleteFrom("photos").where("id", "=", photo.id).execute();
    await sweepPortraits(claims.portraits);
    for (const key of Object.values(keys)) expect(await store.stat(key), key).toBeNull();
  });
});

describe("documents of photos", () => {
  it("hold every photo as it came: the export with checksums, the report with pictures", async () => {
    const bytes = await jpeg();
    const sheet = await world.is.site.sheet();
    const photo = await add({
      bytes,
      name: "بلاطة.jpg",
      fields: { caption: "../Slab: بلاطة", id_sheet: String(sheet), x: "0.25", y: "0.5" },
    });
    const { url } = world.is.editor.address("GET /api/projects/export/{id}", {
      params: { id: world.is.id_project },
    });
    const reply = await fetch(url, { headers: { cookie: world.is.editor.cookie() } });
    const zip = await unzip(new Uint8Array(await reply.arrayBuffer()));
    const { photos } = JSON.parse(zip.get("project.json")?.bytes.toString() ?? "") as {
      photos: { file: string; thumbnail: string }[];
    };
    expect(photos).toMatchObject([
      { id: photo.id, sha256: photo.sha256, id_sheet: sheet, x: 0.25, y: 0.5, caption: "../Slab: بلاطة" },
    ]);
    expect(zip.get(photos[0]?.file ?? "")?.bytes.equals(bytes)).toBe(true);
    expect(zip.get(photos[0]?.thumbnail ?? "")?.bytes.length).toBeGreaterThan(0);
    expect(zip.get("photos.csv")?.bytes.toString()).toContain(photo.sha256);
    const report = (lang: string, query: object = {}) => {
      const at = { params: { id: world.is.id_project }, query: { lang, ...query } };
      return get(world.is.viewer.address("GET /api/projects/{id}/photos/pdf", at).url);
    };
    for (const lang of ["en", "ar"]) {
      const pdf = Buffer.from(await (await report(lang)).arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    }
    expect((await report("en", { search: "nothing like this" })).status).toBe(422);
  });
});
