import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import type { Snag, SnagPhoto } from "#contract/snags.ts";
import { buildTeam, type Person, type TestTeam } from "#server/domains/sites/team/team.fixture.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply } from "#test/client.ts";

export { bell, empty, type Person, person } from "#server/domains/sites/team/team.fixture.ts";

interface World extends TestTeam {
  readonly app: TestApp;
  readonly id_visit: number;
  /** "Hall" and "Kitchen" of the visit. */
  readonly id_room: number;
  readonly id_kitchen: number;
  readonly id_sheet: number;
}

/** A project with a team, a visit of two rooms and a floor plan; opened and closed with the file. */
export function snagsWorld(
  options: { clock?: Clock; environment?: Record<string, string>; rateFactor?: number } = {},
) {
  let world: World;
  beforeAll(async () => {
    const { clock, environment, rateFactor } = options;
    const app = await testApp({
      environment: { ROLE: "web", ...environment },
      ...(clock && { clock }),
      ...(rateFactor !== undefined && { rateFactor }),
    });
    const team = await buildTeam(app);
    const place = await walk(app, team.id_project);
    const { id: id_sheet } = await team.owner.client.call("POST /api/maps", {
      body: { id_project: team.id_project, name: "Ground floor" },
    });
    world = { app, ...team, ...place, id_sheet };
  });
  afterAll(() => world.app.close());

  const db = () => world.app.database.db;
  return {
    get is() {
      return world;
    },
    /** A snag in the hall, pinned by the owner unless another user is given. */
    pin: (body: Record<string, unknown> = {}, by: Person = world.owner): Promise<Snag> =>
      by.client.call("POST /api/annotations", {
        body: { id_visit: world.id_visit, title: "Cracked tile", ...body },
      }),
    get: (id: number, by: Person = world.owner): Promise<Snag> =>
      by.client.call("GET /api/annotations/{id}", { params: { id } }),
    put: (id: number, body: Record<string, unknown>, by: Person = world.owner): Promise<Snag> =>
      by.client.call("PUT /api/annotations/{id}", { params: { id }, body }),
    refusedPut: (id: number, body: Record<string, unknown>, by: Person = world.owner) =>
      by.client.refused("PUT /api/annotations/{id}", { params: { id }, body }),
    list: (query: Record<string, unknown> = {}, by: Person = world.owner) =>
      by.client.call("GET /api/annotations", { query }),
    steps: (id: number, by: Person = world.owner) =>
      by.client.call("GET /api/annotations/{id}/history", { params: { id } }),
    /** Another visit of the project, or of another, with the same two rooms. */
    walk: (projectId = world.id_project) => walk(world.app, projectId),
    /** Withholds grants from a member, without a notification. */
    withhold: (who: { id: number }, withheld: readonly ("snags.view" | "snags.own" | "visits.view")[]) =>
      db().updateTable("project_members").set({ withheld }).where("id_user", "=", who.id).execute(),
    async member(role: "editor" | "viewer" | "trade" | "manager"): Promise<Person> {
      return world.member(role);
    },
    /** Uploads a plain picture for a snag to come, by the owner. @returns its name */
    async addPhoto(background = "#a63"): Promise<string> {
      const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
        .png()
        .toBuffer();
      const reply = await world.owner.client.upload(
        "POST /api/annotations/file",
        { id_visit: String(world.id_visit) },
        { file: { name: "a.png", bytes } },
      );
      return (reply.body as { data: SnagPhoto }).data.filename;
    },
    /** The picture in the response to an upload. */
    photoOf: (reply: RawReply): SnagPhoto => (reply.body as { data: SnagPhoto }).data,
    snagOf: (reply: RawReply): Snag => (reply.body as { data: Snag }).data,
  };
}

/** Written straight into the database: these tests do not cover uploads. */
async function walk({ database: { db } }: TestApp, id_project: number) {
  const picture_sha256 = randomBytes(32).toString("hex");
  await db
    .insertInto("pictures")
    .values({
      sha256: picture_sha256,
      bytes: 1000,
      width: 3840,
      height: 1920,
      state: "ready",
      problem: null,
      captured_at: null,
      north: null,
      levels: "[]",
      previewed_at: new Date(),
      ready_at: new Date(),
    })
    .execute();
  const visit = await db
    .insertInto("visits")
    .values({
      code: newCode(),
      id_project,
      id_user: null,
      name: "Week 9",
      description: "",
      visit_date: new Date("2026-03-01T08:00:00Z"),
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rooms = await db
    .insertInto("rooms")
    .values(
      ["Hall", "Kitchen"].map((name, position) => ({
        id_visit: visit.id,
        name,
        position,
        file_name: `${name}.jpg`,
        picture_sha256,
      })),
    )
    .returning("id")
    .execute();
  return { id_visit: visit.id, id_room: rooms[0]?.id ?? 0, id_kitchen: rooms[1]?.id ?? 0 };
}
