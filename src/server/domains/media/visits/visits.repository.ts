import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { Grant, visitSorts } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { VisitInput } from "#contract/visits.ts";
import { starsOf } from "#server/domains/stars.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { VisitsTable } from "./tables.ts";
import "./tables.ts";
import type { VisitRecord } from "./visits.policy.ts";

/** Fields written by users, in the form of the table. */
export type VisitFields = Omit<VisitInput, "visit_date"> & { readonly visit_date: Date };

export interface VisitFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly id_project?: number | undefined;
  readonly starred?: boolean | undefined;
  readonly sort: (typeof visitSorts)[number];
}

/** A visit with the fields shown in a list, and the caller's rights in its project. */
export interface VisitSummary extends Selectable<VisitsTable> {
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
  readonly project: string;
  readonly author: string;
  readonly starred: boolean;
  readonly room_count: number;
  readonly processing_count: number;
  readonly cover_sha256: string | null;
}

export function createVisitsRepository(db: Database) {
  /** Visits of the projects in which the user may see them; all of them for a super admin. */
  const visible = (user: SessionUser) =>
    db
      .selectFrom("visits as v")
      .innerJoin("projects as p", "p.id", "v.id_project")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .leftJoin("visit_stars as s", (join) =>
        join.onRef("s.id_visit", "=", "v.id").on("s.id_user", "=", user.id),
      )
      .selectAll("v")
      .select(["m.role", "m.grants", "p.active", "p.validated", "p.name as project"])
      .select(sql<boolean>`s.id_user is not null`.as("starred"))
      .where("v.deleted_at", "is", null)
      .where("p.deleted_at", "is", null)
      .$if(!user.super_admin, (query) => query.where(sql<boolean>`'visits.view' = any (m.grants)`));

  /** The summaries, computed for the rows of one page only. */
  const summaries = (page: ReturnType<typeof visible>) =>
    db
      .selectFrom(page.as("v"))
      .leftJoin("users as u", "u.id", "v.id_user")
      .innerJoinLateral(facts, (join) => join.onTrue())
      .selectAll(["v", "facts"])
      .select(sql<string>`coalesce(${personName("u")}, '')`.as("author"))
      .$castTo<VisitSummary>();

  const count = async (user: SessionUser, filter: VisitFilter): Promise<number> => {
    if (user.super_admin && conditions(filter).length === 0) return countAll(db);
    const page = visible(user).where((where) => where.and(conditions(filter)));
    const { total } = await db
      .selectFrom(page.as("v"))
      .select(sql<number>`count(*)`.as("total"))
      .executeTakeFirstOrThrow();
    return total;
  };

  const { star, starAll } = starsOf(db, "visits", async (user: SessionUser, ids) => {
    const rows = await visible(user).where("v.id", "in", ids).execute();
    return rows.map(({ id }) => id);
  });

  return {
    async list(user: SessionUser, filter: VisitFilter): Promise<Page<VisitSummary>> {
      const page = visible(user)
        .where((where) => where.and(conditions(filter)))
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter));
      // Counted beside the page, which an index has in order: counted within it, all visits would be read and sorted.
      const [rows, total] = await Promise.all([
        summaries(page).orderBy(sql.raw(order[filter.sort])).execute(),
        count(user, filter),
      ]);
      return { rows, total };
    },

    summary: (user: SessionUser, id: number): Promise<VisitSummary> =>
      summaries(visible(user).where("v.id", "=", id)).executeTakeFirstOrThrow(),

    insert: (
      trx: Trx,
      values: VisitFields & Pick<VisitRecord, "code" | "id_project" | "id_user" | "id_payer">,
    ): Promise<{ id: number }> =>
      trx
        .insertInto("visits")
        .values({ ...values, deleted_at: null })
        .returning("id")
        .executeTakeFirstOrThrow(),

    async update(trx: Trx, visit: Authorized<VisitRecord>, values: Partial<VisitFields>): Promise<void> {
      if (Object.keys(values).length === 0) return;
      await trx
        .updateTable("visits")
        .set({ ...values, updated_at: sql`now()` })
        .where("id", "=", visit.id)
        .execute();
    },

    moveToBin: (trx: Trx, visit: Authorized<VisitRecord>) =>
      trx.updateTable("visits").set({ deleted_at: sql`now()` }).where("id", "=", visit.id).execute(),

    purge: (days: number) => purgeBinned(db, days),

    star,
    starAll,
  };
}

/** Of all projects: an index has the number, and visits of deleted projects are few. */
async function countAll(db: Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from visits where deleted_at is null)
      - (select count(*) from projects p join visits v on v.id_project = p.id
         where p.deleted_at is not null and v.deleted_at is null) as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Permanently deletes visits after the retention period of the bin. Returns the number deleted. */
async function purgeBinned(db: Database, days: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("visits")
      .select(["id", "name", "id_project"])
      .select(sql<number>`(select count(*) from rooms r where r.id_visit = visits.id)`.as("rooms"))
      .where(sql<boolean>`deleted_at < now() - make_interval(days => ${days})`)
      .forUpdate()
      .execute();
    for (const { id, name, id_project, rooms } of due) {
      await trx.deleteFrom("visits").where("id", "=", id).execute();
      await recordActivity(trx, {
        id_user: null,
        action: "visit.purged",
        subject: { kind: "visit", id, name },
        id_project,
        details: { rooms: String(rooms) },
        address: "",
      });
    }
    return due.length;
  });
}

const facts = sql<Pick<VisitSummary, "room_count" | "processing_count" | "cover_sha256">>`(
  select count(*) as room_count, count(*) filter (where c.state = 'processing') as processing_count,
    (array_agg(r.picture_sha256 order by r.position, r.id) filter (where c.state = 'ready'))[1] as cover_sha256
  from rooms r join pictures c on c.sha256 = r.picture_sha256
  where r.id_visit = v.id)`.as<"facts">(sql`facts`);

const order: Record<(typeof visitSorts)[number], string> = {
  date: "v.visit_date desc, v.id desc",
  created: "v.created_at desc, v.id desc",
  name: 'v.name collate "und-x-icu", v.id',
};

function conditions(filter: VisitFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  if (filter.id_project !== undefined) list.push(sql<boolean>`v.id_project = ${filter.id_project}`);
  if (filter.starred === true) list.push(sql<boolean>`s.id_user is not null`);
  if (filter.search !== undefined && filter.search !== "") {
    const pattern = likePattern(filter.search);
    list.push(
      sql<boolean>`(v.name ilike ${pattern} or v.description ilike ${pattern} or v.code = ${filter.search})`,
    );
  }
  return list;
}
