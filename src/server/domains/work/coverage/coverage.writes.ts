import { sql } from "kysely";
import type { z } from "zod";
import { coverageLimits } from "#contract/coverage.limits.ts";
import type { CoveragePlan, coverageApi } from "#contract/coverage.ts";
import { isTimeZone } from "#server/domains/media/cctv/schedule.ts";
import { groupSpots } from "#server/domains/media/spot-codes/spots.ts";
import { plainName } from "#server/domains/media/tour/bindings-nearness.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { coverageChanged } from "./coverage.events.ts";
import {
  findSpot,
  lockCoverage,
  type ProjectPhoto,
  photosOf,
  planOf,
  sheetsOf,
  spotsOf,
} from "./coverage.repository.ts";
import { dayAt } from "./coverage.state.ts";
import { SpotIndex } from "./seen-spots.ts";

export interface CoverageWrites {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
}

export interface Acting {
  readonly subject: ProjectRecord;
  readonly user: SessionUser;
  readonly address: string;
}

export const refused = (field: string, text: string) =>
  new AppError("VALIDATION", { fields: { [field]: [text] } });

/** The value of a `json` column; null stays null instead of becoming JSON. */
const json = (value: unknown): string => JSON.stringify(value);

const activity = ({ subject, user, address }: Acting, action: `coverage.${string}`) => ({
  id_user: user.id,
  action,
  id_project: subject.id,
  address,
});
const onProject = ({ subject: { id, name } }: Acting) => ({ subject: { kind: "project", id, name } });

type Calls = typeof coverageApi;
export type PlanBody = z.output<Calls["PUT /api/projects/{id}/coverage"]["body"]>;
export type AddBody = z.output<Calls["POST /api/projects/{id}/coverage/spots"]["body"]>;
export type SpotBody = z.output<Calls["PUT /api/projects/{id}/coverage/spots/{spot}"]["body"]>;

/** Changes the plan. Throws CONFLICT for an outdated version, and VALIDATION. */
export const changePlan = ({ db, bus }: CoverageWrites, acting: Acting, body: PlanBody): Promise<CoveragePlan> =>
  db.transaction().execute(async (trx) => {
    const { subject } = acting;
    await lockCoverage(trx, subject.id);
    const before = await planOf(trx, subject.id);
    const { version, ...sent } = body;
    if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
    const wanted = definedOnly(sent);
    const after = { ...before, ...wanted };
    if (!isTimeZone(after.time_zone)) throw refused("time_zone", "coverage.time_zone_unknown");
    const { rhythm, weekend } = after;
    if (rhythm.kind === "weekdays" && rhythm.weekdays.every((day) => weekend.includes(day)))
      throw refused("rhythm", "coverage.weekdays_free");
    const changed = changedNames(before, { ...wanted }).filter(
      (name) => json(before[name]) !== json(after[name]),
    );
    if (changed.length === 0 && before.version > 0) return before;
    const { is_on, pauses, time_zone, alert_days } = after;
    const values = { is_on, rhythm: json(rhythm), weekend, pauses: json(pauses), time_zone, alert_days };
    await trx
      .insertInto("coverage_plans")
      .values({ ...values, id_project: subject.id })
      .onConflict((conflict) =>
        conflict
          .column("id_project")
          .doUpdateSet({ ...values, version: before.version + 1, updated_at: sql`now()` }),
      )
      .execute();
    await recordActivity(trx, { ...activity(acting, "coverage.planned"), ...onProject(acting), changed });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
    return planOf(trx, subject.id);
  });

interface NewSpot {
  readonly name: string;
  readonly id_room: number | null;
  readonly id_sheet: number | null;
  readonly x: number | null;
  readonly y: number | null;
}

