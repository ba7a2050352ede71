import { type Selectable, sql } from "kysely";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectsTable } from "./tables.ts";

/** A project with the caller's place in it; null for a stranger. */
export type ProjectRecord = Selectable<ProjectsTable> & { readonly role: ProjectRole | null };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    project: ProjectRecord;
  }
}

/** What a decision about anything inside a project rests on. */
export interface ProjectStanding {
  readonly role: ProjectRole | null;
  readonly active: boolean;
  readonly validated: boolean;
}

export const projectRights = rightsFor<ProjectRole>()({
  about: "Projects. A standing is the role that a person has among the project's members.",
  verbs: {
    view: {
      allows: "see the project and everything in it",
      to: ["owner", "manager", "editor", "viewer", "trade", "super_admin"],
      reads: true,
    },
    edit: { allows: "change the project's data", to: ["owner", "manager", "super_admin"] },
    delete: { allows: "move the project to the bin", to: ["owner", "super_admin"] },
    add_visit: {
      allows: "add a visit",
      to: ["owner", "manager", "editor", "super_admin"],
      whileOpen: true,
    },
  },
});

/** The caller's standings in a project, for its own table and for those of what lies in it. */
export const standingsIn = ({ role }: ProjectStanding): readonly ProjectRole[] =>
  role === null ? [] : [role];
/** A project that is inactive or not validated can be read, and its data mended; nothing in it changes. */
export const isOpen = ({ active, validated }: ProjectStanding): boolean => active && validated;

export function projectPolicy(db: Database): Policy<ProjectRecord> {
  return {
    rights: projectRights,
    load: (key, user) =>
      db
        .selectFrom("projects as p")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("p")
        .select("m.role")
        .where("p.deleted_at", "is", null)
        .where(typeof key === "number" ? sql<boolean>`p.id = ${key}` : sql<boolean>`p.code = ${key}`)
        .executeTakeFirst(),
    flags: projectFlags,
    refusal: (project) => (project.role === null ? "PROJECT_NOT_PUBLIC" : "FORBIDDEN"),
  };
}

export const projectFlags = (project: ProjectStanding, user: SessionUser | null) =>
  flagsBy(projectRights, user, standingsIn(project), isOpen(project));
