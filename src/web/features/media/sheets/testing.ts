import type { Sheet, SheetRoom } from "#contract/sheets.ts";

/** Builds a sheet with all permissions, in the shape of the server's answer. */
export function aSheet(change: Partial<Sheet> = {}): Sheet {
  return {
    id: 5,
    id_sheet: 5,
    id_project: 1,
    name: "Ground floor",
    floor: "0",
    order: 0,
    north: 0,
    width_metres: null,
    image: "/media/plan.webp",
    width: 1600,
    height: 1200,
    tiles: null,
    original: "/media/plan.pdf",
    version: 1,
    room_count: 1,
    created_at: "2026-11-01T08:00:00.000Z",
    updated_at: "2026-11-01T08:00:00.000Z",
    can: { view: true, edit: true, delete: true },
    ...change,
  };
}

/** Builds a room on it, taken the day before the tests' today. */
export function aSheetRoom(change: Partial<SheetRoom> = {}): SheetRoom {
  return {
    id_room: 7,
    name: "Hall",
    id_visit: 3,
    visit: "Week 11",
    visit_code: "vst2345678",
    visit_date: "2026-11-19T08:00:00.000Z",
    thumbnail: null,
    x: 0.25,
    y: 0.5,
    heading: null,
    suggestion: null,
    ...change,
  };
}
