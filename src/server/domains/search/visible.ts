import { type RawBuilder, sql } from "kysely";
import type { SessionUser } from "#server/platform/session.ts";

/** Who asks, and whose script's titles he reads first. */
export type Searcher = Pick<SessionUser, "id" | "super_admin" | "language">;

/**
 * What a person may see is asked for with every search and never copied: who was a member a moment ago finds
 * nothing any more. These two are all there is to say about it; every path to the items uses one of them.
 *
 * Here over a single item `s`, written so that PostgreSQL asks it for one row at a time, of those alone that come
 * into question, and cannot turn it into a join with all projects.
 */
export const isVisible = ({ id, super_admin }: Searcher): RawBuilder<boolean> =>
  super_admin
    ? sql<boolean>`(select p.deleted_at is null from projects p where p.id = s.id_project)`
    : sql<boolean>`(select p.deleted_at is null from projects p
        join project_members m on m.id_project = p.id and m.id_user = ${id} where p.id = s.id_project)`;

/** All items of a person's projects, as `s`: what whoever is in few projects is searched in. */
export const itemsOf = ({ id }: Searcher): RawBuilder<unknown> => sql`(
  select i.* from project_members m
  join projects p on p.id = m.id_project and p.deleted_at is null
  join search_items i on i.id_project = p.id
  where m.id_user = ${id} offset 0) s`;
