import type { ExportFile, ExportPart } from "#server/domains/sites/exports/part.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

/** Approximate size of a floor plan's picture. */
const USUAL_BYTES = 200_000;

/** Part of an export: the floor plans as pictures and as their original files, and the positions of the rooms on them. */
export function sheetsExport(db: Database, archive: Pick<Archive, "keptFile">): ExportPart {
  const sheetsOf = (projectId: number) =>
    db
      .selectFrom("sheets as s")
      .leftJoin("sheet_versions as v", (join) =>
        join.onRef("v.id_sheet", "=", "s.id").onRef("v.version", "=", "s.version"),
      )
      .leftJoin("plans as p", (join) =>
        join.onRef("p.sha256", "=", "v.sha256").onRef("p.page", "=", "v.page"),
      )
      .selectAll("s")
      .select(["p.sha256", "p.page", "p.original", "p.type", "p.bytes"])
      .where("s.id_project", "=", projectId)
      .orderBy("s.position")
      .orderBy("s.id")
      .execute();
  return {
    name: "sheets",
    needs: "sheets.view",
    async estimate({ project }) {
      const sheets = await sheetsOf(project.id);
      const shown = sheets.filter(({ image }) => image !== null);
      return shown.reduce((sum, { bytes }) => sum + USUAL_BYTES + (bytes ?? 0), 0);
    },
    async read({ project, holds }, paths) {
      const sheets = (await sheetsOf(project.id)).map((sheet, at) => {
        const number = String(at + 1).padStart(2, "0");
        const named = (ending: string) => paths.file("plans", `${number} ${sheet.name}`, number, ending);
        const file = sheet.image === null ? null : named(".webp");
        // Floor plans stored before versions existed have the picture only.
        const has = sheet.original !== null && sheet.original !== sheet.image;
        return { ...sheet, file, source: has ? named(`-original.${sheet.type}`) : null };
      });
      // Positions reveal which rooms were photographed, so they require the right to see visits.
      const places = holds.includes("visits.view") ? await placesOf(db, project.id) : [];
      return {
        facts: sheets.map(({ id, name, floor, north, width_metres, file, source, page, version }) => ({
          id,
          name,
          floor,
          north,
          width_metres,
          file,
          original: source,
          page,
          version,
          rooms: places
            .filter(({ id_sheet }) => id_sheet === id)
            .map(({ id_room, x, y, heading }) => ({ id_room, x, y, heading })),
        })),
        async *files(): AsyncGenerator<ExportFile> {
          for (const { image, file, original, source, sha256, updated_at } of sheets) {
            if (image === null || file === null) continue;
            const modifiedAt = updated_at;
            const opens = (key: string) => async () => (await archive.keptFile(key))?.open();
            yield { path: file, modifiedAt, isPacked: true, open: opens(image) };
            if (original === null || source === null || sha256 === null) continue;
            yield { path: source, modifiedAt, isPacked: true, sha256, open: opens(original) };
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
