import { type Selectable, sql } from "kysely";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import type { Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type ProjectStanding, rightsInProject } from "../projects/projects.policy.ts";
import type { RoomsTable, VisitsTable } from "./tables.ts";

interface Standing extends ProjectStanding {
  readonly role: ProjectRole | null;
}

export type VisitRecord = Selectable<VisitsTable> & Standing;
export type RoomRecord = Selectable<RoomsTable> & Standing & { readonly id_project: number };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    visit: VisitRecord;
    room: RoomRecord;
  }
}

export function visitPolicy(db: Database): Policy<VisitRecord> {
  return {
    verbs: ["view", "edit", "delete", "add_room"],
    load: (key, user) =>
      db
        .selectFrom("visits as v")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("v")
        .select(["m.role", "p.active", "p.validated"])
        .where("v.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where(typeof key === "number" ? sql<boolean>`v.id = ${key}` : sql<boolean>`v.code = ${key}`)
        .executeTakeFirst(),
    flags: visitFlags,
  };
}

export function visitFlags(visit: ProjectStanding, user: SessionUser | null) {
  const { view, contribute } = rightsInProject(visit, user);
  return { view, edit: contribute, delete: contribute, add_room: contribute };
}

export function roomPolicy(db: Database): Policy<RoomRecord> {
  return {
    verbs: ["edit", "delete"],
    load: (key, user) =>
      db
        .selectFrom("rooms as r")
        .innerJoin("visits as v", "v.id", "r.id_visit")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("r")
        .select(["m.role", "p.active", "p.validated", "v.id_project"])
        .where("v.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where("r.id", "=", Number(key))
        .executeTakeFirst(),
    flags: (room, user) => {
      const { contribute } = rightsInProject(room, user);
      return { edit: contribute, delete: contribute };
    },
  };
}
