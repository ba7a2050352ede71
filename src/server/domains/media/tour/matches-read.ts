import type { VisitMatches } from "#contract/tour.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { CallContext } from "#server/platform/http/module.ts";
import { sheetFlags } from "../sheets/sheets.policy.ts";
import { sheetsOfVisit } from "../sheets/sheets-of-visit.ts";
import { visitFlags } from "../visits/visits.policy.ts";
import { type PictureWire, type ShownRoom, wireRoom } from "../visits/wire.ts";
import type { BindingsRepository, ListedRoom, OtherVisit } from "./bindings.repository.ts";
import { inWalk, matchesOf } from "./match-states.ts";

export interface MatchesOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly bindings: BindingsRepository;
  readonly pictures: PictureWire;
  /** The rooms of a visit in walking order. */
  readonly roomsIn: (visitId: number) => Promise<readonly ShownRoom[]>;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

type Call = Pick<CallContext<"GET /api/visits/{id}/matches">, "subject" | "query" | "user">;

/** Compares a visit with another one, room by room. */
export function matchesReader({ db, bindings, pictures, roomsIn, address }: MatchesOptions) {
  return async ({ subject, query, user }: Call): Promise<VisitMatches> => {
    const known = await bindings.matchable(subject.id_project, subject.id);
    const own = known.find(({ id }) => id === subject.id);
    const visits = known.filter(({ id, room_count }) => id !== subject.id && room_count > 0);
    const other =
      query.with === undefined ? nearestTo(subject, visits) : known.find(({ id }) => id === query.with);
    if (own === undefined || (query.with !== undefined && (other === undefined || other.id === subject.id)))
      throw new AppError("NOT_FOUND");
    const both = [subject.id, ...(other === undefined ? [] : [other.id])];
    const [listed, here, there, sheets] = await Promise.all([
      bindings.ofVisits(both),
      roomsIn(subject.id),
      other === undefined ? [] : roomsIn(other.id),
      other === undefined || sheetFlags(subject, user)["view"] !== true
        ? []
        : sheetsOfVisit(db, other.id, address),
    ]);
    const family = inWalk(listed.filter(({ id_visit }) => id_visit === subject.id));
    const others = inWalk(listed.filter(({ id_visit }) => id_visit === other?.id));
    const wire = (walk: readonly ListedRoom[], found: typeof here) =>
      walk.flatMap(({ id_room }) => {
        const room = found.find(({ id }) => id === id_room);
        return room === undefined ? [] : [wireRoom(room, pictures, true)];
      });
    return {
      id_project: subject.id_project,
      visit: visitToWire(own),
      other: other === undefined ? null : visitToWire(other),
      visits: visits.map(visitToWire),
      rooms: wire(family, here),
      others: wire(others, there),
      sheets,
      matches: matchesOf(family, others),
      can: { edit: visitFlags(subject, user).edit },
    };
  };
}

/** The visit before this one, else the one after. Newest first. */
export function nearestTo<V extends OtherVisit>(
  visit: { readonly visit_date: Date },
  visits: readonly V[],
): V | undefined {
  return visits.find(({ visit_date }) => visit_date <= visit.visit_date) ?? visits.at(-1);
}

const visitToWire = ({ id, name, code, visit_date, room_count }: MatchableVisit) => ({
  id_visit: id,
  name,
  code,
  visit_date: visit_date.toISOString(),
  room_count,
});

type MatchableVisit = Awaited<ReturnType<BindingsRepository["matchable"]>>[number];
