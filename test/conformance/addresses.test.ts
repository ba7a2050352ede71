import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { api, type Route } from "#contract/index.ts";
import { filmKey } from "#server/media/films/film-files.ts";
import type { SamplePlace } from "#server/platform/samples.ts";
import { contentOf } from "#web/sw/kind.ts";
import { type TestApp, testApp } from "../app.ts";
import type { TestClient } from "../client.ts";
import { soon } from "../soon.ts";
import { callSample } from "./call-sample.ts";
import { type AnySample, readSamples } from "./samples.ts";
import { buildWorld, hidePlace, makePlace, type World } from "./world.ts";

let app: TestApp;
let world: World;
let samples: Map<Route, AnySample>;
let ahead = 0;
const inMinutes = (minutes: number) => (ahead += minutes * 60_000);

beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date(Date.now() + ahead) } });
  world = await buildWorld(app);
  samples = await readSamples();
});
afterAll(() => app.close());

const portraits = [
  "face",
  "banner",
  "cover",
  "card",
  "video",
  "told",
  "camera",
  "timelapse",
  "first",
  "still",
] as const;
const keyOf = (name: (typeof portraits)[number]) => `portraits/${name}.webp`;

/** A project in which everything that can have a picture has one. */
async function illustrated(): Promise<SamplePlace> {
  const { db } = app.database;
  const place = await makePlace(app, world.other.client, world.other.id);
  const face = { avatar: keyOf("face"), cover_image: keyOf("banner") };
  await db.updateTable("users").set(face).where("id", "=", world.other.id).execute();
  const cover = { cover: keyOf("cover"), cover_card: keyOf("card") };
  await db.updateTable("projects").set(cover).where("id", "=", place.id_project).execute();
  await db
    .updateTable("videos")
    .set({ thumbnail: keyOf("video") })
    .where("id", "=", place.id_video)
    .execute();
  await db
    .updateTable("room_infos")
    .set({ media: keyOf("told") })
    .where("id", "=", place.id_info)
    .execute();
  await db
    .updateTable("cameras")
    .set({ thumbnail: keyOf("camera") })
    .where("id", "=", place.id_camera)
    .execute();
  await sql`update camera_timelapses set film = ${keyOf("timelapse")}, poster = ${keyOf("first")}, state = 'ready'
    where id = ${place.id_timelapse}`.execute(db);
  const object_key = `recordings/${place.id_recording}.mp4`;
  await db.updateTable("live_recordings").set({ object_key }).where("id", "=", place.id_recording).execute();
  await sql`update films set state = 'ready', is_playable = true, has_poster = true,
    renditions = '[{"width":1920,"height":960,"bitrate":1,"codecs":"avc1"}]'`.execute(db);
  await sql`update plans set state = 'ready', levels = '[{"level":0,"width":8,"height":6}]'`.execute(db);
  const at = { id_sheet: place.id_sheet, id_room: place.id_room, x: 0.5, y: 0.5, heading: 0 };
  await db.insertInto("room_positions").values(at).execute();
  await db
    .updateTable("sheets")
    .set({ image: "plans/55/image.webp" })
    .where("id", "=", place.id_sheet)
    .execute();
  await soon(async () => {
    const states = await db.selectFrom("pictures").select("state").execute();
    expect(states.map(({ state }) => state)).toEqual(["ready"]);
  });
  return place;
}

const addressPattern = /\/media\/[^"\\\s<>?]+/g;
/** All media URLs in a response; for templates the first tile. */
const addressesIn = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(addressPattern)].map(([address]) =>
    address.replace("{level}", "0").replace("{col}", "0").replace("{row}", "0"),
  );

/** Every media URL that any reading call returns to this client about the project. */
async function handedTo(client: TestClient, place: SamplePlace): Promise<string[]> {
  const found = new Set<string>();
  for (const [route, endpoint] of Object.entries(api) as [Route, Endpoint][]) {
    if (!route.startsWith("GET ") || endpoint.download !== undefined) continue;
    // A link of a crew is a key of its own, which does not end with a member: by-link.test.ts.
    if (route.startsWith("GET /api/answers/")) continue;
    const sample = samples.get(route)?.(place) ?? {};
    const { status, body } = await callSample(client, route, sample);
    if (status === 200) for (const address of addressesIn(body)) found.add(address);
  }
  return [...found];
}

/** Stores a file for a URL, unless there is one. */
async function fill(address: string): Promise<void> {
  const [, , first = "", ...rest] = address.split("/");
  const key = first === "films" ? filmKey(rest[1] ?? "", rest.slice(2).join("/")) : rest.join("/");
  const path = join(app.dataDir, "media/objects", key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "0123456789", { flag: "wx" }).catch(() => undefined);
}

const ask = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, app.origin), { headers });

/** The URLs that open a file now; conditional requests must not reveal anything about the others. */
async function opened(addresses: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  for (const address of addresses) {
    const { status } = await ask(address);
    if (status === 200) open.push(address);
    else
      for (const headers of [{ "if-none-match": "*" }, { range: "bytes=0-1" }])
        expect((await ask(address, headers)).status, address).toBe(status);
  }
  return open;
}

