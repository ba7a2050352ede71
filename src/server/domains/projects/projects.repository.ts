import { type Expression, type SqlBool, sql } from "kysely";
import type { projectSorts } from "#contract/choices.ts";
import type { ProjectStatus } from "#contract/projects.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectRecord } from "./projects.policy.ts";
import "./tables.ts";

export interface ProjectFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly status?: ProjectStatus | undefined;
  readonly starred?: boolean | undefined;
  readonly sort: (typeof projectSorts)[number];
}

/** What a person may change; undefined leaves the field alone. */
export type ProjectValues = Pick<
  ProjectRecord,
  | "name"
  | "description"
  | "status"
  | "location"
  | "latitude"
  | "longitude"
  | "year"
  | "num_buildings"
  | "num_floors"
  | "area"
>;

/** A project with the counts a list shows. */
export interface ProjectSummary extends ProjectRecord {
  readonly starred: boolean;
  readonly visit_count: number;
  readonly room_count: number;
  readonly last_visit_date: Date | null;
  /** Hash of the newest ready picture, for the card. */
  readonly cover_sha256: string | null;
  /** Of the whole list, on the rows of a page. */
  readonly total?: number;
}

export function createProjectsRepository(db: Database) {
  /** Projects the user belongs to; all of them for a super admin. */
  const visible = (user: SessionUser) =>
    db
      .selectFrom("projects as p")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .leftJoin("project_stars as s", (join) =>
        join.onRef("s.id_project", "=", "p.id").on("s.id_user", "=", user.id),
      )
      .selectAll("p")
      .select(["m.role", "m.grants", sql<boolean>`s.id_user is not null`.as("starred")])
      .where("p.deleted_at", "is", null)
      .$if(!user.super_admin, (query) => query.where("m.role", "is not", null));

  /** The summaries, made for the rows of one page only. */
  const summaries = (page: ReturnType<typeof visible>) =>
    db
      .selectFrom(page.as("p"))
      .innerJoinLateral(facts, (join) => join.onTrue())
      .selectAll()
      .select(cover)
      .$castTo<ProjectSummary>();

  /** For a page behind the last one, which has no row to tell. */
  const count = async (user: SessionUser, filter: ProjectFilter): Promise<number> => {
    const page = visible(user).where((where) => where.and(conditions(filter)));
    const { total } = await db
      .selectFrom(page.as("p"))
      .select(sql<number>`count(*)`.as("total"))
      .executeTakeFirstOrThrow();
    return total;
  };

  return {
    async list(user: SessionUser, filter: ProjectFilter): Promise<Page<ProjectSummary>> {
      const page = visible(user)
        .select(sql<number>`count(*) over ()`.as("total"))
        .$if(filter.sort === "last_visit", (query) => query.select(lastVisit.as("last_visit")))
        .where((where) => where.and(conditions(filter)))
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter));
      const rows = await summaries(page).orderBy(sql.raw(order[filter.sort])).execute();
      const total = rows[0]?.total ?? (filter.page === 1 ? 0 : await count(user, filter));
      return { rows, total };
    },

    recent: (user: SessionUser): Promise<ProjectSummary[]> =>
      summaries(visible(user).orderBy(sql.raw(order.created)).limit(8))
        .orderBy(sql.raw(order.created))
        .execute(),

    summary: (user: SessionUser, id: number): Promise<ProjectSummary> =>
      summaries(visible(user).where("p.id", "=", id)).executeTakeFirstOrThrow(),

    async insert(trx: Trx, owner: SessionUser, code: string, values: ProjectValues): Promise<number> {
      const { id } = await trx
        .insertInto("projects")
        .values({ ...values, code, deleted_at: null, id_type: null, cover: null, id_deleter: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("project_members")
        .values({ id_project: id, id_user: owner.id, role: "owner" })
        .execute();
      return id;
    },

    async update(
      trx: Trx,
      project: Authorized<ProjectRecord>,
      values: Partial<ProjectValues>,
    ): Promise<void> {
      if (Object.keys(values).length === 0) return;
      await trx
        .updateTable("projects")
        .set({ ...values, updated_at: sql`now()` })
        .where("id", "=", project.id)
        .execute();
    },

    moveToBin: (trx: Trx, project: Authorized<ProjectRecord>) =>
      trx.updateTable("projects").set({ deleted_at: sql`now()` }).where("id", "=", project.id).execute(),

    /** For good, what has lain in the bin for its days. Returns how many went. */
    async purge(days: number): Promise<number> {
      const gone = await db
        .deleteFrom("projects")
        .where(sql<boolean>`deleted_at < now() - make_interval(days => ${days})`)
        .returning("id")
        .execute();
      return gone.length;
    },

    /** Sets or flips the user's own star. Undefined when he cannot see the project. */
    async star(user: SessionUser, id: number, starred: boolean | undefined): Promise<boolean | undefined> {
      const row = await visible(user).where("p.id", "=", id).executeTakeFirst();
      if (row === undefined) return undefined;
      const wanted = starred ?? !row.starred;
      if (wanted) {
        await db
          .insertInto("project_stars")
          .values({ id_user: user.id, id_project: id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await db
          .deleteFrom("project_stars")
          .where("id_user", "=", user.id)
          .where("id_project", "=", id)
          .execute();
      }
      return wanted;
    },
  };
}

const lastVisit = sql<Date | null>`(
  select max(v.visit_date) from visits v where v.id_project = p.id and v.deleted_at is null)`;

const facts = sql<{ visit_count: number; room_count: number; last_visit_date: Date | null }>`(
  select count(*) as visit_count, max(v.visit_date) as last_visit_date,
    coalesce(sum((select count(*) from rooms r where r.id_visit = v.id)), 0)::int as room_count
  from visits v where v.id_project = p.id and v.deleted_at is null)`.as<"facts">(sql`facts`);

const cover = sql<string | null>`(
  select r.picture_sha256 from visits v
  join rooms r on r.id_visit = v.id
  join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
  where v.id_project = p.id and v.deleted_at is null
  order by v.visit_date desc, r.position, r.id limit 1)`.as("cover_sha256");

const order: Record<(typeof projectSorts)[number], string> = {
  updated: "p.updated_at desc, p.id desc",
  created: "p.created_at desc, p.id desc",
  name: 'p.name collate "und-x-icu", p.id',
  last_visit: "last_visit desc nulls last, p.id desc",
};

function conditions(filter: ProjectFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  if (filter.status !== undefined) list.push(sql<boolean>`p.status = ${filter.status}`);
  if (filter.starred === true) list.push(sql<boolean>`s.id_user is not null`);
  if (filter.search !== undefined && filter.search !== "") {
    const pattern = likePattern(filter.search);
    list.push(
      sql<boolean>`(p.name ilike ${pattern} or p.description ilike ${pattern} or p.location ilike ${pattern} or p.code = ${filter.search})`,
    );
  }
  return list;
}

export type ProjectsRepository = ReturnType<typeof createProjectsRepository>;
