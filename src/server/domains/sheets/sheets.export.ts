import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { ExportFile, ExportPart } from "../exports/part.ts";
import "./tables.ts";

/** What a plan weighs, near enough: they are kept as WebP. */
const USUAL_BYTES = 200_000;

/** Of an export: the plans as pictures, and where the rooms stand on them. */
export function sheetsExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  const sheetsOf = (projectId: number) =>
    db
      .selectFrom("sheets")
      .selectAll()
      .where("id_project", "=", projectId)
      .orderBy("position")
      .orderBy("id")
      .execute();
  return {
    name: "sheets",
    needs: "sheets.view",
    async estimate({ project }) {
      const sheets = await sheetsOf(project.id);
      return sheets.filter(({ image }) => image !== null).length * USUAL_BYTES;
    },
    async read({ project, holds }, paths) {
      const sheets = (await sheetsOf(project.id)).map((sheet, at) => {
        const number = String(at + 1).padStart(2, "0");
        const file =
          sheet.image === null ? null : paths.file("plans", `${number} ${sheet.name}`, number, ".webp");
        return { ...sheet, file };
      });
      // The places tell what was photographed, which is for those who see visits.
      const places = holds.includes("visits.view") ? await placesOf(db, project.id) : [];
      return {
        facts: sheets.map(({ id, name, floor, north, width_metres, file }) => ({
          id,
          name,
          floor,
          north,
          width_metres,
          file,
          rooms: places
            .filter(({ id_sheet }) => id_sheet === id)
            .map(({ id_room, x, y, heading }) => ({ id_room, x, y, heading })),
        })),
        async *files(): AsyncGenerator<ExportFile> {
          for (const { image, file, updated_at } of sheets) {
            if (image === null || file === null) continue;
            yield {
              path: file,
              modifiedAt: updated_at,
              isPacked: true,
              open: async () => (await archive.keptFile(image))?.open(),
            };
          }
        },
      };
    },
  };
}

const placesOf = (db: Database, projectId: number) =>
  db
    .selectFrom("room_positions as t")
    .innerJoin("rooms as r", "r.id", "t.id_room")
    .innerJoin("visits as v", "v.id", "r.id_visit")
    .selectAll("t")
    .where("v.id_project", "=", projectId)
    .where("v.deleted_at", "is", null)
    .orderBy("t.id_room")
    .execute();
