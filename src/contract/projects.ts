import { z } from "zod";
import { logParts, projectRoles, projectSorts, projectVerbs } from "./choices.ts";
import { Can, Code, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { activityKinds } from "./kinds.ts";
import { limits } from "./limits.ts";

export const ProjectStatus = z.enum(["Design", "Under_Construction", "On_Hold", "Completed"]);
export type ProjectStatus = z.output<typeof ProjectStatus>;

/** The caller's role in a project; the project policy defines its rights. */
export const ProjectRole = z.enum(projectRoles);
export type ProjectRole = z.output<typeof ProjectRole>;

/** A category for organising projects; super admins create any number of them. */
export const Category = z.object({ id: z.number(), id_category: z.number(), name: z.string() });
export type Category = z.output<typeof Category>;

/** Type of construction: one per project. */
export const ProjectType = z.object({ id: z.number(), id_type: z.number(), name: z.string() });
export type ProjectType = z.output<typeof ProjectType>;

/** A user as visible to the other members of a project. `code` opens their public page. */
export const ProjectPerson = z.object({
  id_user: z.number(),
  name: z.string(),
  code: z.string(),
  avatar: z.string().nullable(),
});
export type ProjectPerson = z.output<typeof ProjectPerson>;

export const Project = z.object({
  id: z.number(),
  id_project: z.number(),
  code: z.string(),
  project_code: z.string(),
  name: z.string(),
  description: z.string(),
  status: ProjectStatus,
  location: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Zone of its days, as `Asia/Riyadh`. */
  time_zone: z.string(),
  year: z.number(),
  num_buildings: z.number(),
  num_floors: z.number(),
  /** Square metres. */
  area: z.number(),
  active: z.boolean(),
  validated: z.boolean(),
  /** Made public by its owner: its showcase opens, and every signed-in user may view it and request to join. */
  is_public: z.boolean(),
  starred: z.boolean(),
  /** The caller's role; null for non-members (a super admin, or a visitor of a public project). */
  role: ProjectRole.nullable(),
  /** Null when its owner's account was deleted. */
  owner: ProjectPerson.nullable(),
  type: ProjectType.nullable(),
  categories: z.array(Category),
  /** For cards: the selected cover, otherwise the newest visit's first room as a small panorama, 300x150. */
  thumbnail: z.string().nullable(),
  /** The selected cover, at most 1920x640; otherwise the initial view of that room: 1280x640, already projected. */
  cover: z.string().nullable(),
  /** The same for cards in lists: 600x300, or 640x320. */
  cover_card: z.string().nullable(),
  /** Whether a cover was selected, so that it can be removed. */
  has_cover: z.boolean(),
  member_count: z.number(),
  visit_count: z.number(),
  room_count: z.number(),
  /** Newest capture date of any visit. */
  last_visit_date: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Project = z.output<typeof Project>;

/** A number within its limits. Any other input is rejected with the same message, which states the range. */
const figure = (error: string, min: number, max: number) =>
  z.number({ error }).min(min, { error }).max(max, { error });
const whole = (error: string, min: number, max: number) => figure(error, min, max).int({ error });

/** Short text, may be empty. */
const text = z
  .string({ error: "projects.text_long" })
  .trim()
  .max(limits.description, { error: "projects.text_long" });

const fields = {
  name: z
    .string({ error: "projects.name_required" })
    .trim()
    .min(1, { error: "projects.name_required" })
    .max(limits.name, { error: "projects.name_long" }),
  description: text,
  status: z.enum(ProjectStatus.options, { error: "projects.status_unknown" }),
  location: text,
  latitude: figure("projects.latitude_range", -90, 90).nullable(),
  longitude: figure("projects.longitude_range", -180, 180).nullable(),
  time_zone: z
    .string({ error: "projects.time_zone_unknown" })
    .trim()
    .max(64, { error: "projects.time_zone_unknown" }),
  year: whole("projects.year_range", limits.project.year.min, limits.project.year.max),
  num_buildings: whole("projects.count_range", 0, limits.project.count.max),
  num_floors: whole("projects.count_range", 0, limits.project.count.max),
  area: figure("projects.area_range", 0, limits.project.area.max),
  /** Null removes the type. */
  id_type: Id.nullable(),
  /** The complete list: categories not in it are removed. */
  category_ids: z.array(Id).max(limits.project.categories),
};

/** Filters of project lists: the same in the list, the table and on the map. */
const filters = {
  search: z.string().trim().max(200).optional(),
  status: ProjectStatus.optional(),
  starred: Flag.optional(),
  active: Flag.optional(),
  /** 0: those waiting for a super admin's approval. */
  validated: Flag.optional(),
  /** The caller's role in them. */
  role: ProjectRole.optional(),
  id_category: Id.optional(),
  id_type: Id.optional(),
};

/** One point of the map: enough for a pin and its card. */
export const ProjectPoint = z.object({
  id: z.number(),
  id_project: z.number(),
  name: z.string(),
  status: ProjectStatus,
  location: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  thumbnail: z.string().nullable(),
  last_visit_date: z.string().nullable(),
});
export type ProjectPoint = z.output<typeof ProjectPoint>;

/** A project in the bin. */
export const BinnedProject = z.object({
  id: z.number(),
  id_project: z.number(),
  code: z.string(),
  name: z.string(),
  deleted_at: z.string(),
  /** User who deleted it; null when that account was deleted. */
  deleted_by: z.string().nullable(),
  /** Permanently deleted after this. */
  until: z.string(),
  visit_count: z.number(),
  can: Can,
});
export type BinnedProject = z.output<typeof BinnedProject>;

/** One action of a user in a project. */
export const ProjectActivity = z.object({
  id: z.number(),
  /**
   * `subject.verb`. For the project itself: `project.created`, `changed`, `status_changed`, `activated`, `deactivated`,
   * `validated`, `invalidated`, `category_assigned`, `category_removed`, `deleted`, `restored`. For its contents
   * `visit.created`, `room.changed` and so on; actions on items that the caller may not view are omitted.
   */
  action: z.string(),
  /** With its name at the time. */
  subject: z.object({ kind: z.string(), id: z.number().nullable(), name: z.string() }).nullable(),
  /** Names of changed fields, if any. */
  changed: z.array(z.string()),
  /** Values of the action: `from` and `to` of a status, the `person` and `role` of a change in the team. */
  details: z.record(z.string(), z.string()),
  /** Null when the account was deleted, and for guests. */
  who: ProjectPerson.nullable(),
  created_at: z.string(),
});
export type ProjectActivity = z.output<typeof ProjectActivity>;

/** The same as an entry of the project's log. */
export const ProjectLogEntry = ProjectActivity.extend({
  is_guest: z.boolean(),
  /** The seal over this entry; null for the seconds before it is sealed. */
  id_seal: z.number().nullable(),
});
export type ProjectLogEntry = z.output<typeof ProjectLogEntry>;

const coverFile = {
  maxBytes: limits.portrait.bytes,
  tooLarge: "IMAGE_TOO_LARGE",
  accept: ["image/jpeg", "image/png", "image/webp"],
} as const;

/** One id or many, under every name in use by callers. */
const ProjectIds = z
  .object({
    project_ids: z.array(Id).min(1).max(limits.bulk).optional(),
    ids: z.array(Id).min(1).max(limits.bulk).optional(),
    starred: Flag.optional(),
  })
  .transform(({ project_ids, ids, starred }) => ({
    project_ids: [...new Set(project_ids ?? ids ?? [])],
    starred: starred ?? true,
  }))
  .refine(({ project_ids }) => project_ids.length > 0, {
    error: "projects.id_required",
    path: ["project_ids"],
  });

const activate = endpoint({
  access: { can: "project.activate", by: "id" },
  summary: "Activate a project, so that it can be changed again.",
  params: IdParams,
  response: Project,
});
const deactivate = endpoint({
  access: { can: "project.activate", by: "id" },
  summary: "Deactivate a project: it becomes read-only and hidden from the public.",
  params: IdParams,
  response: Project,
});
const validate = endpoint({
  access: { can: "project.validate", by: "id" },
  summary: "Approve a project. Its owner is notified.",
  params: IdParams,
  response: Project,
});
const invalidate = endpoint({
  access: { can: "project.validate", by: "id" },
  summary: "Withdraw the approval. The owner is notified.",
  params: IdParams,
  response: Project,
});
const bulkStar = endpoint({
  access: "user",
  summary:
    "Star projects for the caller, or unstar them with `starred: 0`. Projects the caller cannot see are skipped.",
  body: ProjectIds,
  response: z.object({ project_ids: z.array(z.number()), starred: z.boolean() }),
});

/** Defaults of Add Project as specified; the year is the server's current one. */
const NewProject = z.object({
  name: fields.name,
  description: fields.description.default(""),
  status: fields.status.default("Design"),
  location: fields.location.default(""),
  latitude: fields.latitude.default(null),
  longitude: fields.longitude.default(null),
  time_zone: fields.time_zone.default("UTC"),
  year: fields.year.optional(),
  num_buildings: fields.num_buildings.default(1),
  num_floors: fields.num_floors.default(1),
  area: fields.area.default(0),
  id_type: fields.id_type.default(null),
  category_ids: fields.category_ids.default([]),
});

/**
 * Every change of a project (its fields, state, labels or cover, deleting and restoring) is broadcast as
 * `project-changed` with `{ id_project }` on its channel `private-project-{id}`: screens that show it reload it.
 */
export const projectsApi = defineApi(
  {
    "GET /api/projects": endpoint({
      access: "user",
      summary: "The projects the caller owns or has joined; all projects for a super admin.",
      reads: "replica",
      query: z.object({
        ...PageQuery,
        ...filters,
        /** Only those in which the caller has this right, according to the `can` of each. */
        may: z.enum(projectVerbs).optional(),
        sort: z.enum(projectSorts).default("updated"),
      }),
      response: page(Project),
    }),
    "GET /api/projects/map": endpoint({
      access: "user",
      summary: "The caller's filtered projects that have a location, newest first, at most 5000.",
      reads: "replica",
      query: z.object(filters),
      response: z.object({
        points: z.array(ProjectPoint),
        /** Number of those not sent. */
        left_out: z.number(),
        /** Matching projects without a location. */
        without_place: z.number(),
      }),
    }),
    "GET /api/projects/bin": endpoint({
      access: "user",
      summary: "Projects in the bin that the caller may restore, last deleted first, at most 500.",
      response: z.array(BinnedProject),
    }),
    "PUT /api/projects/restore/{id}": endpoint({
      access: { can: "binned_project.restore", by: "id" },
      summary:
        "Restore a project with its content. If its owner has reused the name, it is restored as 'Name (2)'.",
      params: IdParams,
      response: Project,
    }),
    "GET /api/projects/recent": endpoint({
      access: "user",
      summary: "The caller's newest projects, at most eight.",
      response: z.array(Project),
    }),
    "POST /api/projects": endpoint({
      access: "user",
      summary: "Create a project. Names are unique per owner, ignoring case.",
      body: NewProject,
      response: Project,
      status: 201,
      message: "Project added successfully",
    }),
    "GET /api/projects/{id}": endpoint({
      access: { can: "project.view", by: "id" },
      summary: "One project, by ID or code.",
      params: z.object({ id: z.union([Id, Code]) }),
      response: Project,
    }),
    "PUT /api/projects/{id}": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Update a project; only the fields sent are changed. Only the owner may set `is_public`.",
      params: IdParams,
      body: z.object({ ...fields, is_public: Flag }).partial(),
      response: Project,
    }),
    "GET /api/projects/{id}/activity": endpoint({
      access: { can: "project.view_activity", by: "id" },
      summary: "The project's activity log, newest first. Pass an id as `before` for the next page.",
      reads: "replica",
      params: IdParams,
      query: z.object({
        before: Id.optional(),
        /** `seen`, the views, is for callers who may read the views of visits. */
        part: z.enum(logParts).default("done"),
        /** Only these kinds of items: `project`, `visit`, `room`, `team`, `export`. */
        kind: z.enum(activityKinds).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
      response: z.object({ items: z.array(ProjectLogEntry), has_more: z.boolean() }),
    }),
    "POST /api/projects/{id}/cover": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Set the project's cover photo.",
      params: IdParams,
      upload: { cover: coverFile },
      response: Project,
    }),
    "DELETE /api/projects/{id}/cover/delete": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Remove the cover photo; the newest visit is shown instead.",
      params: IdParams,
      response: Project,
    }),
    "PUT /api/projects/activate/{id}": activate,
    "PUT /api/projects/deactivate/{id}": deactivate,
    "PUT /api/projects/validate/{id}": validate,
    "PUT /api/projects/invalidate/{id}": invalidate,
    // The specification abbreviates these; callers may, too.
    "PUT /api/activate/{id}": activate,
    "PUT /api/deactivate/{id}": deactivate,
    "PUT /api/validate/{id}": validate,
    "PUT /api/invalidate/{id}": invalidate,
    "PUT /api/projects/bulk-star": bulkStar,
    "PUT /api/bulk-star": bulkStar,
    "DELETE /api/projects/{id}": endpoint({
      access: { can: "project.delete", by: "id" },
      summary: "Move a project and its visits to the bin for 30 days.",
      params: IdParams,
      response: Empty,
    }),
    "PUT /api/projects/star": endpoint({
      access: "user",
      summary: "Star or unstar a project for the caller; toggles when `starred` is not sent.",
      body: z
        .object({
          id: Id.optional(),
          id_project: Id.optional(),
          project_id: Id.optional(),
          starred: Flag.optional(),
        })
        .transform((body) => ({
          id_project: body.id_project ?? body.project_id ?? body.id,
          starred: body.starred,
        }))
        .refine((body) => body.id_project !== undefined, {
          error: "projects.id_required",
          path: ["id_project"],
        }),
      response: z.object({ id_project: z.number(), starred: z.boolean() }),
    }),
  },
  "projects",
);
