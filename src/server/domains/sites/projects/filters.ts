import { type Expression, type SqlBool, sql } from "kysely";
import type { ProjectVerb, projectSorts } from "#contract/choices.ts";
import type { ProjectRole, ProjectStatus } from "#contract/projects.ts";
import type { Right } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type ProjectTitle, projectRights } from "./projects.policy.ts";

export type ProjectsReader = Pick<SessionUser, "id" | "super_admin" | "is_demo">;

/** Filters of the list, the table and the map; undefined does not filter. */
export interface ProjectFilter {
  readonly search?: string | undefined;
  readonly status?: ProjectStatus | undefined;
  readonly starred?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly validated?: boolean | undefined;
  /** Role of the caller. */
  readonly role?: ProjectRole | undefined;
  readonly id_category?: number | undefined;
  readonly id_type?: number | undefined;
  /** Verb that the caller is allowed in them. */
  readonly may?: ProjectVerb | undefined;
}

export type ProjectSort = (typeof projectSorts)[number];

/** Conditions over a project `p` with the membership `m` of the caller. */
export function conditions(filter: ProjectFilter, user: ProjectsReader): Expression<SqlBool>[] {
  const { search = "", status, starred, active, validated, role, id_category, id_type, may } = filter;
  const list: Expression<SqlBool>[] = [];
  if (status !== undefined) list.push(sql<boolean>`p.status = ${status}`);
  if (active !== undefined) list.push(sql<boolean>`p.active = ${active}`);
  if (validated !== undefined) list.push(sql<boolean>`p.validated = ${validated}`);
  if (role !== undefined) list.push(sql<boolean>`m.role = ${role}`);
  if (id_type !== undefined) list.push(sql<boolean>`p.id_type = ${id_type}`);
  if (id_category !== undefined)
    list.push(
      sql<boolean>`p.id in (select pc.id_project from project_categories pc where pc.id_category = ${id_category})`,
    );
  if (starred !== undefined) {
    const stars = sql`(select s.id_project from project_stars s where s.id_user = ${user.id})`;
    list.push(starred ? sql<boolean>`p.id in ${stars}` : sql<boolean>`p.id not in ${stars}`);
  }
  if (may !== undefined) list.push(hasRight(projectRights.verbs[may], user));
  if (search !== "") list.push(hasWords(search));
  return list;
}

/** `flagsBy` in SQL, for projects of which the caller is a member or a super admin. */
function hasRight({ to, reads, whileOpen }: Right<ProjectTitle>, user: ProjectsReader): Expression<SqlBool> {
  if (user.is_demo && reads !== true) return sql<boolean>`false`;
  const isOpen = whileOpen === true ? sql<boolean>`p.active and p.validated` : sql<boolean>`true`;
  if (user.super_admin && to.includes("super_admin")) return isOpen;
  return sql<boolean>`((m.role = any (${[...to]}::text[]) or m.grants && ${[...to]}::text[]) and ${isOpen})`;
}

/** Every word occurs in some field, compared like the search compares; or the text is the project's code. */
function hasWords(search: string): Expression<SqlBool> {
  // LIKE wildcards are escaped last: decomposing letters may produce some.
  const words = sql`array(
    select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%'
    from string_to_table(app_norm(${search}), ' ') word)`;
  return sql<boolean>`(p.haystack like all (${words}) or p.code = ${search})`;
}

/** Used in the statement that finds a page: over `p`. */
export const order: Readonly<Record<ProjectSort, string>> = {
  updated: "p.updated_at desc, p.id desc",
  created: "p.created_at desc, p.id desc",
  name: 'p.name collate "und-x-icu", p.id',
  last_visit: `(select max(v.visit_date) from visits v
    where v.id_project = p.id and v.deleted_at is null) desc nulls last, p.id desc`,
};

/** The opposite orders, along the same indexes. */
export const orderFromEnd: Readonly<Record<ProjectSort, string>> = {
  updated: "p.updated_at, p.id",
  created: "p.created_at, p.id",
  name: 'p.name collate "und-x-icu" desc, p.id desc',
  last_visit: `(select max(v.visit_date) from visits v
    where v.id_project = p.id and v.deleted_at is null) nulls first, p.id`,
};

/** The same order for the rows of a page, where the date is known already. */
export const orderOfPage: Readonly<Record<ProjectSort, string>> = {
  ...order,
  last_visit: "facts.last_visit_date desc nulls last, p.id desc",
};
