import { type RawBuilder, sql } from "kysely";
import type { SessionUser } from "#server/platform/session.ts";

/** The caller, and the script whose titles are sorted first. */
export type Searcher = Pick<SessionUser, "id" | "super_admin" | "language">;

/**
 * Rights are checked with every search and never copied: a removed member finds nothing from that moment, and a member
 * finds only the kinds that they may see in a project. `search_sees` in the database decides; null stands for a caller
 * who sees everything.
 */
export const callerOf = ({ id, super_admin }: Searcher): number | null => (super_admin ? null : id);

/** Checks a single item `s`, one row at a time, and only for candidates. */
export const isVisible = (user: Searcher): RawBuilder<boolean> =>
  user.super_admin
    ? sql<boolean>`search_sees(null::bigint, s.kind, s.id_project)`
    : sql<boolean>`(search_sees(${callerOf(user)}::bigint, s.kind, s.id_project)
        or s.kind = 'snag' and s.id in (${ownSnags(user)}))`;

/** Snags for members who see only their own in a project: created by them or assigned to them. */
const ownSnags = ({ id }: Searcher) => sql`
  select n.id from snags n join project_members m on m.id_project = n.id_project and m.id_user = ${id}
    join projects p on p.id = n.id_project and p.deleted_at is null
  where ${id} in (n.id_user, n.id_assignee) and 'snags.own' = any (m.grants)`;

/**
 * All items of a user's projects, as `s`: the search space of users with few projects. Read project by project (`offset
 * 0`): the planner would take the items of all projects at once where there are some hundred thousand. The text as an
 * expression keeps it from testing the words on its thousand samples, which costs more than the search.
 */
export const itemsOf = ({ id }: Searcher): RawBuilder<unknown> => sql`(
  select i.kind, i.id, i.id_project, i.title, i.code, i.sort, i.norm_code, i.haystack || '' as haystack
  from project_members m
  cross join lateral (select * from search_items where id_project = m.id_project offset 0) i
  where m.id_user = ${id} and search_sees(${id}::bigint, 'project', m.id_project)
    and (search_grant(i.kind) = any (m.grants)
      or i.kind = 'snag' and 'snags.own' = any (m.grants)
        and exists (select from snags n where n.id = i.id and ${id} in (n.id_user, n.id_assignee)))
  offset 0) s`;
