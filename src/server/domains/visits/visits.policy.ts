import { type Selectable, sql } from "kysely";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, type Rights, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { isOpen, type ProjectStanding, standingsIn } from "../projects/projects.policy.ts";
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

const contributors = ["owner", "manager", "editor", "super_admin"] as const;

export const visitRights = rightsFor<ProjectRole>()({
  about: "Visits. The standing is that in the visit's project.",
  verbs: {
    view: {
      allows: "see the visit and walk it",
      to: ["owner", "manager", "editor", "viewer", "trade", "super_admin"],
      reads: true,
    },
    edit: { allows: "change the visit's data", to: contributors, whileOpen: true },
    delete: { allows: "move the visit to the bin", to: contributors, whileOpen: true },
    add_room: { allows: "add a room", to: contributors, whileOpen: true },
  },
});

export const roomRights = rightsFor<ProjectRole>()({
  about: "Rooms: the pictures of a visit. The standing is that in the visit's project.",
  verbs: {
    edit: { allows: "rename, turn or move the room", to: contributors, whileOpen: true },
    delete: { allows: "remove the room", to: contributors, whileOpen: true },
  },
});

const flagsIn =
  <Verb extends string>(rights: Rights<Verb, ProjectRole>) =>
  (record: ProjectStanding, user: SessionUser | null) =>
    flagsBy(rights, user, standingsIn(record), isOpen(record));

export const visitFlags = flagsIn(visitRights);

export function visitPolicy(db: Database): Policy<VisitRecord> {
  return {
    rights: visitRights,
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

export function roomPolicy(db: Database): Policy<RoomRecord> {
  return {
    rights: roomRights,
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
    flags: flagsIn(roomRights),
  };
}