/** The content of a URL, without its signature. */
const shownBy = (address: string) => address.replace(/^\/media\/(films\/|cctv\/|live\/)?[^/]+\//, "$1");
/**
 * Avatars are visible to every signed-in user; URLs of cameras, channels and invoices expire by themselves after ten
 * minutes.
 */
const isOfPlace = (address: string) =>
  !address.includes(keyOf("face")) &&
  !address.includes(keyOf("banner")) &&
  !/^\/media\/(?:cctv|live|invoices)\//.test(address);

async function taken(client: TestClient, place: SamplePlace): Promise<string[]> {
  const addresses = (await handedTo(client, place)).filter(isOfPlace);
  for (const address of addresses) await fill(address);
  expect((await opened(addresses)).toSorted(), "all of them open at first").toEqual(addresses.toSorted());
  return addresses;
}

describe("every media URL that a member received", () => {
  it("ends within ten minutes after their removal, and still opens for remaining members", async () => {
    const place = await hidePlace(app, await illustrated());
    // The same video and still exist in other projects, too: if public there, they would stay visible.
    for (const table of ["videos", "cameras"] as const)
      await app.database.db.updateTable(table).set({ is_public: false }).execute();
    const leaver = await app.user();
    await app.join(place.id_project, leaver, "manager");
    const client = await app.as(leaver);
    const [his, owners] = [await taken(client, place), await taken(world.other.client, place)];
    const kinds = new Set(his.map((address) => shownBy(address).replaceAll(/[0-9a-f]{16,64}/g, "…")));
    for (const kind of ["pictures/…", "plans/…", "films/…", "portraits/", "recordings/"])
      expect(
        [...kinds].some((one) => one.replace(/\/[0-9a-f]{2}\//, "/").startsWith(kind)),
        kind,
      ).toBe(true);
    for (const name of portraits.slice(2))
      expect(
        his.some((address) => address.endsWith(keyOf(name))),
        name,
      ).toBe(true);
    await world.other.client.call("DELETE /api/team-members/remove-team-member", {
      body: { id_project: place.id_project, id_user: leaver.id },
    });
    inMinutes(10);
    expect(await opened(his)).toEqual([]);
    expect(await opened(owners)).toEqual(owners);
  });

  it("ends with a password change: anyone else who holds them loses access", async () => {
    const place = await hidePlace(app, await illustrated());
    const person = await app.user();
    await app.join(place.id_project, person, "viewer");
    const addresses = await taken(await app.as(person), place);
    expect(addresses.length).toBeGreaterThan(10);
    await sql`update users set password_hash = 'another' where id = ${person.id}`.execute(app.database.db);
    inMinutes(10);
    expect(await opened(addresses)).toEqual([]);
  });
});

describe("media URLs of one visit", () => {
  const seenBy = async (client: TestClient, code: string) =>
    addressesIn(await client.call("GET /api/viewer-visit", { query: { code } }));

  it("are the same the next day, so that a browser downloads nothing twice; other users get others", async () => {
    const place = await illustrated();
    const [guest, member] = [app.guest(), world.other.client];
    const before = [await seenBy(guest, place.code), await seenBy(member, place.code)] as const;
    inMinutes(24 * 60);
    expect([await seenBy(app.guest(), place.code), await seenBy(member, place.code)]).toEqual(before);
    expect(before[0].filter((address) => before[1].includes(address))).toEqual([]);
    // The worker's cache key for them is identical.
    expect(before[0].map(contentOf)).toEqual(before[1].map(contentOf));
  });
});

describe("every media URL that a guest received", () => {
  const codes = ["GET /api/viewer-visit", "GET /api/video-player", "GET /api/cctv-player"] as const;
  const cases: readonly (readonly [string, (place: SamplePlace) => Promise<unknown>])[] = [
    ["made private", (place) => hidePlace(app, place)],
    [
      "given another password",
      async ({ id_visit, id_video, id_camera }) => {
        const { db } = app.database;
        await sql`update visits set share_password_hash = 'another' where id = ${id_visit}`.execute(db);
        await sql`update videos set is_protected = true, password_hash = 'another' where id = ${id_video}`.execute(
          db,
        );
        await sql`update cameras set is_protected = true, protection_hash = 'another' where id = ${id_camera}`.execute(
          db,
        );
      },
    ],
    [
      "closed with the project",
      ({ id_project }) =>
        world.clients.super_admin.call("PUT /api/projects/deactivate/{id}", { params: { id: id_project } }),
    ],
  ];

  it.each(cases)("through links ends when the target is %s", async (_, close) => {
    const place = await illustrated();
    const guest = app.guest();
    const found = new Set<string>();
    for (const route of [...codes, "GET /api/viewer-room-pois", "GET /api/viewer-timeline"] as const)
      for (const address of addressesIn(
        (await callSample(guest, route, samples.get(route)?.(place) ?? {})).body,
      ))
        found.add(address);
    const addresses = [...found].filter(isOfPlace);
    for (const address of addresses) await fill(address);
    expect(await opened(addresses), "all of them open at first").toEqual(addresses);
    for (const kind of ["pictures/", "plans/", "films/", keyOf("told"), keyOf("camera")])
      expect(
        addresses.some((address) => address.includes(kind)),
        kind,
      ).toBe(true);
    for (const address of addresses)
      expect((await ask(address)).headers.get("cache-control"), address).not.toContain("public");
    await close(place);
    inMinutes(10);
    expect(await opened(addresses)).toEqual([]);
  });

  it("through the page of a public project ends when the project is made private", async () => {
    const place = await illustrated();
    await app.database.db
      .updateTable("projects")
      .set({ is_public: true })
      .where("id", "=", place.id_project)
      .execute();
    const query = { project_code: place.code_project };
    const page = await app.guest().call("GET /api/showcase", { query });
    const addresses = addressesIn(page).filter(isOfPlace);
    for (const address of addresses) await fill(address);
    const ofVisits = addresses.filter((address) => !address.includes(keyOf("video")));
    expect(ofVisits.length).toBeGreaterThan(1);
    expect(await opened(addresses)).toEqual(addresses);
    await world.other.client.call("PUT /api/projects/{id}", {
      params: { id: place.id_project },
      body: { is_public: false },
    });
    inMinutes(10);
    expect((await opened(ofVisits)).map(shownBy)).toEqual([]);
  });
});
