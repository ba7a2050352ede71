import type { Language } from "#contract/languages.ts";
import type { ProjectRole, ProjectStatus } from "#contract/projects.ts";

/** The content of `assets/data.js`: the export's own `project.json`. */
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
  /** Oldest first; absent for an exporter who may not see them. */
  readonly visits?: readonly TourVisit[];
  /** One file for every so many snags. */
  readonly snag_reports?: readonly TourReport[];
  readonly snags?: readonly unknown[];
  readonly videos?: readonly unknown[];
  readonly cameras?: readonly TourCamera[];
  /** Photos that are not 360 photos, oldest first. */
  readonly photos?: readonly TourPhoto[];
  /** Read by software only: each has a table of its own. */
  readonly spot_codes?: readonly unknown[];
  readonly voice_notes?: readonly unknown[];
  readonly coverage?: unknown;
  readonly crews?: readonly unknown[];
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
  /** The last stored picture, and its time; null for a camera without stored pictures. */
  readonly picture: string | null;
  readonly taken_at: string | null;
}

export interface TourPhoto {
  readonly id: number;
  readonly caption: string;
  readonly file_name: string;
  readonly date: string;
  /** The file as it was uploaded, and a small copy. */
  readonly file: string;
  readonly thumbnail: string;
}

export interface TourVisit {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly date: string;
  /** A flat view of the first room, 960x480. */
  readonly cover: string | null;
  readonly rooms: readonly TourRoom[];
}

export interface TourRoom {
  readonly id: number;
  readonly name: string;
  /** Yaw of north; null where it is unknown. */
  readonly north: number | null;
  /** The file as it was uploaded. */
  readonly original: string;
  /** The script that loads the picture; null for one that was not ready. */
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

/** A room with its visit and its index there. */
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

/** The first room that can be viewed. */
export const firstRoom = (visit: TourVisit | undefined): TourRoom | undefined =>
  visit?.rooms.find(({ picture }) => picture !== null) ?? visit?.rooms[0];
