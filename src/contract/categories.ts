import { z } from "zod";
import { Empty, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Category, ProjectType } from "./projects.ts";

const Name = (required: string) =>
  z.object({
    // Normalised, so that a name is the same however a keyboard composes its accents.
    name: z.string({ error: required }).trim().normalize("NFC").min(1, { error: required }).max(limits.name),
  });
const CategoryName = Name("categories.name_required");
const TypeName = Name("categories.type_name_required");

/** Number of projects that use each; deleting it removes it from them. */
const counted = { project_count: z.number() };
export const CategoryRow = z.object({ ...Category.shape, ...counted });
export type CategoryRow = z.output<typeof CategoryRow>;
export const ProjectTypeRow = z.object({ ...ProjectType.shape, ...counted });
export type ProjectTypeRow = z.output<typeof ProjectTypeRow>;

/** `id_project` or `project_id`, `id_category` or `category_id`. */
const Assignment = z
  .object({
    id_project: Id.optional(),
    project_id: Id.optional(),
    id_category: Id.optional(),
    category_id: Id.optional(),
  })
  .transform((body) => ({
    id_project: body.id_project ?? body.project_id,
    id_category: body.id_category ?? body.category_id,
  }))
  .refine((body) => body.id_project !== undefined, { error: "projects.id_required", path: ["id_project"] })
  .refine((body) => body.id_category !== undefined, {
    error: "categories.id_required",
    path: ["id_category"],
  });

export const categoriesApi = defineApi(
  {
    "GET /api/categories": endpoint({
      access: "user",
      summary: "All categories by name, with the number of projects visible to the caller.",
      response: z.array(CategoryRow),
    }),
    "POST /api/categories": endpoint({
      access: "super_admin",
      summary: "Create a category. Names are unique, ignoring case.",
      body: CategoryName,
      response: CategoryRow,
      status: 201,
    }),
    "PUT /api/categories/{id}": endpoint({
      access: "super_admin",
      summary: "Rename a category.",
      params: IdParams,
      body: CategoryName,
      response: CategoryRow,
    }),
    "DELETE /api/categories/{id}": endpoint({
      access: "super_admin",
      summary: "Delete a category. It is removed from its projects, which stay.",
      params: IdParams,
      response: Empty,
    }),
    "POST /api/categories/assign": endpoint({
      access: { can: "project.edit", by: "id_project" },
      summary: "Add a category to a project. No effect if it already has it.",
      body: Assignment,
      response: z.array(Category),
      status: 200,
    }),
    "POST /api/categories/remove": endpoint({
      access: { can: "project.edit", by: "id_project" },
      summary: "Remove a category from a project. No effect if it does not have it.",
      body: Assignment,
      response: z.array(Category),
      status: 200,
    }),
    "GET /api/project-types": endpoint({
      access: "user",
      summary: "All project types by name, with the number of projects visible to the caller.",
      response: z.array(ProjectTypeRow),
    }),
    "POST /api/project-types": endpoint({
      access: "super_admin",
      summary: "Create a project type. Names are unique, ignoring case.",
      body: TypeName,
      response: ProjectTypeRow,
      status: 201,
    }),
    "PUT /api/project-types/{id}": endpoint({
      access: "super_admin",
      summary: "Rename a project type.",
      params: IdParams,
      body: TypeName,
      response: ProjectTypeRow,
    }),
    "DELETE /api/project-types/{id}": endpoint({
      access: "super_admin",
      summary: "Delete a project type. It is removed from its projects, which stay.",
      params: IdParams,
      response: Empty,
    }),
  },
  "projects",
);
