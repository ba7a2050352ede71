import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import { createMaking, type MakingOptions } from "./making.ts";
import { createReading } from "./reading.ts";
import { insertSheet, insertWalk } from "./walks.fixture.ts";

let app: TestApp;
let owner: TestClient;
let userId: number;
let project: { id: number };

beforeAll(async () => {
  // Without jobs: the attempts are made here.
  app = await testApp({ environment: { ROLE: "web" } });
  const user = await app.user({ role: "administrator" });
  userId = user.id;
  owner = await app.as(user);
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
});
afterAll(() => app.close());

const bus = { emit: async () => undefined };
const notices = { notify: async () => undefined } as unknown as MakingOptions["notices"];
const localFile = async () => ({ path: "/walk.mp4", release: async () => undefined });
const walkRow = (id: number) =>
  app.database.db
    .selectFrom("walks")
    .select(["state", "problem", "pieces", "reader"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

it("keeps the reader's state of a walk that is stopped while a piece is read", async () => {
  const { db } = app.database;
  const visit = await siteDates(db, project.id).visit();
  const id = await insertWalk(app, visit.id, { state: "reading", seconds: 40 });
  await db
    .updateTable("walks")
    .set({ pieces: 1, reader: "walks/read/1/reader-0" })
    .where("id", "=", id)
    .execute();
  const dropFile = vi.fn<(key: string) => Promise<void>>(async () => undefined);
  const readPiece = async () => {
    await db.updateTable("walks").set({ state: "stopped" }).where("id", "=", id).execute();
    return { reader: "walks/read/1/reader-1", preview: null, path: null };
  };
  const walkFilms = { readPiece, alignWithPictures: async () => [] };
  const reading = createReading({ db, bus, notices, archive: { localFile, dropFile }, walkFilms });
  await reading.read(id, new AbortController().signal);
  expect(dropFile).not.toHaveBeenCalled();
  expect(await walkRow(id)).toMatchObject({ state: "stopped", pieces: 1, reader: "walks/read/1/reader-0" });
});

it("makes a room once when two attempts make it at the same time, and reports no problem", async () => {
  const { db } = app.database;
  const site = siteDates(db, project.id);
  const visit = await site.visit();
  const room = await site.room(visit.id, { name: "Hall" });
  const id = await insertWalk(app, visit.id);
  const id_sheet = await insertSheet(app, project.id);
  await db.updateTable("walks").set({ state: "making", id_maker: userId }).where("id", "=", id).execute();
  await db
    .insertInto("walk_rooms")
    .values({ id_walk: id, picture: 1, at_second: 1, name: "Hall", id_sheet, x: 0.2, y: 0.2, heading: 0 })
    .execute();
  const addWalkRoom: MakingOptions["addWalkRoom"] = async (_visit, _file, _name, _by, alongside) => {
    // The other attempt was first.
    await db
      .updateTable("walk_rooms")
      .set({ is_made: true, id_room: room })
      .where("id_walk", "=", id)
      .execute();
    await db.transaction().execute((trx) => alongside(trx, room));
    return room;
  };
  const making = createMaking({
    db,
    bus,
    notices,
    archive: { localFile },
    walkFilms: { withPicture: async (_order, withFile) => withFile(import.meta.filename) },
    currentUser: { find: async () => ({ id: userId, role: "administrator" }) as never },
    addWalkRoom,
  });
  await making.make(id, new AbortController().signal);
  expect(await walkRow(id)).toMatchObject({ state: "making", problem: null });
  const position = await db
    .selectFrom("room_positions")
    .select("id_room")
    .where("id_room", "=", room)
    .execute();
  expect(position).toEqual([]);
});
