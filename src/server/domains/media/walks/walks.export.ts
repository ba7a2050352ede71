import type { ExportFile, ExportPart } from "#server/domains/sites/exports/part.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import "../visits/tables.ts";
import "./tables.ts";

const walksOfProject = (db: Database, projectId: number) =>
  db
    .selectFrom("walks as w")
    .innerJoin("visits as v", "v.id", "w.id_visit")
    .select(["w.id", "w.id_visit", "w.kind", "w.file_name", "w.film", "w.bytes", "w.sha256", "w.seconds"])
    .select(["w.path", "w.placement", "w.photos", "w.created_at", "v.name as visit"])
    .where("v.id_project", "=", projectId)
    .where("v.deleted_at", "is", null)
    .orderBy("w.id")
    .execute();

/** Part of an export: walk videos as they were uploaded, their paths and the marks on floor plans. */
export function walksExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "walks",
    needs: "visits.view",
    async estimate({ project }) {
      const rows = await walksOfProject(db, project.id);
      return rows.reduce((sum, { film, bytes }) => sum + (film === null ? 0 : bytes), 0);
    },
    async read({ project }, paths) {
      const rows = (await walksOfProject(db, project.id)).map((row) => ({
        ...row,
        file: row.film && paths.file("walks", row.file_name.replace(/\.mp4$/i, ""), String(row.id), ".mp4"),
      }));
      return {
        facts: rows.map(({ id, id_visit, kind, visit, file, sha256, seconds, path, placement, photos }) => ({
          id,
          id_visit,
          kind,
          visit,
          file,
          sha256,
          seconds,
          path,
          photos,
          marks: placement.taps,
        })),
        async *files(): AsyncGenerator<ExportFile> {
          for (const { film, file, sha256, created_at: modifiedAt } of rows) {
            if (film === null || file === null) continue;
            const open = async () => (await archive.keptFile(film))?.open();
            yield { path: file, modifiedAt, isPacked: true, sha256, open };
          }
        },
      };
    },
  };
}
