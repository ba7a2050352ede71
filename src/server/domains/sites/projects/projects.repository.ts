import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { offsetOf, type Page, type PageRequest, spanOf } from "#server/platform/paging.ts";
import {
  conditions,
  order,
  orderFromEnd,
  orderOfPage,
  type ProjectFilter,
  type ProjectSort,
  type ProjectsReader,
} from "./filters.ts";
import type { ProjectRecord } from "./projects.policy.ts";
import {
  categories,
  coverPicture,
  facts,
  lastVisit,
  memberCount,
  owner,
  type ProjectSummary,
  type,
} from "./summary.ts";
import "./tables.ts";

/** A project on the map. */
export type PlacedProject = Pick<ProjectRecord, "id" | "name" | "status" | "location" | "grants"> & {
  readonly latitude: number;
  readonly longitude: number;
  readonly cover_card: string | null;
  readonly cover_sha256: string | null;
  readonly last_visit_date: Date | null;
};

const recent = 8;
/** Rows before a page from which on its way from the end is considered. */
const farFrom = 1000;

export function createProjectsRepository(db: Database) {
  const total = (user: ProjectsReader, filter: ProjectFilter) =>
    found(db, user, filter).clearSelect().select(sql<number>`count(*)`.as("total"));

  type Listed = ProjectFilter & PageRequest & { readonly sort: ProjectSort };

  /** A page in the second half is read from the end: the last page of thousands costs what the first one costs. */
  const farPage = async (filter: Listed, user: ProjectsReader): Promise<Page<ProjectSummary>> => {
    const { total: all } = await total(user, filter).executeTakeFirstOrThrow();
    const { isReverse, limit, offset } = spanOf(filter, all);
    if (limit === 0) return { rows: [], total: all };
    const page = found(db, user, filter)
      .orderBy(isReverse ? sql.raw(orderFromEnd[filter.sort]) : sql.raw(order[filter.sort]))
      .limit(limit)
      .offset(offset);
    const rows = await summaries(db, user, page).orderBy(sql.raw(orderOfPage[filter.sort])).execute();
    return { rows, total: all };
  };

  return {
    async list(user: ProjectsReader, filter: Listed): Promise<Page<ProjectSummary>> {
      if ((filter.search ?? "") === "" && offsetOf(filter) >= farFrom) return farPage(filter, user);
      const page = found(db, user, filter)
        // Counted separately, a page is read along an index and ends with its last row; words are compared only once.
        .select(
          (filter.search ?? "") === ""
            ? sql<number>`(${total(user, filter)})`.as("total")
            : sql<number>`count(*) over ()`.as("total"),
        )
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter));
      const rows = await summaries(db, user, page).orderBy(sql.raw(orderOfPage[filter.sort])).execute();
      const [first] = rows;
      // A page past the last one has no row to carry the count.
      const count = first ?? (filter.page > 1 ? await total(user, filter).executeTakeFirst() : undefined);
      return { rows, total: count?.total ?? 0 };
    },

    recent: (user: ProjectsReader): Promise<ProjectSummary[]> =>
      summaries(db, user, found(db, user, {}).orderBy(sql.raw(order.created)).limit(recent))
        .orderBy(sql.raw(order.created))
        .execute(),

    /** Returns a project that the policy has let the caller see, as a member or not. */
    summary: (user: ProjectsReader, id: number): Promise<ProjectSummary> =>
      summaries(
        db,
        user,
        db.selectFrom("projects as p").select("p.id").where("p.id", "=", id),
      ).executeTakeFirstOrThrow(),

    /** Returns the projects that have a location, newest first, and the counts with and without one. */
    async map(user: ProjectsReader, filter: ProjectFilter) {
      const page = found(db, user, filter)
        .where("p.latitude", "is not", null)
        .orderBy(sql.raw(order.created))
        .limit(limits.project.points);
      const points = db
        .selectFrom(page.as("page"))
        .innerJoin("projects as p", "p.id", "page.id")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
        )
        .select(["p.id", "p.name", "p.status", "p.location", "p.latitude", "p.longitude"])
        .select(["p.cover_card", "m.grants", coverPicture(user), lastVisit])
        .orderBy(sql.raw(order.created))
        .$castTo<PlacedProject>();
      const counts = found(db, user, filter)
        .clearSelect()
        .select(sql<number>`count(p.latitude)`.as("placed"))
        .select(sql<number>`count(*) - count(p.latitude)`.as("without"));
      const [rows, { placed, without }] = await Promise.all([
        points.execute(),
        counts.executeTakeFirstOrThrow(),
      ]);
      return { rows, placed, without };
    },

    /** Returns those of these ids whose projects the user belongs to. */
    async seen(user: ProjectsReader, ids: readonly number[]): Promise<number[]> {
      const rows = await found(db, user, {}).where("p.id", "in", ids).orderBy("p.id").execute();
      return rows.map(({ id }) => id);
    },

    purge: (days: number) => purgeBinned(db, days),
  };
}

/** Full data of the projects of `page`, which selects their ids. */
const summaries = (db: Database, user: ProjectsReader, page: ReturnType<typeof found>) =>
  db
    .selectFrom(page.as("page"))
    .innerJoin("projects as p", "p.id", "page.id")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
    )
    .leftJoin("project_stars as s", (join) =>
      join.onRef("s.id_project", "=", "p.id").on("s.id_user", "=", user.id),
    )
    .innerJoinLateral(facts, (join) => join.onTrue())
    .selectAll(["page", "p", "facts"])
    .select(["m.role", "m.grants", sql<boolean>`s.id_user is not null`.as("starred")])
    .select([coverPicture(user), owner, type, categories, memberCount])
    .$castTo<ProjectSummary>();

/** Permanently deletes projects whose days in the bin are over. Returns the number deleted. */
async function purgeBinned(db: Database, days: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("projects as p")
      .select(["p.id", "p.name"])
      .select(sql<number>`(select count(*) from visits v where v.id_project = p.id)`.as("visits"))
      .select(sql<number>`(select count(*) from snags s where s.id_project = p.id)`.as("snags"))
      .select(sql<number>`(select count(*) from videos t where t.id_project = p.id)`.as("videos"))
      .where(sql<boolean>`p.deleted_at < now() - make_interval(days => ${days})`)
      .forUpdate()
      .execute();
    for (const { id, name, visits, snags, videos } of due) {
      await trx.deleteFrom("projects").where("id", "=", id).execute();
      await recordActivity(trx, {
        id_user: null,
        action: "project.purged",
        subject: { kind: "project", id, name },
        details: { visits: String(visits), snags: String(snags), videos: String(videos) },
        address: "",
      });
    }
    return due.length;
  });
}

/** Ids of the user's projects that pass the filter; of all projects for a super admin. */
const found = (db: Database, user: ProjectsReader, filter: ProjectFilter) =>
  db
    .selectFrom("projects as p")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
    )
    .select("p.id")
    .where("p.deleted_at", "is", null)
    .$if(!user.super_admin, (query) => query.where("m.role", "is not", null))
    .where((where) => where.and(conditions(filter, user)));

export type ProjectsRepository = ReturnType<typeof createProjectsRepository>;
