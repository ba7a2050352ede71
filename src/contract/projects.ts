import { z } from "zod";
import { projectSorts } from "./choices.ts";
import { Can, Code, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

export const ProjectStatus = z.enum(["Design", "Under_Construction", "On_Hold", "Completed"]);
export type ProjectStatus = z.output<typeof ProjectStatus>;

/** The caller's place in a project; what each may do is the project policy's to say. */
export const ProjectRole = z.enum(["owner", "manager", "editor", "viewer", "trade"]);
export type ProjectRole = z.output<typeof ProjectRole>;

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
  year: z.number(),
  num_buildings: z.number(),
  num_floors: z.number(),
  /** Square metres. */
  area: z.number(),
  active: z.boolean(),
  validated: z.boolean(),
  starred: z.boolean(),
  /** The newest visit's first room as a small panorama, 300x150; null while there is none. */
  thumbnail: z.string().nullable(),
  /** The same as one sees it when it opens: 960x480, already projected. */
  cover: z.string().nullable(),
  visit_count: z.number(),
  room_count: z.number(),
  /** Newest capture date of any visit. */
  last_visit_date: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Project = z.output<typeof Project>;

const fields = {
  name: z
    .string({ error: "projects.name_required" })
    .trim()
    .min(1, { error: "projects.name_required" })
    .max(limits.name),
  description: z.string().trim().max(limits.description),
  status: ProjectStatus,
  location: z.string().trim().max(limits.description),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  year: z.number().int().min(limits.project.year.min).max(limits.project.year.max),
  num_buildings: z.number().int().min(0).max(limits.project.count.max),
  num_floors: z.number().int().min(0).max(limits.project.count.max),
  area: z.number().min(0).max(limits.project.area.max),
};

/** Defaults of Add Project as specified; the year is the server's current one. */
const NewProject = z.object({
  name: fields.name,
  description: fields.description.default(""),
  status: fields.status.default("Design"),
  location: fields.location.default(""),
  latitude: fields.latitude.default(null),
  longitude: fields.longitude.default(null),
  year: fields.year.optional(),
  num_buildings: fields.num_buildings.default(1),
  num_floors: fields.num_floors.default(1),
  area: fields.area.default(0),
});

export const projectsApi = defineApi({
  "GET /api/projects": endpoint({
    access: "user",
    summary: "The caller's projects: own and joined; all of them for a super admin.",
    query: z.object({
      ...PageQuery,
      status: ProjectStatus.optional(),
      starred: Flag.optional(),
      sort: z.enum(projectSorts).default("updated"),
    }),
    response: page(Project),
  }),
  "GET /api/projects/recent": endpoint({
    access: "user",
    summary: "The caller's newest projects, at most eight.",
    response: z.array(Project),
  }),
  "POST /api/projects": endpoint({
    access: "user",
    summary: "Create a project.",
    body: NewProject,
    response: Project,
    status: 201,
    message: "Project added successfully",
  }),
  "GET /api/projects/{id}": endpoint({
    access: { can: "project.view", by: "id" },
    summary: "One project, by number or code.",
    params: z.object({ id: z.union([Id, Code]) }),
    response: Project,
  }),
  "PUT /api/projects/{id}": endpoint({
    access: { can: "project.edit", by: "id" },
    summary: "Change a project; only the fields sent are touched.",
    params: IdParams,
    body: z.object(fields).partial(),
    response: Project,
  }),
  "DELETE /api/projects/{id}": endpoint({
    access: { can: "project.delete", by: "id" },
    summary: "Move a project, with its visits, to the bin for 30 days.",
    params: IdParams,
    response: Empty,
  }),
  "PUT /api/projects/star": endpoint({
    access: "user",
    summary: "Star or unstar a project for oneself; toggles when `starred` is not sent.",
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
});
