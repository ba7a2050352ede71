import type { Spot } from "#contract/spot-codes.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import {
  codesOfProject,
  type ListedCode,
  type ListedRoom,
  roomsOfProject,
  sheetsOfProject,
  strayRooms,
} from "./spot-codes.repository.ts";
import { groupSpots } from "./spots.ts";

export interface ListedSpot {
  /** Its newest room, or its last known position. */
  readonly room: ListedRoom;
  /** Ids of all its rooms. */
  readonly rooms: readonly number[];
  readonly sheet: Spot["sheet"];
  readonly code: ListedCode | null;
}

export interface SpotFilters {
  readonly search?: string | undefined;
  /** 0: on no floor plan. */
  readonly sheet?: number | undefined;
  readonly has_code?: boolean | undefined;
}

/**
 * The spots of a project by floor plan, in walking order. A spot whose rooms have several codes, because they were bound
 * afterwards, is listed with each.
 */
export async function listSpots(db: Database | Trx, projectId: number) {
  const [rooms, strays, codes, sheets] = await Promise.all([
    roomsOfProject(db, projectId),
    strayRooms(db, projectId),
    codesOfProject(db, projectId),
    sheetsOfProject(db, projectId),
  ]);
  const byRoom = new Map(codes.map((code) => [code.id_room, code]));
  const byId = new Map(codes.map((code) => [code.id, code]));
  const sheetOf = new Map(sheets.map((sheet, at) => [sheet.id, { sheet, at }]));
  const found = groupSpots([...rooms, ...strays]).flatMap((group): ListedSpot[] => {
    const [room] = group.rooms;
    if (room === undefined) return [];
    const placed = group.rooms.find(({ id_sheet }) => id_sheet !== null);
    const sheet = sheetOf.get(placed?.id_sheet ?? 0)?.sheet ?? null;
    const own = group.rooms.flatMap(
      ({ id_room, id_code }) => byId.get(id_code ?? 0) ?? byRoom.get(id_room) ?? [],
    );
    const spot = { room, sheet, rooms: group.rooms.map(({ id_room }) => id_room) };
    return own.length === 0 ? [{ ...spot, code: null }] : own.map((code) => ({ ...spot, code }));
  });
  const rank = ({ sheet }: ListedSpot) => sheetOf.get(sheet?.id ?? 0)?.at ?? sheets.length;
  return { spots: found.toSorted((a, b) => rank(a) - rank(b)), sheets };
}

/** Those that match the filters; a search finds parts of names, and label numbers. */
export function narrowed(
  spots: readonly ListedSpot[],
  { search, sheet, has_code }: SpotFilters,
): ListedSpot[] {
  const letters = (search ?? "").trim().toLocaleLowerCase("und");
  const number = /^#?(\d{1,9})$/.exec(letters)?.[1];
  return spots.filter(
    (spot) =>
      (sheet === undefined || (spot.sheet?.id ?? 0) === sheet) &&
      (has_code === undefined || (spot.code !== null) === has_code) &&
      (letters === "" ||
        spot.room.name.toLocaleLowerCase("und").includes(letters) ||
        (number !== undefined && spot.code?.number === Number(number))),
  );
}

/** Numbers of spots on each floor plan that has any; those on none under 0. */
export function countBySheet(spots: readonly ListedSpot[], sheets: readonly NonNullable<Spot["sheet"]>[]) {
  const counts = new Map<number, number>();
  for (const { sheet } of spots) counts.set(sheet?.id ?? 0, (counts.get(sheet?.id ?? 0) ?? 0) + 1);
  return [...sheets, { id: 0, name: "", floor: "" }].flatMap((sheet) => {
    const count = counts.get(sheet.id) ?? 0;
    return count === 0 ? [] : [{ ...sheet, spots: count }];
  });
}

export function wireSpot(
  { room, sheet, code }: ListedSpot,
  { seesScans, address }: { readonly seesScans: boolean; readonly address: (key: string) => string },
): Spot {
  const { visit } = room;
  return {
    // Distinct in a list: a spot may have several codes.
    id: code === null ? room.id_room : -code.id,
    id_room: visit === null ? null : room.id_room,
    name: room.name,
    sheet,
    visit: visit && { ...visit, visit_date: visit.visit_date.toISOString() },
    label: code && {
      id: code.id,
      number: code.number,
      code: code.code,
      created_at: code.created_at.toISOString(),
      scans: seesScans ? code.scans : null,
      last_scan:
        seesScans && code.last_scan_at !== null
          ? {
              at: code.last_scan_at.toISOString(),
              person: code.scanner === null ? null : wirePerson(code.scanner, address),
            }
          : null,
    },
  };
}
