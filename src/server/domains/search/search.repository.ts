import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { SearchType } from "#contract/search.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { FoundItem } from "./hits.ts";
import { hasAll, isExact, type Kinds, type SearchQuery } from "./query.ts";
import "./tables.ts";

export interface Window {
  readonly offset: number;
  readonly count: number;
}

/** Who asks, and in which script's titles he reads first. */
export type Searcher = Pick<SessionUser, "id" | "super_admin"> & { readonly language: Language };

export function createSearchRepository(db: Database) {
  return {
    async find(user: Searcher, query: SearchQuery, kinds: Kinds, window: Window): Promise<FoundItem[]> {
      if (query.words.length === 0) return [];
      const { rows } = await sql<FoundItem>`
        select s.kind, s.id, s.title, s.code, p.name as project_name, p.location as project_location
        from ${visible(user)}
        where s.kind = any(${kinds}) and ${hasAll(query.words)}
        order by ${isExact(query)} desc, ${scriptOrder(user.language)}, s.sort, s.kind, s.id
        limit ${window.count} offset ${window.offset}`.execute(db);
      return rows;
    },

    /** How many of each kind, none above `cap`. */
    async counts(user: Searcher, query: SearchQuery, cap: number): Promise<Record<SearchType, number>> {
      const count = async (kind: SearchType): Promise<number> => {
        if (query.words.length === 0) return 0;
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (select 1 from ${visible(user)}
            where s.kind = ${kind} and ${hasAll(query.words)} limit ${cap}) as hits`.execute(db);
        return rows[0]?.count ?? 0;
      };
      const [project, visit, video, camera] = await Promise.all(
        (["project", "visit", "video", "camera"] as const).map(count),
      );
      return { project: project ?? 0, visit: visit ?? 0, video: video ?? 0, camera: camera ?? 0 };
    },
  };
}

/**
 * Items with their projects, of those alone that this person may see now: asked for with every search, so that who
 * was a member a moment ago finds nothing any more.
 */
const visible = (user: Searcher) =>
  user.super_admin
    ? sql`search_items s join projects p on p.id = s.id_project and p.deleted_at is null`
    : sql`project_members m join projects p on p.id = m.id_project and p.deleted_at is null
        join search_items s on s.id_project = p.id and m.id_user = ${user.id}`;

/** Digits and marks first, then the reader's own script. */
const scriptOrder = (language: Language) =>
  language === "ar"
    ? sql`(case when s.sort < 'a' then 0 when s.sort >= ${arabic} then 1 else 2 end)`
    : sql`(0::int)`;

const arabic = "\u0600";

export type SearchRepository = ReturnType<typeof createSearchRepository>;
