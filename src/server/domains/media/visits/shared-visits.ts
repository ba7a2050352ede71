import { sql } from "kysely";
import { isOpenVisit } from "#server/domains/sites/projects/open-visits.ts";
import { createVisitDoor, type OpenVisit, type VisitDoor, type VisitDoorOptions } from "./open-visit.ts";
import { createRoomsRepository, type RoomWithPicture } from "./rooms.repository.ts";
import type { PictureWire } from "./wire.ts";

export type { OpenVisit, VisitDoor, Visitor } from "./open-visit.ts";

/** The data of a visit for a card that links to it. */
export interface PublicVisit {
  readonly code: string;
  readonly name: string;
  readonly visit_date: string;
  readonly cover: string | null;
  readonly cover_card: string | null;
}

/** The same for the page of a public project. */
export interface ProjectVisit extends PublicVisit {
  /** Number of rooms that can be shown. */
  readonly room_count: number;
  readonly thumbnail: string | null;
}

/** Visits as shown by their share links: the code is the key, without a sign-in. */
export interface SharedVisits {
  /** The only access to a visit by its link, see `createVisitDoor`. */
  readonly openVisit: VisitDoor;
  /** Its rooms that can be shown, in walking order: failed pictures are visible to the team only. */
  roomsOf(visit: OpenVisit): Promise<RoomWithPicture[]>;
  /** Rooms by their ids, unordered; the caller has to check access. */
  roomsByNumber(ids: readonly number[]): Promise<RoomWithPicture[]>;
  /** Visits of the project that this visitor may open from here, including the opened one, oldest first, at most 1000. */
  datesFor(visit: OpenVisit): Promise<SharedDate[]>;
  /** Number of rooms that can be shown in each of these visits; the caller has to check access. */
  roomCounts(visitIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Visits of a user in public projects, newest first, at most 50. */
  ofPerson(userId: number): Promise<PublicVisit[]>;
  /**
   * Public visits of a project that can be shown, newest first, at most 200; the caller has to check that the project
   * is public.
   */
  ofProject(projectId: number): Promise<ProjectVisit[]>;
}

/** A visit as a date to switch to. */
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
        // A guest was given one link. Others follow from it only where the project is public, or where this visit is
        // shared with its history, and even then only those that their own link would open.
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
      // A share link is a secret between those who have it: only content that is public in its project is listed.
      const rows = await db
        .selectFrom("visits as v")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .select(["v.code", "v.name", "v.visit_date", coverHash])
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
      return rows.map(({ code, name, visit_date, cover_sha256 }) => {
        const { cover, cover_card } = pictures.covers(cover_sha256);
        return { code, name, visit_date: visit_date.toISOString(), cover, cover_card };
      });
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
        ...pictures.covers(first),
      }));
    },
  };
}

const coverHash = sql<string | null>`(
  select r.picture_sha256 from rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
  where r.id_visit = v.id order by r.position, r.id limit 1)`.as("cover_sha256");

const readyRooms = sql<{ room_count: number; first: string }>`(
  select count(*)::int as room_count, (array_agg(r.picture_sha256 order by r.position, r.id))[1] as first
  from rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
  where r.id_visit = v.id)`.as<"ready">(sql`ready`);
