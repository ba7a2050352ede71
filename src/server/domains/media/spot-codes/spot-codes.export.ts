import type { ExportPart } from "#server/domains/sites/exports/part.ts";
import type { Database } from "#server/platform/database.ts";
import { labelWords } from "./label-words.ts";
import { type ListedSpot, listSpots } from "./spot-list.ts";

/** Bytes of a code in the data and in the table. */
const CODE_BYTES = 400;

/** Part of an export: the codes in use, with the addresses on their labels and the rooms at their positions. */
export function spotCodesExport(db: Database, addressOf: (code: string) => string): ExportPart {
  const codesOf = async (projectId: number) =>
    (await listSpots(db, projectId)).spots.flatMap((spot) => factsOf(spot, addressOf)).toSorted(byNumber);
  return {
    name: "spot_codes",
    needs: "visits.view",
    estimate: async ({ project }) => (await codesOf(project.id)).length * CODE_BYTES,
    async read({ project, language }) {
      const { columns } = labelWords(language);
      const codes = await codesOf(project.id);
      return {
        facts: codes,
        tables: [
          {
            name: "spot-codes",
            columns: [
              columns.number,
              columns.room,
              columns.floor,
              columns.x,
              columns.y,
              columns.address,
              columns.created,
            ],
            rows: codes.map(({ number, name, sheet, x, y, address, created_at }) => [
              number,
              name,
              sheet ?? "",
              x,
              y,
              address,
              new Date(created_at),
            ]),
          },
        ],
      };
    },
  };
}

function factsOf({ room, rooms, sheet, code }: ListedSpot, addressOf: (code: string) => string) {
  if (code === null) return [];
  const isPlaced = sheet !== null && room.id_sheet === sheet.id;
  return [
    {
      number: code.number,
      code: code.code,
      address: addressOf(code.code),
      name: room.name,
      /** All rooms at the position; negative ids are of codes whose rooms are gone. */
      rooms: rooms.filter((id) => id > 0),
      id_sheet: sheet?.id ?? null,
      sheet: sheet?.name ?? null,
      x: isPlaced ? room.x : null,
      y: isPlaced ? room.y : null,
      created_at: code.created_at.toISOString(),
    },
  ];
}

const byNumber = (one: { readonly number: number }, other: { readonly number: number }) =>
  one.number - other.number;