/** A name that no spot of the project has: with the floor, then with a number. */
function freeName(wanted: string, floor: string, taken: Set<string>): string {
  const short = (text: string, end = "") => `${text.slice(0, coverageLimits.name - end.length)}${end}`;
  const candidates = [short(wanted), ...(floor === "" ? [] : [short(wanted, ` (${floor.slice(0, 40)})`)])];
  const free = candidates.find((name) => !taken.has(plainName(name)));
  let name = free ?? "";
  for (let n = 2; name === ""; n += 1)
    if (!taken.has(plainName(short(wanted, ` ${n}`)))) name = short(wanted, ` ${n}`);
  taken.add(plainName(name));
  return name;
}

/** Positions of the project's rooms that the body asks for and that no spot covers yet. Rooms of others are NOT_FOUND. */
function roomsFor(
  { rooms, all }: AddBody,
  photos: readonly ProjectPhoto[],
  index: SpotIndex<Awaited<ReturnType<typeof spotsOf>>[number]>,
): ProjectPhoto[] {
  const groups = groupSpots(photos.map((photo) => ({ ...photo, denied: [], id_code: null })));
  const groupOf = new Map(groups.flatMap((group) => group.rooms.map(({ id_room }) => [id_room, group] as const)));
  const named = rooms.map((id) => groupOf.get(id));
  if (named.includes(undefined)) throw new AppError("NOT_FOUND");
  const wanted = all ? groups : [...new Set(named)].flatMap((group) => group ?? []);
  return wanted.flatMap((group) => {
    if (group.rooms.some((room) => index.shownBy(room).length > 0)) return [];
    // Its newest room, at the newest known position.
    const placed = group.rooms.find(({ id_sheet }) => id_sheet !== null);
    const [room] = group.rooms;
    if (room === undefined) return [];
    return [placed === undefined ? room : { ...room, id_sheet: placed.id_sheet, x: placed.x, y: placed.y }];
  });
}

/** Adds spots, and switches a new plan on. Returns the ids of the new ones. */
export const addSpots = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  body: AddBody,
  now: Date,
): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    const { subject, user } = acting;
    await lockCoverage(trx, subject.id);
    const [plan, known, sheets] = await Promise.all([
      planOf(trx, subject.id),
      spotsOf(trx, subject.id),
      sheetsOf(trx, subject.id),
    ]);
    const floors = new Map(sheets.map(({ id, name, floor }) => [id, floor || name]));
    const taken = new Set(known.map(({ name }) => plainName(name)));
    const isNew = plan.version === 0;
    const time_zone = isNew ? (body.time_zone ?? plan.time_zone) : plan.time_zone;
    if (!isTimeZone(time_zone)) throw refused("time_zone", "coverage.time_zone_unknown");
    const today = dayAt(now, time_zone);
    const added: NewSpot[] = [];
    for (const { name, ...position } of body.positions) {
      if (!floors.has(position.id_sheet)) throw new AppError("NOT_FOUND");
      if (taken.has(plainName(name))) throw refused("name", "coverage.name_taken");
      taken.add(plainName(name));
      added.push({ name, id_room: null, ...position });
    }
    if (body.all || body.rooms.length > 0) {
      const photos = await photosOf(trx, subject.id, { zone: time_zone, until: "9999-12-30" });
      for (const { id_room, name, id_sheet, x, y } of roomsFor(body, photos, new SpotIndex(known)))
        added.push({
          id_room,
          id_sheet,
          x,
          y,
          name: freeName(name || `#${id_room}`, floors.get(id_sheet ?? 0) ?? "", taken),
        });
    }
    if (known.length + added.length > coverageLimits.spots) throw refused("positions", "coverage.full");
    if (added.length === 0) return [];
    const ids = await insertSpots(trx, { id_project: subject.id, id_user: user.id, since: today }, added);
    if (isNew) await trx.insertInto("coverage_plans").values({ id_project: subject.id, time_zone }).execute();
    await recordActivity(trx, {
      ...activity(acting, "coverage.added"),
      ...onProject(acting),
      details: { n: String(ids.length) },
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
    return ids;
  });

