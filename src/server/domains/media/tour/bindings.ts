import type { HotspotVisit, tourApi } from "#contract/tour.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import { visitChanged } from "../visits/visits.events.ts";
import type { RoomRecord, VisitRecord } from "../visits/visits.policy.ts";
import type { PictureWire } from "../visits/wire.ts";
import type { BindingsRepository, ListedRoom, OtherVisit } from "./bindings.repository.ts";
import { counterpartOf, distanceBetween, isBound, likeliestOf, plainName } from "./bindings-nearness.ts";
import { SpotBook } from "./bindings-spots.ts";

export interface BindingsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly pictures: Pick<PictureWire, "thumbnail">;
  readonly bindings: BindingsRepository;
}

type BindingRoute = Extract<keyof typeof tourApi, `${string}hotspot${"" | "-visits"}` | `${string}/bind`>;

/** Which rooms of other visits show the same spot. */
export function bindingHandlers(options: BindingsOptions): Handlers<BindingRoute> {
  const { db, bus, bindings } = options;
  const changed = async (trx: Trx, id_project: number, visits: Iterable<number>) => {
    for (const id_visit of new Set(visits)) await bus.emit(trx, visitChanged, { id_project, id_visit });
  };

  return {
    "GET /api/visits/hotspot-visits": async ({ subject, query }) => {
      if (query.project_id !== undefined && query.project_id !== subject.id_project)
        throw new AppError("NOT_FOUND");
      const visits = await bindings.otherVisits(subject.id_project, subject.id_visit);
      const all = await bindings.ofVisits([subject.id_visit, ...visits.map(({ id }) => id)]);
      const rooms = Map.groupBy(all, ({ id_visit }) => id_visit);
      const family = rooms.get(subject.id_visit) ?? [];
      const room = family.find(({ id_room }) => id_room === subject.id);
      // Without a usable picture there is nothing to compare.
      if (room === undefined) return [];
      return visits.map((visit) => listed(options, visit, room, family, rooms.get(visit.id) ?? []));
    },
    "PUT /api/visits/bind-hotspot": async ({ subject, body, user, request }) => {
      const id_target_room = await db.transaction().execute(async (trx) => {
        const { room, family, others } = await stand(trx, bindings, subject, body.id_visit);
        const target =
          body.id_target_room === undefined
            ? counterpartOf(room, family, others)
            : others.find(({ id_room }) => id_room === body.id_target_room);
        if (target === undefined) throw refused("id_target_room", "tour.no_counterpart");
        if (isBound(room, target)) return target.id_room;
        const book = new SpotBook(await bindings.spotsOf(trx, [room.id_room, target.id_room]));
        book.bind(room, target);
        await bindings.write(trx, subject.id_project, book.changes());
        await bindings.allow(trx, room, target);
        await changed(trx, subject.id_project, [room.id_visit, target.id_visit]);
        await recordActivity(trx, done(subject, user.id, request.ip));
        return target.id_room;
      });
      return { id_room: subject.id, id_visit: body.id_visit, id_target_room };
    },
    "DELETE /api/visits/unbind-hotspot": async ({ subject, body, user, request }) => {
      await db.transaction().execute(async (trx) => {
        const { room, others } = await stand(trx, bindings, subject, body.id_visit);
        const bound = others.find((other) => isBound(room, other));
        if (bound !== undefined) {
          const book = new SpotBook(await bindings.spotsOf(trx, [room.id_room]));
          book.leave(bound);
          await bindings.write(trx, subject.id_project, book.changes());
        }
        // Otherwise it would be proposed as the nearest.
        await bindings.deny(trx, room.id_room, body.id_visit);
        await changed(trx, subject.id_project, [room.id_visit, body.id_visit]);
        await recordActivity(trx, done(subject, user.id, request.ip));
      });
      return {};
    },
    "POST /api/visits/{id}/bind": async ({ subject, user, request }) =>
      db.transaction().execute(async (trx) => {
        const { bound, left, changes, visits } = await bindAll(trx, bindings, subject);
        if (changes.length === 0) return { bound, left };
        await bindings.write(trx, subject.id_project, changes);
        await changed(trx, subject.id_project, visits);
        await recordActivity(trx, {
          id_user: user.id,
          action: "visit.changed",
          subject: { kind: "visit", id: subject.id, name: subject.name },
          changed: ["spots"],
          id_project: subject.id_project,
          address: request.ip,
        });
        return { bound, left };
      }),
  };
}

