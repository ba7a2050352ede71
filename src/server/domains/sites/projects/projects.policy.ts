import { type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectsTable } from "./tables.ts";

/** A project with the caller's role in it; null for a user who is not a member. */
export type ProjectRecord = Selectable<ProjectsTable> & {
  readonly role: ProjectRole | null;
  /** Grants of that role; null for a user who is not a member. */
  readonly grants: readonly Grant[] | null;
};

declare module "#server/platform/policy.ts" {
  interface Subjects {
    project: ProjectRecord;
    binned_project: ProjectRecord;
  }
}

/** Input of every decision about anything inside a project. */
export interface ProjectStanding {
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
}

/** A role in the project, a grant of it, or `visitor`: a signed-in user who views a public project from outside. */
export type ProjectTitle = ProjectRole | Grant | "visitor";

export const projectRights = rightsFor<ProjectTitle>()({
  about:
    "Projects. A column is a role in the project, or a signed-in user who is not a member (visitor) of a public " +
    "project.",
  verbs: {
    view: { allows: "see the project's data", to: ["project.view", "visitor", "super_admin"], reads: true },
    follow: { allows: "receive its live updates", to: ["project.view", "super_admin"], reads: true },
    edit: { allows: "change the project's data", to: ["project.edit", "super_admin"] },
    activate: { allows: "activate and deactivate the project", to: ["owner", "super_admin"] },
    publish: { allows: "make the project public", to: ["owner", "super_admin"] },
    validate: { allows: "approve the project", to: ["super_admin"] },
    delete: { allows: "move the project to the bin", to: ["owner", "super_admin"] },
    add_visit: { allows: "add a visit", to: ["visits.edit", "super_admin"], whileOpen: true },
    view_visits: { allows: "see the project's visits", to: ["visits.view", "super_admin"], reads: true },
    view_sheets: { allows: "see the project's floor plans", to: ["sheets.view", "super_admin"], reads: true },
    add_sheet: { allows: "add a floor plan", to: ["sheets.edit", "super_admin"], whileOpen: true },
    view_snags: { allows: "see the project's snags", to: ["snags.view", "super_admin"], reads: true },
    add_snag: { allows: "import snags from a file", to: ["snags.edit", "super_admin"], whileOpen: true },
    view_videos: { allows: "see the project's videos", to: ["videos.view", "super_admin"], reads: true },
    add_video: { allows: "add a 360 video", to: ["videos.edit", "super_admin"], whileOpen: true },
    view_live: { allows: "see the project's live channels", to: ["live.view", "super_admin"], reads: true },
    add_channel: { allows: "add a live channel", to: ["live.edit", "super_admin"], whileOpen: true },
    view_cameras: { allows: "see the project's cameras", to: ["cameras.view", "super_admin"], reads: true },
    add_camera: { allows: "add a camera", to: ["cameras.edit", "super_admin"], whileOpen: true },
    view_team: { allows: "see the team", to: ["team.view", "super_admin"], reads: true },
    view_activity: { allows: "read the activity log", to: ["team.view", "super_admin"], reads: true },
    view_access: { allows: "see views and viewers", to: ["owner", "manager", "super_admin"], reads: true },
    manage_team: { allows: "invite, edit and remove members", to: ["team.edit", "super_admin"] },
    transfer: { allows: "transfer the project to another owner", to: ["owner", "super_admin"] },
    leave: { allows: "leave the project", to: ["manager", "editor", "viewer", "trade"] },
    export: { allows: "export the project", to: ["export.view", "super_admin"], reads: true },
  },
});

export const binnedProjectRights = rightsFor<ProjectTitle>()({
  about: "Projects in the bin. The role is the one held before the project was deleted.",
  verbs: {
    restore: { allows: "restore the project from the bin", to: ["owner", "super_admin"] },
  },
});

/** The caller's standings in a project, for its own table and for those of its contents. */
export const standingsIn = ({ role, grants }: ProjectStanding): readonly (ProjectRole | Grant)[] =>
  role === null ? [] : [role, ...(grants ?? [])];
