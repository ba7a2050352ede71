import { sql } from "kysely";
import type { PublicVideo } from "#contract/videos.ts";
import { filmColumns } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { openToGuests } from "./open-video.ts";
import { type VideoWire, wirePublic } from "./wire.ts";

export interface PublicFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly project_code?: string | undefined;
}

/** Public videos, newest first. */
export interface PublicVideos {
  list(filter: PublicFilter): Promise<Page<PublicVideo>>;
  /** Videos of a project, at most 200. */
  ofProject(projectId: number): Promise<PublicVideo[]>;
}

export function publicVideos(db: Database, wire: VideoWire): PublicVideos {
  const shown = () =>
    db
      .selectFrom("videos as t")
      .innerJoin("films", "films.sha256", "t.film_sha256")
      .innerJoin("projects as p", "p.id", "t.id_project")
      .where(openToGuests);
  const rows = (query: ReturnType<typeof shown>) =>
    query
      .select(["t.code", "t.title", "t.description", "t.video_date", "t.is_protected", "t.thumbnail"])
      .select(filmColumns)
      .select(["t.film_sha256", sql<string>`case when p.is_public then p.name else '' end`.as("project")])
      .orderBy("t.video_date", "desc")
      .orderBy("t.id", "desc");

  return {
    async list(filter) {
      const { search = "", project_code } = filter;
      const found = shown()
        .$if(project_code !== undefined, (query) =>
          query.where("p.code", "=", project_code ?? "").where("p.is_public", "=", true),
        )
        .$if(search !== "", (query) => {
          const pattern = likePattern(search);
          return query.where(sql<boolean>`(t.title ilike ${pattern} or t.description ilike ${pattern})`);
        });
      const [page, { total }] = await Promise.all([
        rows(found).limit(filter.per_page).offset(offsetOf(filter)).execute(),
        found.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow(),
      ]);
      return { rows: page.map((row) => wirePublic(row, wire)), total };
    },
    async ofProject(projectId) {
      const page = await rows(shown().where("t.id_project", "=", projectId))
        .limit(200)
        .execute();
      return page.map((row) => wirePublic(row, wire));
    },
  };
}
