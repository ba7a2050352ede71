import { type RawBuilder, sql } from "kysely";
import type { CrewLanguage } from "#contract/crews.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { likePattern, offsetOf, type PageRequest } from "#server/platform/paging.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type CrewRecord, grantsByProject } from "./crews.policy.ts";
import "./tables.ts";

export interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: CrewLanguage;
  /** Whether the person has not switched off the emails. */
  readonly digest: boolean;
}

export interface CrewRow extends CrewRecord {
  readonly people: readonly PersonRow[];
  /** Those in which the reader sees snags. */
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** In those projects. */
  readonly open_snags: number;
}

export interface CrewFilter extends PageRequest {
  readonly id_project?: number | undefined;
  readonly archived: boolean;
  readonly search?: string | undefined;
}

export type CrewsRepository = ReturnType<typeof createCrewsRepository>;

export function createCrewsRepository(db: Database) {
  return {
    /** The crews that the user may see. */
    async list(user: SessionUser, filter: CrewFilter): Promise<{ rows: CrewRow[]; total: number }> {
      const condition = sql`${visible(user)} and ${narrowing(user, filter)}`;
      const page = sql`where ${condition} order by lower(c.name), c.id limit ${filter.per_page} offset ${offsetOf(filter)}`;
      const [{ rows }, counted] = await Promise.all([
        select(user, page).execute(db),
        sql<{ total: number }>`select count(*)::int as total from crews c where ${condition}`.execute(db),
      ]);
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },

    /** The caller has to check access. Throws NOT_FOUND. */
    async one(user: SessionUser, id: number, source: Database | Trx = db): Promise<CrewRow> {
      const { rows } = await select(user, sql`where c.id = ${id}`).execute(source);
      const [row] = rows;
      if (row === undefined) throw new AppError("NOT_FOUND");
      return row;
    },
  };
}

const select = (user: SessionUser, rest: RawBuilder<unknown>) => sql<CrewRow>`
  select c.*, ${grantsByProject(user.id)} as grants_by_project,
    (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'email', q.email, 'phone', q.phone,
      'language', q.language, 'digest', q.mail_off_at is null) order by lower(q.name), q.id), '[]')
      from crew_people q where q.id_crew = c.id) as people,
    (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) order by lower(w.name), w.id), '[]')
      from (${seenProjects(user)}) w) as projects,
    (select count(*)::int from snags s where s.id_crew = c.id and s.status <> 'closed'
      and s.id_project in (select w.id from (${seenProjects(user)}) w)) as open_snags
  from crews c ${rest}`;

/** Projects of a row `crews c` in which the user sees snags. */
const seenProjects = (user: SessionUser, projectId?: number) => sql`
  select p.id, p.name from crew_projects j
  join projects p on p.id = j.id_project and p.deleted_at is null
  left join project_members m on m.id_project = p.id and m.id_user = ${user.id}
  where j.id_crew = c.id and (${user.super_admin} or 'snags.view' = any (m.grants))
    ${projectId === undefined ? sql`` : sql`and p.id = ${projectId}`}`;

/** As the policy decides. */
const visible = (user: SessionUser) => sql`(${user.super_admin} or exists (${seenProjects(user)})
  or (c.id_owner = ${user.id} and not exists (select from crew_projects j where j.id_crew = c.id)))`;

const narrowing = (user: SessionUser, { id_project, archived, search = "" }: CrewFilter) => {
  const pattern = likePattern(search);
  return sql`(c.archived_at is not null) = ${archived}
    and ${id_project === undefined ? sql`true` : sql`exists (${seenProjects(user, id_project)})`}
    and ${search === "" ? sql`true` : sql`(c.name ilike ${pattern} or c.trade ilike ${pattern})`}`;
};
