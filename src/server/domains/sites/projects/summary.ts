import { sql } from "kysely";
import type { Category } from "#contract/projects.ts";
import { isOpenVisit } from "./open-visits.ts";
import { type PersonRow, personJson } from "./people.ts";
import type { ProjectRecord } from "./projects.policy.ts";

/** A project with everything that a card, a row or a page shows of it. */
export interface ProjectSummary extends ProjectRecord {
  readonly starred: boolean;
  readonly visit_count: number;
  readonly room_count: number;
  readonly last_visit_date: Date | null;
  /** Hash of the newest visit's first ready picture. */
  readonly cover_sha256: string | null;
  readonly owner: PersonRow | null;
  readonly type: string | null;
  readonly categories: readonly Category[];
  readonly member_count: number;
  /** Count of the whole list, repeated on each row of a page. */
  readonly total?: number;
}

// Computed over a project `p`, for the rows of one page: each is a walk along an index.

export const facts = sql<{ visit_count: number; room_count: number; last_visit_date: Date | null }>`(
  select count(*) as visit_count, max(v.visit_date) as last_visit_date,
    coalesce(sum((select count(*) from rooms r where r.id_visit = v.id)), 0)::int as room_count
  from visits v where v.id_project = p.id and v.deleted_at is null)`.as<"facts">(sql`facts`);

export const lastVisit = sql<Date | null>`(
  select max(v.visit_date) from visits v where v.id_project = p.id and v.deleted_at is null)`.as(
  "last_visit_date",
);

/** Cover of the newest visit; for a user who is not a member `m` of the project, of the newest public one. */
export const coverPicture = ({ super_admin }: { readonly super_admin: boolean }) =>
  sql<string | null>`(
  select first.picture_sha256 from visits v cross join lateral (
    select r.picture_sha256 from rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
    where r.id_visit = v.id order by r.position, r.id limit 1) first
  where v.id_project = p.id and v.deleted_at is null
    and (m.role is not null or ${super_admin} or ${isOpenVisit()})
  order by v.visit_date desc limit 1)`.as("cover_sha256");

/** The first, in case there are ever two. */
export const owner = sql<PersonRow | null>`(
  select ${personJson("u")} from project_members o join users u on u.id = o.id_user
  where o.id_project = p.id and o.role = 'owner' order by o.id limit 1)`.as("owner");

export const type = sql<string | null>`(select t.name from project_types t where t.id = p.id_type)`.as(
  "type",
);

export const categories = sql<Category[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'id_category', c.id, 'name', c.name)
    order by c.name collate "und-x-icu", c.id)
  from project_categories pc join categories c on c.id = pc.id_category where pc.id_project = p.id), '[]')`.as(
  "categories",
);

export const memberCount = sql<number>`(
  select count(*) from project_members t where t.id_project = p.id)`.as("member_count");
