import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newCode } from "#server/platform/code.ts";
import { AppError } from "#server/platform/errors.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { createChecks } from "./checks.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("checks all cameras, writes unchanged ones together, and notifies of those that went or came back", async () => {
  const { db } = database;
  const { rows: projects } = await sql<{ id: number }>`
    insert into projects (code, name, year) values ('quayquayquay', 'Quay', 2026) returning id`.execute(db);
  const id_project = projects[0]?.id ?? 0;
  const now = new Date("2031-01-01T10:20:00Z");
  const moods = new Map<string, "up" | "down">();
  const told: string[] = [];
  const changed: number[] = [];
  const checks = createChecks({
    db,
    bus: {
      emit: (_trx: unknown, _event: unknown, data: { id_camera: number }) => {
        changed.push(data.id_camera);
        return Promise.resolve();
      },
    } as unknown as Parameters<typeof createChecks>[0]["bus"],
    clock: { now: () => now },
    notices: {
      notify: (_trx, { sort, values }) => {
        told.push(`${typeof sort === "string" ? sort : sort.name} ${values?.["camera"]}`);
        return Promise.resolve();
      },
    },
    cameras: {
      look: ({ url }) =>
        moods.get(url) === "up"
          ? Promise.resolve({ width: 1280, height: 720, codec: "avc1.64001f" })
          : Promise.reject(new AppError("CAMERA_SILENT")),
    },
    sourceIn: (sealed) => ({ url: sealed, username: "", password: "" }),
  });
  const add = async (name: string, mood: "up" | "down", state: object) => {
    moods.set(name, mood);
    const { id } = await db
      .insertInto("cameras")
      .values({ code: newCode(), id_project, id_user: null, name, kind: "hls", source: name, ...state })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const silent = "CAMERA_SILENT";
  const ids = {
    steady: await add("Steady", "up", { state: "up", missed: 0 }),
    known: await add("Known", "down", { state: "down", problem: silent, missed: 7, is_alerted: true }),
    going: await add("Going", "down", { state: "down", problem: silent, missed: 2, alert_after: 3 }),
    back: await add("Back", "up", { state: "down", problem: silent, missed: 9, is_alerted: true }),
    fresh: await add("Fresh", "up", { state: "unknown" }),
  };
  await checks.checkAll(new AbortController().signal);
  const rows = await db
    .selectFrom("cameras as c")
    .innerJoin("camera_hours as h", "h.id_camera", "c.id")
    .select(["c.name", "c.state", "c.missed", "c.is_alerted", "c.checked_at", "h.checks", "h.up"])
    .where("c.id", "in", Object.values(ids))
    .orderBy("c.id")
    .execute();
  expect(rows.map((row) => [row.name, row.state, row.missed, row.is_alerted, row.checks, row.up])).toEqual([
    ["Steady", "up", 0, false, 1, 1],
    ["Known", "down", 8, true, 1, 0],
    ["Going", "down", 3, true, 1, 0],
    ["Back", "up", 0, false, 1, 1],
    ["Fresh", "up", 0, false, 1, 1],
  ]);
  expect(rows.map(({ checked_at }) => checked_at)).toEqual(rows.map(() => now));
  expect(told.toSorted()).toEqual(["camera_back Back", "camera_gone Going"]);
  expect(changed.toSorted((a, b) => a - b)).toEqual([ids.back, ids.fresh]);
});
