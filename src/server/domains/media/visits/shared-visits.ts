import { sql } from "kysely";
import { isOpenVisit } from "#server/domains/sites/projects/open-visits.ts";
import { createVisitDoor, type OpenVisit, type VisitDoor, type VisitDoorOptions } from "./open-visit.ts";
import { createRoomsRepository, type RoomWithPicture } from "./rooms.repository.ts";
import type { PictureWire } from "./wire.ts";

export type { OpenVisit, VisitDoor, Visitor } from "./open-visit.ts";

/** Enough of a visit for a card that leads to it. */
export interface PublicVisit {
  readonly code: string;
  readonly name: string;
  readonly visit_date: string;
  readonly cover: string | null;
}

/** The same on the page of a public project. */
export interface ProjectVisit extends PublicVisit {
  /** Rooms that can be walked. */
  readonly room_count: number;
  readonly thumbnail: string | null;
}

/** Visits as their share links show them: the code is the key, nobody is signed in. */
export interface SharedVisits {
  /** The one way to a visit by its link, see `createVisitDoor`. */
  readonly openVisit: VisitDoor;
  /** Its rooms that can be shown, in walking order: a picture that could not be made is the team's business. */
  roomsOf(visit: OpenVisit): Promise<RoomWithPicture[]>;
  /** Rooms by their numbers, in no order; who may see them is the caller's to know. */
  roomsByNumber(ids: readonly number[]): Promise<RoomWithPicture[]>;
  /** Visits of the project that this visitor may go on to, the opened one among them, oldest first, 1000 at most. */
  datesFor(visit: OpenVisit): Promise<SharedDate[]>;
  /** How many rooms can be shown in each of these visits; who may see them is the caller's to know. */
  roomCounts(visitIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Visits of a person in projects that their owners have made public, newest first, 50 at most. */
  ofPerson(userId: number): Promise<PublicVisit[]>;
  /** Visits of a project that open for everybody and can be walked, newest first, 200 at most; whether the project is public is the caller's to know. */
  ofProject(projectId: number): Promise<ProjectVisit[]>;
}

/** A visit as a date that one can go to. */
export interface SharedDate {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly visit_date: Date;
}

export interface SharedVisitsOptions extends VisitDoorOptions {
  readonly pictures: PictureWire;
}

export function sharedVisits(options: SharedVisitsOptions): SharedVisits {
  const { db, clock, pictures } = options;
  const rooms = createRoomsRepository(db);
  const openVisit = createVisitDoor(options);

  return {
    openVisit,
    async roomsOf(visit) {
      return (await rooms.ofVisit(visit.id)).filter(({ state }) => state !== "failed");
    },
    roomsByNumber: rooms.byNumber,
    async roomCounts(visitIds) {
      const counts = await db
        .selectFrom("rooms as r")
        .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
        .select(["r.id_visit", sql<number>`count(*)::int`.as("count")])
        .where("r.id_visit", "=", sql<number>`any (${visitIds}::bigint[])`)
        .where((or) => or.or([or("c.state", "=", "ready"), or("c.previewed_at", "is not", null)]))
        .where("c.state", "<>", "failed")
        .groupBy("r.id_visit")
        .execute();
      return new Map(counts.map(({ id_visit, count }) => [id_visit, count]));
    },
    datesFor: (visit) =>
      db
        .selectFrom("visits as v")
        .select(["v.id", "v.code", "v.name", "v.visit_date"])
        .where("v.id_project", "=", visit.id_project)
        .where("v.deleted_at", "is", null)
        // A guest was given one link. Others follow from it only where the project shows all it has, or where whoever
        // shares this visit said so, and even then none that its own link would not open for him.
        .$if(!visit.isMember, (query) =>
          query.where((or) =>
            or.or([
              or("v.id", "=", visit.id),
              or.and([or.val(visit.is_public || visit.share_history), isOpenVisit(clock.now())]),
            ]),
          ),
        )
        .orderBy("v.visit_date", "desc")
        .orderBy("v.id", "desc")
        .limit(1000)
        .execute()
        .then((dates) => dates.toReversed()),
    async ofPerson(userId) {
      // A share link is a secret between those who have it: only what its project shows to everybody is listed.
      const rows = await db
        .selectFrom("visits as v")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .select(["v.code", "v.name", "v.visit_date", cover])
        .where("v.id_user", "=", userId)
        .where(isOpenVisit(clock.now()))
        .where("p.is_public", "=", true)
        .where("v.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where("p.active", "=", true)
        .where("p.validated", "=", true)
        .orderBy("v.visit_date", "desc")
        .orderBy("v.id", "desc")
        .limit(50)
        .execute();
      return rows.map(({ code, name, visit_date, cover_sha256 }) => ({
        code,
        name,
        visit_date: visit_date.toISOString(),
        cover: cover_sha256 === null ? null : pictures.cover(cover_sha256),
      }));
    },
    async ofProject(projectId) {
      const rows = await db
        .selectFrom("visits as v")
        .innerJoinLateral(readyRooms, (join) => join.onTrue())
        .select(["v.code", "v.name", "v.visit_date", "ready.room_count", "ready.first"])
        .where("v.id_project", "=", projectId)
        .where(isOpenVisit(clock.now()))
        .where("v.deleted_at", "is", null)
        .where("ready.room_count", ">", 0)
        .orderBy("v.visit_date", "desc")
        .orderBy("v.id", "desc")
        .limit(200)
        .execute();
      return rows.map(({ code, name, visit_date, room_count, first }) => ({
        code,
        name,
        visit_date: visit_date.toISOString(),
        room_count,
        thumbnail: pictures.thumbnail(first),
        cover: pictures.cover(first),
      }));
    },
  };
}

const cover = sql<string | null>`(
  select r.picture_sha256 from rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
  where r.id_visit = v.id order by r.position, r.id limit 1)`.as("cover_sha256");

const readyRooms = sql<{ room_count: number; first: string }>`(
  select count(*)::int as room_count, (array_agg(r.picture_sha256 order by r.position, r.id))[1] as first
  from rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
  where r.id_visit = v.id)`.as<"ready">(sql`ready`);
