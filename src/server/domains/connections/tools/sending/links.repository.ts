import { type SqlBool, sql } from "kysely";
import type { ToolName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { ProjectStanding } from "#server/domains/sites/projects/projects.policy.ts";
import { maySee } from "#server/domains/work/snags/points.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { LinkSummary, ProjectToolSummary } from "../wire.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/work/snags/tables.ts";
import "../tables.ts";

export interface LinkFilter extends PageRequest {
  readonly tool: ToolName;
  readonly search?: string | undefined;
  readonly id_project?: number | undefined;
  readonly troubled?: boolean | undefined;
}

/** With the fields by which the viewer's rights on the snag are decided. */
export interface ListedLink extends LinkSummary, ProjectStanding {
  readonly id_author: number | null;
  readonly id_assignee: number | null;
}

/** With the fields by which the viewer's rights on the project are decided. */
export interface ListedBoard extends ProjectToolSummary, ProjectStanding {
  readonly is_public: boolean;
}

export type LinksRepository = ReturnType<typeof createLinksRepository>;

export function createLinksRepository(db: Database) {
  const links = (source: Database | Trx = db) =>
    source
      .selectFrom("snag_links as l")
      .innerJoin("snags as s", "s.id", "l.id_snag")
      .innerJoin("projects as p", "p.id", "s.id_project")
      .where("p.deleted_at", "is", null)
      .where("l.unlinked_at", "is", null)
      .selectAll("l")
      .select(["s.number", "s.title", "s.id_project", "p.name as project"]);

  const boards = (source: Database | Trx = db) =>
    source
      .selectFrom("project_tools as t")
      .innerJoin("projects as p", "p.id", "t.id_project")
      .leftJoin("tool_connections as c", "c.id", "t.id_connection")
      .leftJoin("users as u", "u.id", "t.id_user")
      .where("p.deleted_at", "is", null)
      .selectAll("t")
      .select(["p.name as project", "c.account", "c.state as connection_state"])
      .select(personName("u").as("person"))
      .select(
        sql<number>`(select count(*) from snag_links l where l.id_project_tool = t.id and l.unlinked_at is null)`.as(
          "link_count",
        ),
      );

  return {
    /** Links of snags that the user may see, newest change first. */
    async list(user: SessionUser, filter: LinkFilter): Promise<Page<ListedLink>> {
      const { tool, search = "", id_project, troubled } = filter;
      const pattern = likePattern(search);
      const rows = await links()
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
        )
        .$if(!user.super_admin, (query) => query.where(maySee(user)))
        .where("l.tool", "=", tool)
        .$if(id_project !== undefined, (query) => query.where("s.id_project", "=", id_project ?? 0))
        .$if(troubled === true, (query) =>
          query.where((where) =>
            where.or([
              where("l.state", "in", ["partial", "failed", "gone", "reauth"]),
              where("l.failure", "!=", ""),
            ]),
          ),
        )
        .$if(search !== "", (query) =>
          query.where(
            sql<SqlBool>`(s.title ilike ${pattern} or s.number::text = ${search} or p.name ilike ${pattern})`,
          ),
        )
        .select(["m.role", "m.grants", "p.active", "p.validated", "s.id_user as id_author", "s.id_assignee"])
        .select(sql<number>`count(*) over ()`.as("total"))
        .orderBy("l.updated_at", "desc")
        .orderBy("l.id", "desc")
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute();
      return { rows, total: rows[0]?.total ?? 0 };
    },

    ofSnag: (snagId: number): Promise<LinkSummary[]> =>
      links().where("l.id_snag", "=", snagId).orderBy("l.tool").execute(),

    one: (snagId: number, tool: ToolName, source: Database | Trx = db): Promise<LinkSummary | undefined> =>
      links(source).where("l.id_snag", "=", snagId).where("l.tool", "=", tool).executeTakeFirst(),

    /** Sync log, newest first, including cards that are no longer followed. */
    log: (snagId: number) =>
      db
        .selectFrom("snag_link_log as e")
        .innerJoin("snag_links as l", "l.id", "e.id_link")
        .selectAll("e")
        .select("l.tool")
        .where("l.id_snag", "=", snagId)
        .orderBy("e.id", "desc")
        .limit(limits.tools.log)
        .execute(),

    boardsOf: (projectId: number): Promise<ProjectToolSummary[]> =>
      boards().where("t.id_project", "=", projectId).orderBy("t.tool").execute(),

    board: (projectId: number, tool: ToolName): Promise<ProjectToolSummary | undefined> =>
      boards().where("t.id_project", "=", projectId).where("t.tool", "=", tool).executeTakeFirst(),

    /** Boards of projects whose snags the user may see. */
    boardsFor: (user: SessionUser, tool: ToolName): Promise<ListedBoard[]> =>
      boards()
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
        )
        .select(["m.role", "m.grants", "p.active", "p.validated", "p.is_public"])
        .where("t.tool", "=", tool)
        .$if(!user.super_admin, (query) => query.where(sql<SqlBool>`'snags.view' = any (m.grants)`))
        .orderBy("p.name")
        .orderBy("p.id")
        .execute(),
  };
}
