import { sql } from "kysely";
import type { WalkFilms } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { visitChanged } from "../visits/visits.events.ts";
import type { BindingsRepository, ListedRoom } from "./bindings.repository.ts";
import { counterpartOf } from "./bindings-nearness.ts";
import { inWalk } from "./match-states.ts";
import { nearestTo } from "./matches-read.ts";
import "../visits/tables.ts";
import "./tables.ts";

export interface ComparisonsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly bindings: BindingsRepository;
  readonly walkFilms: Pick<WalkFilms, "comparePhotos">;
}

/** Rooms of a batch, whose results are stored together: a minute or two, and the other photos are read once for it. */
const BATCH = 40;
/** Photos that each room is compared with, 30 ms each: those around the same part of the other visit. */
const OTHERS = 60;
/** Results that are kept of each room. */
const KEPT = 3;

/**
 * Compares photos of a visit with those of the visit before it, else after it: of rooms without a position on a floor
 * plan and without a match, which nothing but a camera's file number names.
 */
export function createPhotoComparisons(options: ComparisonsOptions) {
  const { db, bus, walkFilms } = options;
  /** The job. Each batch is stored as it is finished: an interrupted job continues after it. */
  return async (visitId: number, signal: AbortSignal): Promise<void> => {
    const work = await workOf(options, visitId);
    if (work === undefined) return;
    const { id_project, id_visit, rooms, others, count } = work;
    for (let at = 0; at < rooms.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = rooms.slice(at, at + BATCH);
      const beside = around(others, ((batch[0]?.at ?? 0) + batch.length / 2) / count);
      const named = ({ room }: Pick<Pending, "room">) => ({
        id: String(room.id_room),
        sha256: room.picture_sha256,
      });
      const alike = await walkFilms.comparePhotos(
        { photos: batch.map(named), others: beside.map((room) => named({ room })) },
        signal,
      );
      await db.transaction().execute(async (trx) => {
        for (const { room } of batch) {
          const found = alike
            .filter(({ photo }) => photo === String(room.id_room))
            .slice(0, KEPT)
            .map(({ other, confidence }) => ({ id_room: Number(other), confidence }));
          // The room, its photo or the other visit may be gone by now.
          await sql`
            insert into photo_comparisons (id_room, id_visit, picture_sha256, alike)
            select r.id, v.id, r.picture_sha256, ${JSON.stringify(found)}::jsonb from rooms r, visits v
            where r.id = ${room.id_room} and r.picture_sha256 = ${room.picture_sha256} and v.id = ${id_visit}
            on conflict (id_room) do update set id_visit = excluded.id_visit,
              picture_sha256 = excluded.picture_sha256, alike = excluded.alike`.execute(trx);
        }
        if (alike.length > 0) await bus.emit(trx, visitChanged, { id_project, id_visit: visitId });
      });
    }
  };
}

interface Pending {
  readonly room: ListedRoom;
  /** Index in the walking order. */
  readonly at: number;
}

/** Rooms that are still to be compared, and those of the other visit; undefined without one. */
async function workOf({ db, bindings }: ComparisonsOptions, visitId: number) {
  const visit = await db
    .selectFrom("visits")
    .select(["id_project", "visit_date"])
    .where("id", "=", visitId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (visit === undefined) return undefined;
  const { id_project } = visit;
  const known = await bindings.matchable(id_project, visitId);
  const other = nearestTo(
    visit,
    known.filter(({ id, room_count }) => id !== visitId && room_count > 0),
  );
  if (other === undefined) return undefined;
  const [listed, whole, done] = await Promise.all([
    bindings.ofVisits([visitId, other.id]),
    wholeIn(db, [visitId, other.id]),
    comparedIn(db, visitId, other.id),
  ]);
  const family = inWalk(listed.filter(({ id_visit }) => id_visit === visitId));
  const others = inWalk(listed.filter(({ id_visit }) => id_visit === other.id));
  const isWhole = ({ id_room }: ListedRoom) => whole.has(id_room);
  const rooms = family
    .map((room, at): Pending => ({ room, at }))
    .filter(
      ({ room }) =>
        isWhole(room) &&
        room.id_sheet === null &&
        !done.has(room.id_room) &&
        !room.denied.includes(other.id) &&
        counterpartOf(room, family, others) === undefined,
    );
  return { id_project, id_visit: other.id, rooms, others: others.filter(isWhole), count: family.length };
}

/** Rooms with a processed photo that shows all around. */
async function wholeIn(db: Database, visits: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select r.id from rooms r join pictures c on c.sha256 = r.picture_sha256
    where r.id_visit = any (${visits}::bigint[]) and c.state = 'ready' and c.area is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Rooms whose present photo was compared with this visit. */
async function comparedIn(db: Database, visitId: number, otherId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select r.id from rooms r join photo_comparisons p on p.id_room = r.id and p.picture_sha256 = r.picture_sha256
    where r.id_visit = ${visitId} and p.id_visit = ${otherId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The rooms around this share of the other visit's walk. */
function around(others: readonly ListedRoom[], share: number): readonly ListedRoom[] {
  const first = Math.round(share * others.length - OTHERS / 2);
  const from = Math.max(0, Math.min(first, others.length - OTHERS));
  return others.slice(from, from + OTHERS);
}
