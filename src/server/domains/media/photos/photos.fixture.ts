import { randomBytes } from "node:crypto";
import sharp, { type Exif } from "sharp";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Photo } from "#contract/photos.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";

/** The instant at which the product's clock stands, in milliseconds. */
export const photoNow = Date.parse("2026-06-01T08:00:00Z");

interface World {
  readonly app: TestApp;
  readonly owner: TestClient;
  readonly editor: TestClient;
  readonly viewer: TestClient;
  /** Owns projects elsewhere. */
  readonly stranger: TestClient;
  readonly people: Readonly<Record<"owner" | "editor" | "viewer", { id: number }>>;
  /** "Palm Court", new for each test. */
  readonly id_project: number;
  readonly site: ReturnType<typeof siteDates>;
}

/** A small JPEG that no other photo equals. */
export const jpeg = (exif?: Exif, orientation?: number): Promise<Buffer> => {
  const [r, g, b] = randomBytes(3);
  const plain = sharp({
    create: { width: 90, height: 60, channels: 3, background: { r: r ?? 0, g: g ?? 0, b: b ?? 0 } },
  }).jpeg();
  const described = exif === undefined ? plain : plain.withExif(exif);
  return (orientation === undefined ? described : described.withMetadata({ orientation })).toBuffer();
};

interface Sending {
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly by?: TestClient;
  readonly fields?: Record<string, string>;
}

/** An owner's project with an editor and a viewer, and the calls of photos; opened and closed with the file. */
export function photosWorld() {
  let world: World;

  beforeAll(async () => {
    const app = await testApp({ clock: { now: () => new Date(photoNow) }, environment: { ROLE: "web" } });
    const people = {
      owner: await app.user({ role: "administrator" }),
      editor: await app.user(),
      viewer: await app.user(),
    };
    world = {
      app,
      people,
      owner: await app.as(people.owner),
      editor: await app.as(people.editor),
      viewer: await app.as(people.viewer),
      stranger: await app.as(await app.user({ role: "administrator" })),
      id_project: 0,
      site: siteDates(app.database.db, 0),
    };
  });
  afterAll(() => world.app.close());

  beforeEach(async () => {
    const { app, owner, people } = world;
    await app.database.db.deleteFrom("projects").execute();
    const { id } = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
    await app.join(id, people.editor, "editor");
    await app.join(id, people.viewer, "viewer");
    world = { ...world, id_project: id, site: siteDates(app.database.db, id) };
  });

  async function send({ bytes, name = "formwork.jpg", by, fields = {} }: Sending = {}): Promise<RawReply> {
    const file = { name, bytes: bytes ?? (await jpeg()) };
    const params = { id: world.id_project };
    return (by ?? world.editor).upload("POST /api/projects/{id}/photos", fields, { file }, { params });
  }
  const list = (query: object = {}, by = world.viewer) =>
    by.call("GET /api/projects/{id}/photos", { params: { id: world.id_project }, query });

  return {
    get is() {
      return world;
    },
    send,
    async add(sending: Sending = {}): Promise<Photo> {
      const { status, body } = await send(sending);
      if (status !== 201) throw new Error(`The photo was refused with ${status}: ${JSON.stringify(body)}`);
      return (body as { data: Photo }).data;
    },
    list,
    ids: async (query: object = {}) => (await list(query)).items.map(({ id }) => id),
    one: (id: number, by = world.editor) => by.call("GET /api/photos/{id}", { params: { id } }),
    put: (id: number, body: object, by = world.editor) =>
      by.call("PUT /api/photos/{id}", { params: { id }, body }),
    refusedPut: (id: number, body: object, by = world.editor) =>
      by.refused("PUT /api/photos/{id}", { params: { id }, body }),
    bin: (id: number, by = world.editor) => by.call("DELETE /api/photos/{id}", { params: { id } }),
    found: async (q: string, by = world.viewer) =>
      (await by.call("POST /api/search/global", { body: { q } })).items.filter(
        ({ type }) => type === "photo",
      ),
    get: (address: string, by: TestClient = world.viewer) =>
      fetch(new URL(address, world.app.origin), { headers: { cookie: by.cookie() } }),
  };
}
