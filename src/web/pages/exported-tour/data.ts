import type { Language } from "#contract/languages.ts";
import type { ProjectRole, ProjectStatus } from "#contract/projects.ts";

/** What `assets/data.js` holds: the export's own `project.json`. */
export interface ExportData {
  readonly exported_at: string;
  readonly language: Language;
  readonly project: {
    readonly name: string;
    readonly description: string;
    readonly status: ProjectStatus;
    readonly location: string;
    readonly latitude: number | null;
    readonly longitude: number | null;
    readonly year: number;
    readonly num_buildings: number;
    readonly num_floors: number;
    readonly area: number;
  };
  /** Oldest first; absent for who may not see them. */
  readonly visits?: readonly TourVisit[];
  /** One file for each so many snags. */
  readonly snag_reports?: readonly TourReport[];
  readonly snags?: readonly unknown[];
  readonly videos?: readonly unknown[];
  readonly cameras?: readonly TourCamera[];
  readonly team?: readonly { readonly name: string; readonly role: ProjectRole; readonly company: string }[];
}

export interface TourReport {
  readonly file: string;
  /** Numbers of the first snag in it and of the last. */
  readonly from: number;
  readonly to: number;
}

export interface TourCamera {
  readonly name: string;
  readonly location: string;
  /** The last that was kept, and when; null for a camera that none was kept of. */
  readonly picture: string | null;
  readonly taken_at: string | null;
}

export interface TourVisit {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly date: string;
  /** The first room as one sees it, 960x480. */
  readonly cover: string | null;
  readonly rooms: readonly TourRoom[];
}

export interface TourRoom {
  readonly id: number;
  readonly name: string;
  /** Yaw at which north lies; null where nobody knows. */
  readonly north: number | null;
  /** The file as it was uploaded. */
  readonly original: string;
  /** The script that brings the picture; null for one that was not ready. */
  readonly picture: string | null;
  readonly thumbnail: string | null;
  readonly points: readonly TourPoint[];
}

export interface TourPoint {
  readonly id_room: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly label: string;
}

declare global {
  interface Window {
    SITEWALK_EXPORT?: ExportData;
  }
}

/** Undefined when the zip was not unpacked as a whole. */
export const readData = (): ExportData | undefined => window.SITEWALK_EXPORT;

/** A room with the visit it belongs to and its place there. */
export interface RoomInTour {
  readonly visit: TourVisit;
  readonly room: TourRoom;
  /** From 0. */
  readonly at: number;
}

export function findRoom(data: ExportData, roomId: number): RoomInTour | undefined {
  for (const visit of data.visits ?? []) {
    const at = visit.rooms.findIndex(({ id }) => id === roomId);
    const room = visit.rooms[at];
    if (room) return { visit, room, at };
  }
  return undefined;
}

/** The first room that can be walked in. */
export const firstRoom = (visit: TourVisit | undefined): TourRoom | undefined =>
  visit?.rooms.find(({ picture }) => picture !== null) ?? visit?.rooms[0];
