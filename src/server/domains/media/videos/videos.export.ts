import type { ExportFile, ExportPart, ExportRequest } from "#server/domains/sites/exports/part.ts";
import type { ExportPaths } from "#server/domains/sites/exports/paths.ts";
import { wordsIn } from "#server/domains/sites/exports/words.ts";
import { filmFiles, filmKey } from "#server/media/films/film-files.ts";
import type { Archive } from "#server/media/index.ts";
import type { CsvTable } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import "../comments/tables.ts";
import "#server/media/films/tables.ts";
import "./tables.ts";

/** Part of an export: every video as it was uploaded, its data and its comments. */
export function videosExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "videos",
    needs: "videos.view",
    async estimate(request) {
      return (await videosOf(db, request)).reduce((sum, { bytes }) => sum + bytes, 0);
    },
    async read(request, paths) {
      const [rows, comments] = await Promise.all([videosOf(db, request), commentsOf(db, request.project.id)]);
      const videos = rows.map((video) => ({ ...video, original: pathOf(video, paths) }));
      return {
        facts: videos.map((video) => factsOf(video, comments)),
        tables: [table(request, videos)],
        async *files(): AsyncGenerator<ExportFile> {
          for (const { original, video_date, film_sha256: sha256 } of videos)
            yield {
              path: original,
              modifiedAt: video_date,
              isPacked: true,
              sha256,
              open: async () => (await archive.keptFile(filmKey(sha256, filmFiles.original)))?.open(),
            };
        },
      };
    },
  };
}

const videosOf = (db: Database, { project, holds }: ExportRequest) =>
  db
    .selectFrom("videos as t")
    .innerJoin("films as f", "f.sha256", "t.film_sha256")
    .leftJoin("users as u", "u.id", "t.id_user")
    .select(["t.id", "t.title", "t.description", "t.video_date", "t.created_at", "t.north"])
    .select(["t.film_sha256", "t.file_name", "f.bytes", "f.width", "f.height", "f.seconds"])
    .select(personName("u").as("author"))
    .where("t.id_project", "=", project.id)
    .where("t.is_withheld", "=", false)
    .$if(!holds.includes("visits.view"), (query) => query.where("t.of_visits", "=", false))
    .orderBy("t.video_date")
    .orderBy("t.id")
    .execute();

const commentsOf = (db: Database, projectId: number) =>
  db
    .selectFrom("video_comments as c")
    .innerJoin("videos as t", "t.id", "c.id_video")
    .leftJoin("users as u", "u.id", "c.id_user")
    .select(["c.id", "c.id_video", "c.id_parent", "c.text", "c.seconds", "c.yaw", "c.pitch"])
    .select(["c.resolved_at", "c.created_at", personName("u").as("author")])
    .where("t.id_project", "=", projectId)
    .orderBy("c.seconds")
    .orderBy("c.id")
    .execute();

type VideoRow = Awaited<ReturnType<typeof videosOf>>[number];
type CommentRow = Awaited<ReturnType<typeof commentsOf>>[number];
type Listed = VideoRow & { readonly original: string };

/** `videos/2026-02-01 Ride.mp4`. */
function pathOf({ video_date, title }: VideoRow, paths: ExportPaths): string {
  const day = video_date.toISOString().slice(0, 10);
  return paths.file("videos", `${day} ${title.slice(0, 40)}`, day, ".mp4");
}

const factsOf = (video: Listed, comments: readonly CommentRow[]) => ({
  id: video.id,
  title: video.title,
  description: video.description,
  author: video.author ?? "",
  date: video.video_date.toISOString(),
  duration: video.seconds,
  width: video.width,
  height: video.height,
  north: video.north,
  file_name: video.file_name,
  sha256: video.film_sha256,
  original: video.original,
  comments: comments
    .filter(({ id_video }) => id_video === video.id)
    .map(({ id_video: _video, author, resolved_at, created_at, ...comment }) => ({
      ...comment,
      author: author ?? "",
      resolved_at: resolved_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
});

function table({ language }: ExportRequest, videos: readonly Listed[]): CsvTable {
  const { columns } = wordsIn(language);
  return {
    name: "videos",
    columns: [
      columns.number,
      columns.name,
      columns.date,
      columns.author,
      columns.seconds,
      columns.width,
      columns.height,
      columns.description,
      columns.file,
      columns.sha256,
    ],
    rows: videos.map((video) => [
      video.id,
      video.title,
      video.video_date,
      video.author ?? "",
      Math.round(video.seconds),
      video.width,
      video.height,
      video.description,
      video.original,
      video.film_sha256,
    ]),
  };
}
