import type { MatchUndo, tourApi } from "#contract/tour.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { CallContext, Handlers } from "#server/platform/http/module.ts";
import { visitChanged } from "../visits/visits.events.ts";
import type { BindingsRepository, ListedRoom } from "./bindings.repository.ts";
import { SpotBook } from "./bindings-spots.ts";
import { type MatchesOptions, matchesReader } from "./matches-read.ts";

type MatchRoute = Extract<keyof typeof tourApi, `${string}/matches${string}`>;
type Step = Pick<CallContext<"PUT /api/visits/{id}/matches">, "subject" | "user" | "request">;

/** Matches many rooms of a visit with those of another one, by a user. */
export function matchHandlers(options: MatchesOptions): Handlers<MatchRoute> {
  const { db, bus, bindings } = options;
  const finish = async (trx: Trx, { subject, user, request }: Step, visits: Iterable<number>) => {
    const { id, id_project, name } = subject;
    for (const id_visit of new Set([id, ...visits]))
      await bus.emit(trx, visitChanged, { id_project, id_visit });
    await recordActivity(trx, {
      id_user: user.id,
      action: "visit.changed",
      subject: { kind: "visit", id, name },
      changed: ["spots"],
      id_project,
      address: request.ip,
    });
  };

  return {
    "GET /api/visits/{id}/matches": matchesReader(options),
    "PUT /api/visits/{id}/matches": async ({ subject, body, user, request }) => {
      const { id_visit } = body;
      if (id_visit === subject.id) throw refused("id_visit", "tour.same_visit");
      return db.transaction().execute(async (trx) => {
        await bindings.lock(trx, subject.id_project);
        const decisions = await decisionsIn(trx, bindings, subject, body);
        const touched = decisions.flatMap(({ room, target }) => (target ? [room, target] : [room]));
        const affected = await bindings.spotsOf(
          trx,
          touched.map(({ id_room }) => id_room),
        );
        const book = new SpotBook(affected);
        const undo: MatchUndo = { spots: spotsBefore(affected), denied: [], allowed: [] };
        for (const { room, target } of decisions) {
          if (target !== null) {
            undo.allowed.push(...saidAgainst(room, target));
            book.bind(room, target);
            await bindings.allow(trx, room, target);
            continue;
          }
          const bound = book.spotOf(room).find((one) => one.id_visit === id_visit);
          if (bound !== undefined) book.leave(bound);
          if (!room.denied.includes(id_visit)) undo.denied.push({ id_room: room.id_room, id_visit });
          await bindings.deny(trx, room.id_room, id_visit);
        }
        await bindings.write(trx, subject.id_project, book.changes());
        await finish(
          trx,
          { subject, user, request },
          affected.map((room) => room.id_visit),
        );
        const same = decisions.filter(({ target }) => target !== null).length;
        return { same, different: decisions.length - same, undo };
      });
    },
    "POST /api/visits/{id}/matches/undo": async ({ subject, body, user, request }) => {
      await db.transaction().execute(async (trx) => {
        await bindings.lock(trx, subject.id_project);
        const named = [
          ...body.spots.flat(),
          ...[...body.denied, ...body.allowed].map(({ id_room }) => id_room),
        ];
        const rooms = await bindings.ofProject(trx, subject.id_project, named);
        const byId = new Map(rooms.map((room) => [room.id_room, room]));
        // Rooms deleted since are skipped; those of another project count as missing.
        const groups = body.spots.map((spot) => spot.flatMap((id) => byId.get(id) ?? []));
        if (groups.some((group) => new Set(group.map(({ id_visit }) => id_visit)).size < group.length))
          throw refused("spots", "tour.same_visit");
        const affected = await bindings.spotsOf(
          trx,
          groups.flat().map(({ id_room }) => id_room),
        );
        const book = new SpotBook(affected);
        book.regroup(groups);
        await bindings.write(trx, subject.id_project, book.changes());
        for (const { id_room, id_visit } of body.denied)
          if (byId.has(id_room)) await bindings.forgive(trx, id_room, id_visit);
        for (const { id_room, id_visit } of body.allowed)
          if (byId.has(id_room) && (await bindings.isOfProject(trx, subject.id_project, id_visit)))
            await bindings.deny(trx, id_room, id_visit);
        await finish(
          trx,
          { subject, user, request },
          affected.map((room) => room.id_visit),
        );
      });
      return {};
    },
  };
}

const refused = (field: string, text: string) => new AppError("VALIDATION", { fields: { [field]: [text] } });

interface Decision {
  readonly room: ListedRoom;
  /** Null: no room of the other visit shows the same. */
  readonly target: ListedRoom | null;
}

/** The decisions with the present rooms; refuses a room of neither visit, and a room named twice. */
async function decisionsIn(
  trx: Trx,
  bindings: BindingsRepository,
  subject: Step["subject"],
  { id_visit, rooms }: CallContext<"PUT /api/visits/{id}/matches">["body"],
): Promise<Decision[]> {
  if (!(await bindings.isOfProject(trx, subject.id_project, id_visit))) throw new AppError("NOT_FOUND");
  const all = await bindings.ofVisits([subject.id, id_visit], trx);
  const find = (visit: number, id: number) =>
    all.find((room) => room.id_visit === visit && room.id_room === id);
  const decisions = rooms.map((decided) => {
    const room = find(subject.id, decided.id_room);
    if (room === undefined) throw refused("rooms", "tour.room_elsewhere");
    if (decided.decision === "different") return { room, target: null };
    const target = find(id_visit, decided.id_target_room);
    if (target === undefined) throw refused("rooms", "tour.no_counterpart");
    return { room, target };
  });
  const ids = decisions.flatMap(({ room, target }) => [room.id_room, ...(target ? [target.id_room] : [])]);
  if (new Set(ids).size < ids.length) throw refused("rooms", "tour.room_twice");
  return decisions;
}

/** The rooms of each spot, and each room without a spot by itself. */
function spotsBefore(rooms: readonly ListedRoom[]): number[][] {
  const groups = Map.groupBy(rooms, ({ id_spot, id_room }) => id_spot ?? -id_room);
  return [...groups.values()].map((group) => group.map(({ id_room }) => id_room));
}

const saidAgainst = (a: ListedRoom, b: ListedRoom) => [
  ...(a.denied.includes(b.id_visit) ? [{ id_room: a.id_room, id_visit: b.id_visit }] : []),
  ...(b.denied.includes(a.id_visit) ? [{ id_room: b.id_room, id_visit: a.id_visit }] : []),
];
