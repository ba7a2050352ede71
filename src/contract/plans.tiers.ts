import { z } from "zod";
import { Can, Empty, Flag, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Currency, Minor, Price } from "./money.ts";

/** A measure of a project as entered. */
const measure = (max: number) =>
  z.coerce
    .number({ error: "plans.tiers.size_range" })
    .min(0, { error: "plans.tiers.size_range" })
    .max(max, { error: "plans.tiers.size_range" });
const size = {
  /** Square metres. */
  area: measure(limits.project.area.max),
  num_buildings: measure(limits.project.count.max).int({ error: "plans.tiers.size_range" }),
  num_floors: measure(limits.project.count.max).int({ error: "plans.tiers.size_range" }),
};
/** The project itself, or its size. */
const SizeOrProject = z
  .object({
    project_id: Id.optional(),
    id_project: Id.optional(),
    area: size.area.default(0),
    num_buildings: size.num_buildings.default(0),
    num_floors: size.num_floors.default(0),
  })
  .transform(({ project_id, id_project, ...rest }) => ({
    ...rest,
    id_project: id_project ?? project_id ?? null,
  }));

/** A size tier and the price of a project in it: a project belongs to the first tier whose maxima it does not exceed. */
export const ProjectTier = z.object({
  id: z.number(),
  name: z.string(),
  /** Largest area in square metres, inclusive; null: unlimited. The other maxima likewise. */
  area: z.number().nullable(),
  num_buildings: z.number().nullable(),
  num_floors: z.number().nullable(),
  /** The only project that it applies to; null for all. */
  project_id: z.number().nullable(),
  /** Minor units per month. */
  price: z.number(),
  currency: Currency,
  active: z.boolean(),
  /** Number of projects in it; null for callers who are not super admins. */
  projects: z.number().nullable(),
  created_at: z.string(),
  can: Can,
});
export type ProjectTier = z.output<typeof ProjectTier>;

const fields = {
  name: z
    .string({ error: "plans.tiers.name_required" })
    .trim()
    .min(1, { error: "plans.tiers.name_required" })
    .max(limits.name, { error: "plans.tiers.name_long" }),
  area: size.area.nullable(),
  num_buildings: size.num_buildings.nullable(),
  num_floors: size.num_floors.nullable(),
  project_id: Id.nullable(),
  price: Price,
  active: Flag,
};

/** Creations in one month, and totals at its end. `month`: 1 to 12. */
export const MonthUsage = z.object({
  year: z.number(),
  month: z.number(),
  projects: z.number(),
  visits: z.number(),
  videos: z.number(),
  /** Bytes of uploaded originals. */
  bytes: z.number(),
});
export type MonthUsage = z.output<typeof MonthUsage>;

const Year = z.coerce.number().int().min(2020).max(2200);
const Whose = Id.optional();

export const projectTiersApi = defineApi({
  "GET /api/project-tiers": endpoint({
    access: "user",
    summary: "Size tiers, smallest first. A super admin also gets inactive tiers.",
    response: z.array(ProjectTier),
  }),
  "POST /api/project-tiers": endpoint({
    access: "super_admin",
    summary: "Create a size tier.",
    body: z.object({
      name: fields.name,
      area: fields.area.default(null),
      num_buildings: fields.num_buildings.default(null),
      num_floors: fields.num_floors.default(null),
      project_id: fields.project_id.default(null),
      price: fields.price,
      active: fields.active.default(true),
    }),
    response: ProjectTier,
    status: 201,
  }),
  "GET /api/project-tiers/usage/current": endpoint({
    access: "user",
    summary: "Usage of one month, by default the current month. A super admin can name a user (`id_user`).",
    query: z.object({
      year: Year.optional(),
      month: z.coerce.number().int().min(1).max(12).optional(),
      id_user: Whose,
    }),
    response: MonthUsage,
  }),
  "GET /api/project-tiers/usage/yearly": endpoint({
    access: "user",
    summary:
      "Usage of the twelve months of a year, by default the current year. A super admin can name a user (`id_user`) or get all users together.",
    query: z.object({ year: Year.optional(), id_user: Whose, everybody: Flag.default(false) }),
    response: z.object({ year: z.number(), months: z.array(MonthUsage) }),
  }),
  "POST /api/project-tiers/find-tier": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "The tier of a size, or of a project of the caller; null if no tier fits.",
    body: SizeOrProject,
    response: z.object({ tier: ProjectTier.nullable() }),
  }),
  "POST /api/project-tiers/check-upgrade": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Whether a project of the caller would move to a more expensive tier with this size.",
    body: z.object({ project_id: Id.optional(), id_project: Id.optional(), ...size }),
    response: z.object({
      needs_upgrade: z.boolean(),
      current: ProjectTier.nullable(),
      required: ProjectTier.nullable(),
      difference: Minor,
    }),
  }),
  "GET /api/project-tiers/admin/stats": endpoint({
    access: "super_admin",
    summary:
      "Statistics of the platform: totals, projects by tier, subscribers by plan, and the last twelve months.",
    reads: "replica",
    response: z.object({
      users: z.number(),
      projects: z.number(),
      visits: z.number(),
      videos: z.number(),
      cameras: z.number(),
      channels: z.number(),
      /** Bytes of originals. */
      bytes: z.number(),
      tiers: z.array(z.object({ id: z.number().nullable(), name: z.string(), projects: z.number() })),
      plans: z.array(z.object({ id: z.number().nullable(), name: z.string(), users: z.number() })),
      currency: Currency,
      /** Minor units invoiced and paid by month of the invoice, the last twelve. */
      months: z.array(z.object({ ...MonthUsage.shape, billed: Minor, paid: Minor })),
      unpaid: Minor,
    }),
  }),
  "GET /api/project-tiers/{id}": endpoint({
    access: "user",
    summary: "One size tier. An inactive tier is found by super admins only.",
    params: IdParams,
    response: ProjectTier,
  }),
  "PUT /api/project-tiers/{id}": endpoint({
    access: { can: "tier.edit", by: "id" },
    summary: "Update fields of a size tier. Existing invoices stay unchanged.",
    params: IdParams,
    body: z.object(fields).partial(),
    response: ProjectTier,
  }),
  "DELETE /api/project-tiers/{id}": endpoint({
    access: { can: "tier.delete", by: "id" },
    summary: "Delete a size tier. Existing invoices stay unchanged.",
    params: IdParams,
    response: Empty,
  }),
});
