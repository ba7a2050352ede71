import { type Expression, type SqlBool, sql } from "kysely";
import type { ProjectStatus, projectSorts } from "#contract/projects.ts";
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
  readonly total?: number;
}

export function createProjectsRepository(db: Database) {
  /** Projects the user belongs to, all for a super admin, each with its summary made for the rows of the page only. */
  const summaries = (user: SessionUser) =>
    db
      .selectFrom("projects as p")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .leftJoin("project_stars as s", (join) =>
        join.onRef("s.id_project", "=", "p.id").on("s.id_user", "=", user.id),
      )
      .selectAll("p")
      .select(["m.role", sql<boolean>`s.id_user is not null`.as("starred")])
      .select(
        sql<number>`(select count(*) from visits v where v.id_project = p.id and v.deleted_at is null)`.as(
          "visit_count",
        ),
      )
      .select(
        sql<number>`(select count(*) from rooms r join visits v on v.id = r.id_visit where v.id_project = p.id and v.deleted_at is null)`.as(
          "room_count",
        ),
      )
      .select(
        sql<Date | null>`(select max(v.visit_date) from visits v where v.id_project = p.id and v.deleted_at is null)`.as(
          "last_visit_date",
        ),
      )
      .select(
        sql<string | null>`(
          select r.picture_sha256 from visits v
          join rooms r on r.id_visit = v.id
          join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready'
          where v.id_project = p.id and v.deleted_at is null
          order by v.visit_date desc, r.position, r.id limit 1)`.as("cover_sha256"),
      )
      .where("p.deleted_at", "is", null)
      .$if(!user.super_admin, (query) => query.where("m.role", "is not", null));

  return {
    async list(user: SessionUser, filter: ProjectFilter): Promise<Page<ProjectSummary>> {
      const rows = await summaries(user)
        .select(sql<number>`count(*) over ()`.as("total"))
        .where((where) => where.and(conditions(filter)))
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute();
      return { rows, total: rows[0]?.total ?? 0 };
    },

    recent: (user: SessionUser): Promise<ProjectSummary[]> =>
      summaries(user).orderBy(sql`p.created_at desc, p.id desc`).limit(8).execute(),

    summary: (user: SessionUser, id: number): Promise<ProjectSummary> =>
      summaries(user).where("p.id", "=", id).executeTakeFirstOrThrow(),

    async insert(trx: Trx, owner: SessionUser, code: string, values: ProjectValues): Promise<number> {
      const { id } = await trx
        .insertInto("projects")
        .values({ ...values, code, deleted_at: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("project_members")
        .values({ id_project: id, id_user: owner.id, role: "owner" })
        .execute();
      return id;
    },

    async update(project: Authorized<ProjectRecord>, values: Partial<ProjectValues>): Promise<void> {
      if (Object.keys(values).length === 0) return;
      await db
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
      const row = await summaries(user).where("p.id", "=", id).executeTakeFirst();
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

const order: Record<(typeof projectSorts)[number], string> = {
  updated: "p.updated_at desc, p.id desc",
  created: "p.created_at desc, p.id desc",
  name: 'p.name collate "und-x-icu", p.id',
  last_visit: "last_visit_date desc nulls last, p.id desc",
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
