import { type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Drawing } from "#contract/snapshots.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnapshotsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";
import { snapshotWrites } from "./snapshot-writes.repository.ts";

export interface SnapshotFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly id_project?: number | undefined;
  readonly id_visit?: number | undefined;
  readonly id_room?: number | undefined;
  readonly mine?: boolean | undefined;
}

/** A snapshot with its room and visit, and the caller's rights there. */
export interface SnapshotSummary extends Selectable<SnapshotsTable> {
  readonly id_project: number;
  readonly project: string;
  readonly visit: string;
  readonly visit_code: string;
  readonly visit_date: Date;
  readonly room: string | null;
  readonly person_name: string | null;
  readonly person_code: string | null;
  readonly person_avatar: string | null;
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
}

/** The stored data of a view. */
export interface NewSnapshot {
  readonly id_visit: number;
  readonly id_room: number;
  readonly id_user: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
  readonly note: string;
  readonly drawing: Drawing;
  readonly image: string;
  readonly thumbnail: string;
}

export function createSnapshotsRepository(db: Database) {
  /** Snapshots of visits that the user may see; all of them for a super admin. */
  const visible = (user: SessionUser) =>
    db
      .selectFrom("snapshots as s")
      .innerJoin("visits as v", "v.id", "s.id_visit")
      .innerJoin("projects as p", "p.id", "v.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .leftJoin("rooms as r", "r.id", "s.id_room")
      .leftJoin("users as u", "u.id", "s.id_user")
      .where("v.deleted_at", "is", null)
      .where("p.deleted_at", "is", null)
      .$if(!user.super_admin, (query) => query.where(sql<boolean>`'visits.view' = any (m.grants)`));

  const summaries = (query: ReturnType<typeof visible>) =>
    query
      .selectAll("s")
      .select(["v.id_project", "v.name as visit", "v.code as visit_code", "v.visit_date"])
      .select(["p.name as project", "p.active", "p.validated", "m.role", "m.grants", "r.name as room"])
      .select(["u.code as person_code", "u.avatar as person_avatar"])
      .select(personName("u").as("person_name"))
      .$castTo<SnapshotSummary>();

  return {
    async list(user: SessionUser, filter: SnapshotFilter): Promise<Page<SnapshotSummary>> {
      const { id_project, id_visit, id_room, search } = filter;
      const wanted = visible(user)
        .$if(id_project !== undefined, (query) => query.where("v.id_project", "=", id_project ?? 0))
        .$if(id_visit !== undefined, (query) => query.where("s.id_visit", "=", id_visit ?? 0))
        .$if(id_room !== undefined, (query) => query.where("s.id_room", "=", id_room ?? 0))
        .$if(filter.mine === true, (query) => query.where("s.id_user", "=", user.id))
        .$if(search !== undefined && search !== "", (query) =>
          query.where((where) =>
            where.or([
              where("s.note", "ilike", likePattern(search ?? "")),
              where("r.name", "ilike", likePattern(search ?? "")),
              where("v.name", "ilike", likePattern(search ?? "")),
            ]),
          ),
        );
      const rows = await summaries(wanted)
        .orderBy("s.id", "desc")
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute();
      const { total } = await wanted.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
      return { rows, total };
    },

    one: (user: SessionUser, id: number): Promise<SnapshotSummary> =>
      summaries(visible(user).where("s.id", "=", id)).executeTakeFirstOrThrow(),

    ...snapshotWrites(),
  };
}
