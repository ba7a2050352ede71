import { sql } from "kysely";
import type { Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createRoomsRepository } from "./rooms.repository.ts";
import { type PictureWire, wireHotspot, wireRoom } from "./wire.ts";

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
  /**
   * Undefined when there is none, or its project is closed to the public for now: then it opens only for those who
   * may see the project's visits.
   */
  byCode(code: string, reader?: SessionUser | null): Promise<ViewerVisit | undefined>;
  /** Visits of a person in projects that their owners have made public, newest first, 50 at most. */
  ofPerson(userId: number): Promise<PublicVisit[]>;
  /** Visits of a project of which a picture can be shown, newest first, 200 at most; whether the project is public is the caller's to know. */
  ofProject(projectId: number): Promise<ProjectVisit[]>;
  /** The points in one room of that visit; undefined when the room is not in it. */
  pointsOf(code: string, roomId: number, reader?: SessionUser | null): Promise<Poi[] | undefined>;
}

export function sharedVisits(db: Database, pictures: PictureWire): SharedVisits {
  const rooms = createRoomsRepository(db);
  const find = (code: string, reader: SessionUser | null | undefined) =>
    db
      .selectFrom("visits as v")
      .innerJoin("projects as p", "p.id", "v.id_project")
      .select(["v.id", "v.code", "v.name", "v.description", "v.visit_date", "p.name as project"])
      .where("v.code", "=", code)
      .where("v.deleted_at", "is", null)
      .where("p.deleted_at", "is", null)
      .$if(reader?.super_admin !== true, (query) =>
        query.where(
          sql<boolean>`(p.active and p.validated or exists (
            select from project_members m
            where m.id_project = p.id and m.id_user = ${reader?.id ?? 0} and 'visits.view' = any (m.grants)))`,
        ),
      )
      .executeTakeFirst();

  return {
    async byCode(code, reader) {
      const visit = await find(code, reader);
      if (visit === undefined) return undefined;
      const list = await rooms.ofVisit(visit.id);
      // A picture that could not be made is the team's business, not the guest's.
      const shown = list.filter((room) => room.state !== "failed");
      return {
        code: visit.code,
        id_visit: null,
        id_project: null,
        sheets: [],
        has_history: false,
        can: {},
        name: visit.name,
        description: visit.description,
        project: visit.project,
        visit_date: visit.visit_date.toISOString(),
        rooms: shown.map((room) => ({ ...wireRoom(room, pictures), file: "" })),
      };
    },
    async ofPerson(userId) {
      // A share link is a secret between those who have it: only what its project shows to everybody is listed.
      const rows = await db
        .selectFrom("visits as v")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .select(["v.code", "v.name", "v.visit_date", cover])
        .where("v.id_user", "=", userId)
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
    async pointsOf(code, roomId, reader) {
      const visit = await find(code, reader);
      if (visit === undefined) return undefined;
      const room = await db
        .selectFrom("rooms")
        .select("id")
        .where("id", "=", roomId)
        .where("id_visit", "=", visit.id)
        .executeTakeFirst();
      return room === undefined ? undefined : (await rooms.hotspots(room.id)).map(wireHotspot);
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
