import { type Selectable, sql } from "kysely";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import type { Policy } from "#server/platform/policy.ts";
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

/**
 * Who may do what inside a project: the table that visits and rooms share. A project that is inactive or not
 * validated can be read and nothing else; the demo account reads, whatever its role.
 */
export function rightsInProject(standing: ProjectStanding, user: SessionUser | null) {
  const isSuper = user?.super_admin === true;
  const mayWrite = user !== null && !user.is_demo;
  const isOpen = standing.active && standing.validated;
  const has = (...roles: ProjectRole[]) =>
    isSuper || (standing.role !== null && roles.includes(standing.role));
  return {
    view: isSuper || standing.role !== null,
    manage: mayWrite && has("owner", "manager"),
    own: mayWrite && has("owner"),
    contribute: mayWrite && isOpen && has("owner", "manager", "editor"),
  };
}

export function projectPolicy(db: Database): Policy<ProjectRecord> {
  return {
    verbs: ["view", "edit", "delete", "add_visit"],
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

export function projectFlags(project: ProjectStanding, user: SessionUser | null) {
  const rights = rightsInProject(project, user);
  return { view: rights.view, edit: rights.manage, delete: rights.own, add_visit: rights.contribute };
}