async function insertSpots(
  trx: Trx,
  common: { readonly id_project: number; readonly id_user: number; readonly since: string },
  spots: readonly NewSpot[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < spots.length; at += coverageLimits.perCall) {
    const values = spots.slice(at, at + coverageLimits.perCall).map((spot) => ({ ...common, ...spot }));
    const rows = await trx.insertInto("coverage_spots").values(values).returning("id").execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Changes a spot of the project; others are NOT_FOUND. */
export const changeSpot = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  spotId: number,
  { position, rhythm, ...sent }: SpotBody,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { subject } = acting;
    await lockCoverage(trx, subject.id);
    const spots = await spotsOf(trx, subject.id);
    const spot = spots.find(({ id }) => id === spotId);
    if (spot === undefined) throw new AppError("NOT_FOUND");
    const { name } = sent;
    const isTaken = spots.some((one) => one !== spot && plainName(one.name) === plainName(name ?? spot.name));
    if (name !== undefined && isTaken) throw refused("name", "coverage.name_taken");
    if (position !== undefined) {
      const sheets = await sheetsOf(trx, subject.id);
      if (!sheets.some(({ id }) => id === position.id_sheet)) throw new AppError("NOT_FOUND");
    }
    const values = definedOnly({ ...sent, ...position });
    const changed = [
      ...changedNames({ ...spot }, values).map((field) =>
        field === "id_sheet" || field === "x" || field === "y" ? "position" : field,
      ),
      ...(rhythm !== undefined && json(rhythm) !== json(spot.rhythm) ? ["rhythm"] : []),
    ];
    if (changed.length === 0) return;
    await trx
      .updateTable("coverage_spots")
      .set({ ...values, ...(rhythm !== undefined && { rhythm: rhythm === null ? null : json(rhythm) }) })
      .where("id", "=", spotId)
      .execute();
    await recordActivity(trx, {
      ...activity(acting, "coverage.changed"),
      subject: { kind: "coverage", id: spotId, name: name ?? spot.name },
      changed: [...new Set(changed)],
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
  });

/** Removes spots of the project; others are NOT_FOUND. */
export const removeSpots = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  spots: readonly number[],
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { subject } = acting;
    const ids = [...new Set(spots)];
    await lockCoverage(trx, subject.id);
    const removed = await trx
      .deleteFrom("coverage_spots")
      .where("id_project", "=", subject.id)
      .where("id", "in", ids)
      .returning("id")
      .execute();
    if (removed.length < ids.length) throw new AppError("NOT_FOUND");
    await recordActivity(trx, {
      ...activity(acting, "coverage.removed"),
      ...onProject(acting),
      details: { n: String(removed.length) },
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
    return removed.length;
  });

/** Skips a spot on the project's current day, or undoes that; a repeated call changes nothing. */
export const skipSpot = (
  { db, bus }: CoverageWrites,
  acting: Acting,
  spotId: number,
  { now, reason }: { readonly now: Date; readonly reason: string | null },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { subject, user } = acting;
    const spot = await findSpot(trx, subject.id, spotId);
    if (spot === undefined) throw new AppError("NOT_FOUND");
    const day = dayAt(now, (await planOf(trx, subject.id)).time_zone);
    const changed =
      reason === null
        ? await trx
            .deleteFrom("coverage_skips")
            .where("id_spot", "=", spotId)
            .where(sql<boolean>`day = ${day}::date`)
            .returning("id")
            .execute()
        : await trx
            .insertInto("coverage_skips")
            .values({ id_spot: spotId, day, reason, id_user: user.id, created_at: now })
            .onConflict((conflict) => conflict.doNothing())
            .returning("id")
            .execute();
    if (changed.length === 0) return;
    await recordActivity(trx, {
      ...activity(acting, reason === null ? "coverage.unskipped" : "coverage.skipped"),
      subject: { kind: "coverage", id: spot.id, name: spot.name },
    });
    await bus.emit(trx, coverageChanged, { id_project: subject.id });
  });
