import type { z } from "zod";
import { coverageLimits } from "#contract/coverage.limits.ts";
import type { coverageApi } from "#contract/coverage.ts";
import { groupSpots } from "#server/domains/media/spot-codes/spots.ts";
import { plainName } from "#server/domains/media/tour/bindings-nearness.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { dayAt, isTimeZone } from "#server/platform/site-time.ts";
import { coverageChanged } from "./coverage.events.ts";
import {
  lockCoverage,
  type ProjectPhoto,
  photosOf,
  planOf,
  type SpotRow,
  setTimeZone,
  sheetsOf,
  spotsOf,
} from "./coverage.repository.ts";
import { type Acting, activityOf, type CoverageWrites, onProject, refused } from "./coverage.writes.ts";
import { SpotIndex } from "./seen-spots.ts";

export type AddBody = z.output<(typeof coverageApi)["POST /api/projects/{id}/coverage/spots"]["body"]>;

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
  index: SpotIndex<SpotRow>,
): ProjectPhoto[] {
  const groups = groupSpots(photos.map((photo) => ({ ...photo, denied: [], id_code: null })));
  const groupOf = new Map(
    groups.flatMap((group) => group.rooms.map(({ id_room }) => [id_room, group] as const)),
  );
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
    // A project whose zone was never set takes that of the browser that begins its plan.
    const isUnset = isNew && plan.time_zone === "UTC";
    const time_zone = isUnset ? (body.time_zone ?? plan.time_zone) : plan.time_zone;
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
    if (isNew) await trx.insertInto("coverage_plans").values({ id_project: subject.id }).execute();
    if (time_zone !== plan.time_zone) await setTimeZone(trx, subject.id, time_zone);
    await recordActivity(trx, {
      ...activityOf(acting, "coverage.added"),
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
