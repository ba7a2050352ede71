import { z } from "zod";
import { Role, RoleInput } from "./auth.ts";
import { Day } from "./billing.ts";
import { logParts } from "./choices.ts";
import { Empty, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { AccountState, ActivityEntry, userSorts } from "./users.ts";

/** One entry of the activity log of the whole installation. */
export const LogEntry = z.object({
  ...ActivityEntry.shape,
  id_user: z.number().nullable(),
  /** Empty when the account was deleted. */
  user_name: z.string(),
  /** Actor that is not a user: a deleted account, a guest, an unauthenticated caller, or the server. */
  stand_in: z.enum(["gone", "guest", "stranger", "server"]).nullable(),
  /** The seal over this entry; null for the seconds before it is sealed. */
  id_seal: z.number().nullable(),
  id_project: z.number().nullable(),
  project_name: z.string(),
});
export type LogEntry = z.output<typeof LogEntry>;

const logFilters = {
  part: z.enum(logParts).default("done"),
  id_user: Id.optional(),
  id_project: Id.optional(),
  /** `visit` finds all actions on visits, `visit.created` only that one. */
  action: z
    .string()
    .trim()
    .max(60)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
};

export const administrationApi = defineApi({
  "GET /api/activity": endpoint({
    access: "super_admin",
    summary: "Activity log of the installation, newest first. Counts up to 10,000 entries.",
    reads: "replica",
    cost: "report",
    query: z.object({
      ...PageQuery,
      ...logFilters,
      /** The id of the last entry of a page: only those behind it in the list, without counting up to it. */
      before: Id.optional(),
    }),
    response: page(LogEntry).extend({
      /** More entries match than `total` counts. */
      is_more: z.boolean().optional(),
      /** One or two letters are searched in the newest entries only, and there are older ones. */
      is_recent_only: z.boolean().optional(),
    }),
  }),
  "GET /api/activity/export": endpoint({
    access: "super_admin",
    summary: "Activity log as CSV (UTF-8), the newest 50,000 entries.",
    reads: "replica",
    query: z.object({ search: PageQuery.search, ...logFilters }),
    response: Empty,
    download: "text/csv; charset=utf-8",
  }),
  "GET /api/users/export": endpoint({
    access: "super_admin",
    summary: "Accounts as CSV (UTF-8), with the filters and order of the list.",
    query: z.object({
      search: PageQuery.search,
      role: RoleInput.optional(),
      state: AccountState.optional(),
      sort: z.enum(userSorts).default("name"),
    }),
    response: Empty,
    download: "text/csv; charset=utf-8",
  }),
  "PUT /api/users/bulk": endpoint({
    access: "super_admin",
    summary:
      "Apply one action to several accounts. The caller's own account and the last super admin are skipped and counted.",
    body: z
      .object({
        ids: z.array(Id).min(1).max(500),
        action: z.enum(["lock", "unlock", "role", "plan"]),
        role: Role.optional(),
        id_plan: Id.nullable().optional(),
      })
      .refine(({ action, role }) => action !== "role" || role !== undefined, {
        error: "users.role_required",
        path: ["role"],
      })
      .refine(({ action, id_plan }) => action !== "plan" || id_plan !== undefined, {
        error: "users.plan_required",
        path: ["id_plan"],
      }),
    response: z.object({ done: z.number(), left: z.number() }),
  }),
});
