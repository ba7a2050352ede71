import { setTimeout as sleep } from "node:timers/promises";
import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { CameraSource, Cameras, PictureFacts } from "#server/cameras/index.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { membersOf } from "#server/domains/sites/projects/members.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { paced } from "#server/platform/paced.ts";
import { cameraChanged } from "./cctv.events.ts";
import type { CamerasTable } from "./tables.ts";

export type CameraRow = Selectable<CamerasTable>;

export interface ChecksOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly cameras: Pick<Cameras, "look">;
  readonly sourceIn: (sealed: string) => CameraSource | null;
}

/** Result of a camera check. */
export interface Looked {
  readonly facts: PictureFacts | null;
  /** Error code. */
  readonly problem: string | null;
  /** Set from the codec's name where its video cannot be played. */
  readonly codec: string | null;
  readonly milliseconds: number;
}

const AT_A_TIME = 16;
/** Results written in one statement. */
const TOGETHER = 100;
/**
 * Share of the time in which results are written: of thousands of cameras that fail at once, 16 batches would be. With
 * a quarter, 20,000 of them would take longer than until the next check.
 */
const WRITING = 0.5;

interface Result {
  readonly id: number;
  readonly source: string;
  readonly looked: Looked;
}

/** Checks whether pictures arrive, counted by hour, and notifies the project when they stop. */
export function createChecks({ db, bus, clock, notices, cameras, sourceIn }: ChecksOptions) {
  const look = (source: CameraSource | null, id?: number) => lookAt(cameras, source, id);

  async function settle(id: number, source: string, { problem }: Looked): Promise<void> {
    const at = clock.now();
    const isUp = problem === null;
    await db.transaction().execute(async (trx) => {
      const camera = await trx
        .selectFrom("cameras")
        .selectAll()
        .where("id", "=", id)
        // A result for an address that has changed meanwhile is dropped.
        .where("source", "=", source)
        .forUpdate()
        .executeTakeFirst();
      if (camera === undefined) return;
      const state = stateOf(problem);
      const missed = isUp ? 0 : camera.missed + 1;
      const isGone = state === "down" && !camera.is_alerted && missed >= camera.alert_after;
      const isBack = isUp && camera.is_alerted;
      await trx
        .updateTable("cameras")
        .set({
          state,
          problem,
          missed,
          checked_at: at,
          ...(isUp && { last_seen_at: at }),
          ...(isGone && { is_alerted: true }),
          ...(isBack && { is_alerted: false }),
        })
        .where("id", "=", id)
        .execute();
      await count(trx, id, at, isUp);
      if (isGone || isBack) await tell(trx, camera, isGone ? "camera_gone" : "camera_back");
      if (state !== camera.state || problem !== camera.problem)
        await bus.emit(trx, cameraChanged, { id_project: camera.id_project, id_camera: id });
    });
  }

  async function tell(trx: Trx, camera: CameraRow, sort: "camera_gone" | "camera_back"): Promise<void> {
    const { id, name, id_project } = camera;
    const project = await trx
      .selectFrom("projects")
      .select("name")
      .where("id", "=", id_project)
      .executeTakeFirstOrThrow();
    await notices.notify(trx, {
      to: membersOf(id_project, "cameras.edit"),
      sort,
      values: { camera: name, project: project.name },
      link: `/cameras/${id}`,
      // "It is back" replaces an unread "it is gone".
      fold: `camera ${id}`,
    });
  }

  /** Results that change neither state nor problem and cause no notification are written together, the others one by one. */
  async function settleAll(results: readonly Result[]): Promise<void> {
    const steady = await settleSteady(db, results, clock.now());
    for (const { id, source, looked } of results) if (!steady.has(id)) await settle(id, source, looked);
  }

  return {
    look,
    /** Checks now; a no-op when the camera was deleted. */
    async check(id: number): Promise<void> {
      const camera = await db
        .selectFrom("cameras")
        .select(["id", "source"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (camera === undefined) return;
      await settle(id, camera.source, await look(sourceIn(camera.source), id));
    },

    /** Checks all cameras that have not been checked for a while, except those of closed projects. */
    async checkAll(signal: AbortSignal): Promise<void> {
      const before = new Date(clock.now().getTime() - (limits.camera.checkMinutes - 1) * 60_000);
      const due = await db
        .selectFrom("cameras as t")
        .innerJoin("projects as p", "p.id", "t.id_project")
        .select(["t.id", "t.source"])
        .where("p.deleted_at", "is", null)
        .where("p.active", "=", true)
        .where("p.validated", "=", true)
        .where((or) => or.or([or("t.checked_at", "is", null), or("t.checked_at", "<", before)]))
        .orderBy(sql`t.checked_at nulls first`)
        .execute();
      const results: Result[] = [];
      const write = paced(settleAll, { share: WRITING, rest: restUntil(signal) });
      await eachOf(due, AT_A_TIME, signal, async ({ id, source }) => {
        results.push({ id, source, looked: await look(sourceIn(source), id) });
        if (results.length >= TOGETHER) await write(results.splice(0));
      });
      await settleAll(results);
    },
  };
}

/** A process that ends writes what it has, and does not rest. */
const restUntil = (signal: AbortSignal) => (milliseconds: number) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

const stateOf = (problem: string | null) =>
  problem === null ? "up" : problem === "CAMERA_FORBIDDEN" ? "refused" : "down";

/** Writes the results that change neither state nor problem and cause no notification; returns the ids of their cameras. */
async function settleSteady(
  db: Database,
  results: readonly Result[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const problems = results.map(({ looked }) => looked.problem);
  const { rows } = await sql<{ id: number }>`
    with steady as (
      update cameras c set checked_at = ${at}, last_seen_at = case when w.state = 'up' then ${at} else c.last_seen_at end,
        missed = case when w.state = 'up' then 0 else c.missed + 1 end
      from unnest(${results.map(({ id }) => id)}::bigint[], ${results.map(({ source }) => source)}::text[],
        ${problems.map(stateOf)}::text[], ${problems}::text[]) as w (id, source, state, problem)
      where c.id = w.id and c.source = w.source and c.state = w.state and c.problem is not distinct from w.problem
        and case w.state when 'up' then not c.is_alerted
          when 'down' then c.is_alerted or c.missed + 1 < c.alert_after else true end
      returning c.id, w.state = 'up' as is_up),
    counted as (
      insert into camera_hours as h (id_camera, hour, checks, up)
      select id, date_trunc('hour', ${at}::timestamptz), 1, is_up::int from steady
      on conflict (id_camera, hour) do update set checks = h.checks + 1, up = h.up + excluded.up)
    select id from steady`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function lookAt(
  cameras: ChecksOptions["cameras"],
  source: CameraSource | null,
  id?: number,
): Promise<Looked> {
  const begin = performance.now();
  const taken = () => Math.round(performance.now() - begin);
  try {
    // An address encrypted by another installation counts as no camera.
    if (source === null) throw new AppError("CAMERA_SILENT");
    const facts = await cameras.look(source, id);
    return { facts, problem: null, codec: facts.codec, milliseconds: taken() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const codec = error.values["codec"];
    return {
      facts: null,
      problem: error.code,
      codec: typeof codec === "string" ? codec : null,
      milliseconds: taken(),
    };
  }
}

/** Runs several at a time; stops with the signal. */
export async function eachOf<T>(
  list: readonly T[],
  atATime: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = list.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, list.length) }, worker));
}

async function count(trx: Trx, id: number, at: Date, isUp: boolean): Promise<void> {
  const up = isUp ? 1 : 0;
  await sql`
    insert into camera_hours as h (id_camera, hour, checks, up)
    values (${id}, date_trunc('hour', ${at}::timestamptz), 1, ${up})
    on conflict (id_camera, hour) do update set checks = h.checks + 1, up = h.up + ${up}`.execute(trx);
}

export type Checks = ReturnType<typeof createChecks>;
