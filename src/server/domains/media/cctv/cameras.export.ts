import { sql } from "kysely";
import type { ExportFile, ExportPart, ExportRequest } from "#server/domains/sites/exports/part.ts";
import type { ExportPaths } from "#server/domains/sites/exports/paths.ts";
import { wordsIn } from "#server/domains/sites/exports/words.ts";
import type { Archive } from "#server/media/index.ts";
import type { CsvTable } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

/**
 * Part of an export: every camera with its last stored picture. The camera's address is left out: it grants access, and
 * zips are passed around.
 */
export function camerasExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "cameras",
    needs: "cameras.view",
    async estimate({ project }) {
      return (await camerasOf(db, project.id)).reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    },
    async read(request, paths) {
      const cameras = (await camerasOf(db, request.project.id)).map((camera) => ({
        ...camera,
        file: pathOf(camera, paths),
      }));
      return {
        facts: cameras.map(({ id, name, location, description, file, taken_at }) => ({
          id,
          name,
          location,
          description,
          picture: file,
          taken_at: taken_at?.toISOString() ?? null,
        })),
        tables: [table(request, cameras)],
        async *files(): AsyncGenerator<ExportFile> {
          for (const { file, image, taken_at } of cameras) {
            if (file === null || image === null || taken_at === null) continue;
            const open = async () => (await archive.keptFile(image))?.open();
            yield { path: file, modifiedAt: taken_at, isPacked: true, open };
          }
        },
      };
    },
  };
}

/** As in the list of cameras; the picture's fields are null for a camera without one. */
const camerasOf = (db: Database, projectId: number) =>
  db
    .selectFrom("cameras as t")
    .leftJoinLateral(
      (still) =>
        still
          .selectFrom("camera_stills as k")
          .select(["k.image", "k.taken_at", "k.bytes"])
          .whereRef("k.id_camera", "=", "t.id")
          .orderBy("k.taken_at", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .select(["t.id", "t.name", "t.location", "t.description"])
    .select(["newest.image", "newest.taken_at", "newest.bytes"])
    .where("t.id_project", "=", projectId)
    .orderBy(sql`t.name collate "und-x-icu"`)
    .orderBy("t.id")
    .execute();

type CameraRow = Awaited<ReturnType<typeof camerasOf>>[number];

/** `cameras/Gate 2026-02-01.webp`. */
function pathOf({ id, name, taken_at }: CameraRow, paths: ExportPaths): string | null {
  if (taken_at === null) return null;
  const day = taken_at.toISOString().slice(0, 10);
  return paths.file("cameras", `${name.slice(0, 40)} ${day}`, `${id} ${day}`, ".webp");
}

function table(
  { language }: ExportRequest,
  cameras: readonly (CameraRow & { readonly file: string | null })[],
): CsvTable {
  const { columns } = wordsIn(language);
  return {
    name: "cameras",
    columns: [
      columns.number,
      columns.name,
      columns.location,
      columns.description,
      columns.captured,
      columns.file,
    ],
    rows: cameras.map(({ id, name, location, description, taken_at, file }) => [
      id,
      name,
      location,
      description,
      taken_at,
      file,
    ]),
  };
}