/** A project that is inactive or not validated can be read, and its data corrected; nothing in it changes. */
export const isOpen = ({ active, validated }: ProjectStanding): boolean => active && validated;

const refusals: Readonly<Record<string, ErrorCode>> = {
  edit: "PROJECT_EDIT_DENIED",
  add_visit: "VISIT_EDIT_DENIED",
  view_visits: "VISIT_VIEW_DENIED",
  view_team: "TEAM_VIEW_DENIED",
  view_sheets: "SHEET_VIEW_DENIED",
  add_sheet: "SHEET_EDIT_DENIED",
  view_snags: "SNAG_VIEW_DENIED",
  add_snag: "SNAG_EDIT_DENIED",
  view_videos: "VIDEO_VIEW_DENIED",
  add_video: "VIDEO_EDIT_DENIED",
  view_live: "CHANNEL_VIEW_DENIED",
  add_channel: "CHANNEL_EDIT_DENIED",
  view_cameras: "CAMERA_VIEW_DENIED",
  add_camera: "CAMERA_EDIT_DENIED",
  manage_team: "PROJECT_TEAM_DENIED",
  export: "PROJECT_EXPORT_DENIED",
};

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
        .select(["m.role", "m.grants"])
        .where("p.deleted_at", "is", null)
        .where(typeof key === "number" ? sql<boolean>`p.id = ${key}` : sql<boolean>`p.code = ${key}`)
        .executeTakeFirst(),
    flags: projectFlags,
    refusal: ({ role }, verb) =>
      role === "owner" && verb === "leave" ? "OWNER_STAYS" : (refusals[verb] ?? "FORBIDDEN"),
    // Error codes of the specification for outsiders. A super admin sees every project, so a missing one is simply not
    // found.
    absent: (verb, { super_admin }) => (verb === "view" && !super_admin ? "PROJECT_NOT_PUBLIC" : "NOT_FOUND"),
  };
}

/** Applies only to projects in the bin. */
export function binnedProjectPolicy(db: Database): Policy<ProjectRecord> {
  return {
    rights: binnedProjectRights,
    load: (key, user) =>
      db
        .selectFrom("projects as p")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("p")
        .select(["m.role", "m.grants"])
        .where("p.deleted_at", "is not", null)
        .where("p.id", "=", Number(key))
        .executeTakeFirst(),
    flags: (project, user) => flagsBy(binnedProjectRights, user, standingsIn(project)),
  };
}

/** Tables whose records belong to a project by their `id_project`; records with a public address have a `code`. */
type TableInProjects =
  | "autodesk_links"
  | "cameras"
  | "live_channels"
  | "progress_entries"
  | "sheets"
  | "snags"
  | "videos";

/**
 * Returns the record with this id or code, with the reader's role in its project: the input of its policy. Finds
 * nothing of projects in the bin.
 */
export async function findInProject<T>(
  db: Database,
  table: TableInProjects,
  key: number | string,
  user: SessionUser | null,
): Promise<(T & ProjectStanding) | undefined> {
  const column = typeof key === "number" ? "id" : "code";
  const { rows } = await sql<T & ProjectStanding>`
    select t.*, m.role, m.grants, p.active, p.validated
    from ${sql.table(table)} t
    join projects p on p.id = t.id_project
    left join project_members m on m.id_project = p.id and m.id_user = ${user?.id ?? 0}
    where p.deleted_at is null and t.${sql.ref(column)} = ${key}`.execute(db);
  return rows[0];
}

/** A public project is visible while it is open. */
const titlesIn = (project: ProjectStanding & { readonly is_public: boolean }): readonly ProjectTitle[] =>
  project.role === null && project.is_public && isOpen(project) ? ["visitor"] : standingsIn(project);

export const projectFlags = (
  project: ProjectStanding & { readonly is_public: boolean },
  user: SessionUser | null,
) => flagsBy(projectRights, user, titlesIn(project), isOpen(project));
