import type { ExportFile, ExportPart } from "#server/domains/sites/exports/part.ts";
import type { ExportPaths } from "#server/domains/sites/exports/paths.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { compass } from "./photos.report.ts";
import { type PhotoRow, photoName, photosOfProject } from "./photos.repository.ts";
import { photoWords } from "./words.ts";

/** Bytes of the copy for lists. */
const SMALL_BYTES = 25_000;

interface Listed extends PhotoRow {
  readonly file: string;
  readonly small: string;
}

/** Part of an export: every photo as it was uploaded, a small copy for the page, and their data. */
export function photosExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  return {
    name: "photos",
    needs: "visits.view",
    async estimate({ project }) {
      const rows = await photosOfProject(db, project.id);
      return rows.reduce((sum, { bytes }) => sum + bytes + SMALL_BYTES, 0);
    },
    async read({ project, language }, paths) {
      const { columns } = photoWords(language);
      const rows = (await photosOfProject(db, project.id)).map((row) => withPaths(row, paths));
      return {
        facts: rows.map(factsOf),
        tables: [
          {
            name: "photos",
            columns: [
              columns.number,
              columns.caption,
              columns.taken,
              columns.author,
              columns.visit,
              columns.room,
              columns.floor,
              columns.x,
              columns.y,
              columns.heading,
              columns.file,
              columns.sha256,
            ],
            rows: rows.map((row) => [
              row.id,
              row.caption,
              row.taken_at,
              row.author?.name ?? "",
              row.visit?.name ?? "",
              row.room?.name ?? "",
              row.sheet?.name ?? "",
              row.id_sheet === null ? null : row.x,
              row.id_sheet === null ? null : row.y,
              row.heading === null ? null : compass(row.heading),
              row.file,
              row.sha256,
            ]),
          },
        ],
        async *files(): AsyncGenerator<ExportFile> {
          for (const { file, small, sha256, original, thumbnail, taken_at: modifiedAt } of rows) {
            const open = async () => (await archive.keptFile(original))?.open();
            yield { path: file, modifiedAt, isPacked: true, sha256, open };
            const openSmall = async () => (await archive.keptFile(thumbnail))?.open();
            yield { path: small, modifiedAt, isPacked: true, open: openSmall };
          }
        },
      };
    },
  };
}

/** `photos/2026-02-01/Formwork.jpg`; the copies for the page are numbered. */
function withPaths(row: PhotoRow, paths: ExportPaths): Listed {
  const day = row.taken_at.toISOString().slice(0, 10);
  const ending = row.original.slice(row.original.lastIndexOf("."));
  const name = photoName(row).replace(/\.(?:jpe?g|png|webp)$/i, "");
  return {
    ...row,
    file: paths.file(`photos/${day}`, name, String(row.id), ending),
    small: `thumbs/photo-${row.id}.webp`,
  };
}

const factsOf = (row: Listed) => ({
  id: row.id,
  guid: row.guid,
  caption: row.caption,
  date: row.taken_at.toISOString(),
  date_from: row.taken_from,
  author: row.author?.name ?? "",
  id_visit: row.visit?.id ?? null,
  visit: row.visit?.name ?? null,
  id_room: row.room?.id ?? null,
  room: row.room?.name ?? null,
  id_sheet: row.id_sheet,
  sheet: row.sheet?.name ?? null,
  x: row.id_sheet === null ? null : row.x,
  y: row.id_sheet === null ? null : row.y,
  heading: row.heading,
  file_name: row.file_name,
  sha256: row.sha256,
  file: row.file,
  thumbnail: row.small,
});