const refused = (field: string, text: string) => new AppError("VALIDATION", { fields: { [field]: [text] } });

function done({ id, id_project, name }: RoomRecord, id_user: number, address: string): Activity {
  const subject = { kind: "room", id, name };
  return { id_user, action: "room.changed", subject, changed: ["spot"], id_project, address };
}

/** The room and those of another visit of its project, read under the lock of the bindings. */
async function stand(
  trx: Trx,
  bindings: BindingsRepository,
  subject: Authorized<RoomRecord>,
  visitId: number,
) {
  await bindings.lock(trx, subject.id_project);
  if (visitId === subject.id_visit) throw refused("id_visit", "tour.same_visit");
  const other = await trx
    .selectFrom("visits")
    .select("id")
    .where("id", "=", visitId)
    .where("id_project", "=", subject.id_project)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (other === undefined) throw new AppError("NOT_FOUND");
  const all = await bindings.ofVisits([subject.id_visit, visitId], trx);
  const family = all.filter(({ id_visit }) => id_visit === subject.id_visit);
  const others = all.filter(({ id_visit }) => id_visit === visitId);
  const room = family.find(({ id_room }) => id_room === subject.id);
  if (room === undefined) throw new AppError("NOT_FOUND");
  return { room, family, others };
}

function listed(
  { pictures }: Pick<BindingsOptions, "pictures">,
  visit: OtherVisit,
  room: ListedRoom,
  family: readonly ListedRoom[],
  others: readonly ListedRoom[],
): HotspotVisit {
  const bound = others.find((other) => isBound(room, other));
  const proposal = likeliestOf(room, family, others);
  const name = plainName(room.name);
  const rank = (other: ListedRoom) =>
    other === bound ? 0 : other === proposal ? 1 : distanceBetween(room, other) !== null ? 2 : 3;
  const isNamesake = (other: ListedRoom) => plainName(other.name) === name;
  const rooms = others.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (distanceBetween(room, a)?.share ?? 0) - (distanceBetween(room, b)?.share ?? 0) ||
      Number(isNamesake(b)) - Number(isNamesake(a)),
  );
  return {
    id_visit: visit.id,
    id: visit.id,
    name: visit.name,
    code: visit.code,
    visit_date: visit.visit_date.toISOString(),
    id_room: bound?.id_room ?? null,
    proposal: proposal?.id_room ?? null,
    rooms: rooms.map((other) => {
      const distance = distanceBetween(room, other);
      return {
        id_room: other.id_room,
        name: other.name,
        thumbnail: other.is_ready ? pictures.thumbnail(other.picture_sha256) : null,
        metres: distance?.metres ?? null,
        distance: distance === null || distance.metres !== null ? null : distance.share,
      };
    }),
  };
}

/** Every room of a visit with its likeliest counterparts in all others, the visits nearest in time first. */
async function bindAll(trx: Trx, bindings: BindingsRepository, visit: Authorized<VisitRecord>) {
  await bindings.lock(trx, visit.id_project);
  const known = await bindings.otherVisits(visit.id_project, visit.id);
  const away = ({ visit_date }: OtherVisit) => Math.abs(visit_date.getTime() - visit.visit_date.getTime());
  const others = known.toSorted((a, b) => away(a) - away(b));
  const all = await bindings.ofVisits([visit.id, ...others.map(({ id }) => id)], trx);
  const rooms = Map.groupBy(all, ({ id_visit }) => id_visit);
  const family = rooms.get(visit.id) ?? [];
  const book = new SpotBook(all);
  const joined = new Set<number>();
  for (const { id } of others) {
    const there = rooms.get(id) ?? [];
    for (const room of family) {
      if (there.some((other) => isBound(room, other))) continue;
      const likely = likeliestOf(room, family, there);
      if (likely !== undefined && book.join(room, likely)) joined.add(room.id_room);
    }
  }
  const left = family.filter((room) => book.spotOf(room).length < 2).length;
  const visits = new Set(
    book.changes().map(({ id_room }) => all.find((one) => one.id_room === id_room)?.id_visit ?? visit.id),
  );
  return { bound: joined.size, left, changes: book.changes(), visits };
}
