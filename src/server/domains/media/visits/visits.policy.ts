import { type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { isOpen, type ProjectStanding, standingsIn } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, type Rights, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { RoomsTable, VisitsTable } from "./tables.ts";

export type VisitRecord = Selectable<VisitsTable> & ProjectStanding;
export type RoomRecord = Selectable<RoomsTable> & ProjectStanding & { readonly id_project: number };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    visit: VisitRecord;
    room: RoomRecord;
  }
}

const contributors = ["visits.edit", "super_admin"] as const;

export const visitRights = rightsFor<ProjectRole | Grant>()({
  about: "Visits. The role is the one in the visit's project.",
  verbs: {
    view: {
      allows: "view the visit and open it in the viewer",
      to: ["visits.view", "super_admin"],
      reads: true,
    },
    edit: { allows: "edit the visit's details", to: contributors, whileOpen: true },
    delete: { allows: "move the visit to the bin", to: contributors, whileOpen: true },
    add_room: { allows: "add a room", to: contributors, whileOpen: true },
    add_snag: { allows: "add a snag in it", to: ["snags.edit", "super_admin"], whileOpen: true },
    add_snag_photo: {
      allows: "upload photos for snags in it",
      to: ["snags.edit", "snags.own", "super_admin"],
      whileOpen: true,
    },
    add_snapshot: { allows: "take a snapshot", to: ["visits.view", "super_admin"], whileOpen: true },
    guide: { allows: "start a guided tour", to: ["visits.view", "super_admin"], whileOpen: true },
    share: { allows: "set who can open its link, and until when", to: contributors },
    view_access: {
      allows: "see its views",
      to: ["owner", "manager", "super_admin"],
      reads: true,
    },
  },
});

export const roomRights = rightsFor<ProjectRole | Grant>()({
  about: "Rooms: the 360 photos of a visit. The role is the one in the visit's project.",
  verbs: {
    view: { allows: "view the room and its matches", to: ["visits.view", "super_admin"], reads: true },
    download: { allows: "download the original", to: contributors, reads: true },
    edit: { allows: "rename or reorder the room, or set its north", to: contributors, whileOpen: true },
    delete: { allows: "delete the room", to: contributors, whileOpen: true },
  },
});

const flagsIn =
  <Verb extends string>(rights: Rights<Verb, ProjectRole | Grant>) =>
  (record: ProjectStanding, user: SessionUser | null) =>
    flagsBy(rights, user, standingsIn(record), isOpen(record));

export const visitFlags = flagsIn(visitRights);

const refusals: Readonly<Record<string, ErrorCode>> = {
  add_snapshot: "VISIT_VIEW_DENIED",
  guide: "VISIT_VIEW_DENIED",
  view_access: "FORBIDDEN",
  add_snag: "SNAG_EDIT_DENIED",
  add_snag_photo: "SNAG_EDIT_DENIED",
};

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
        .select(["m.role", "m.grants", "p.active", "p.validated"])
        .where("v.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where(typeof key === "number" ? sql<boolean>`v.id = ${key}` : sql<boolean>`v.code = ${key}`)
        .executeTakeFirst(),
    flags: visitFlags,
    refusal: (_, verb) => refusals[verb] ?? "VISIT_EDIT_DENIED",
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
        .select(["m.role", "m.grants", "p.active", "p.validated", "v.id_project"])
        .where("v.deleted_at", "is", null)
        .where("p.deleted_at", "is", null)
        .where("r.id", "=", Number(key))
        .executeTakeFirst(),
    flags: flagsIn(roomRights),
    refusal: (_, verb) => refusals[verb] ?? "VISIT_EDIT_DENIED",
  };
}
