import type { SnagPriority, SnagStatus } from "#contract/choices.ts";

/** Versions that can be written. */
const bcfVersions = ["2.1", "3.0"] as const;
export type BcfVersion = (typeof bcfVersions)[number];

/** Versions that can be read. */
export const readVersions = ["2.0", ...bcfVersions] as const;
export type ReadVersion = (typeof readVersions)[number];

/**
 * Position and direction of a viewer in the room; metres, with east to the right of the floor plan and north to its
 * top.
 */
export interface BcfCamera {
  readonly position: Point;
  readonly direction: Point;
  readonly up: Point;
  /** Vertical, in degrees. */
  readonly fov: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface BcfComment {
  readonly guid: string;
  readonly text: string;
  readonly author: string;
  readonly at: Date;
}

/** A snag in the fields of the format. */
export interface BcfTopic {
  readonly guid: string;
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly status: SnagStatus;
  readonly priority: SnagPriority;
  readonly trade: string;
  readonly author: string;
  readonly assignee: string;
  /** `2026-11-21`. */
  readonly due: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Opens the snag at its position. */
  readonly link: string;
  readonly comments: readonly BcfComment[];
  readonly camera: BcfCamera | null;
  readonly hasSnapshot: boolean;
}

/** Width and height in pixels of the picture that belongs to a camera. */
export const SNAPSHOT = { width: 1200, height: 750 } as const;

/** Values of the format are English in every language: other programs sort and map by them. */
export const statusWords: Readonly<Record<SnagStatus, string>> = {
  open: "Open",
  in_work: "In Progress",
  ready: "Ready for Review",
  closed: "Closed",
  disputed: "Disputed",
};
export const priorityWords: Readonly<Record<SnagPriority, string>> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  critical: "Critical",
};

/** Synonyms used by other programs. */
const statusNames: Readonly<Record<SnagStatus, readonly string[]>> = {
  open: ["open", "active", "new", "reopened", "todo", "to do", "assigned", "pending", "unassigned"],
  in_work: ["in progress", "inprogress", "in work", "started", "ongoing", "working"],
  ready: ["ready for review", "ready", "resolved", "done", "fixed", "in review", "to verify", "answered"],
  closed: ["closed", "verified", "approved", "accepted", "completed", "complete", "void"],
  disputed: ["disputed", "rejected", "on hold", "not approved", "declined"],
};
const priorityNames: Readonly<Record<SnagPriority, readonly string[]>> = {
  low: ["low", "minor", "trivial", "on hold"],
  normal: ["normal", "medium", "moderate", "average"],
  high: ["high", "major", "important", "urgent"],
  critical: ["critical", "blocker", "very high", "highest", "emergency"],
};

function named<T extends string>(names: Readonly<Record<T, readonly string[]>>, word: string): T | undefined {
  const plain = word
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return (Object.keys(names) as T[]).find((name) => names[name].includes(plain));
}

/** Undefined for an unknown value. */
export const statusNamed = (word: string): SnagStatus | undefined => named(statusNames, word);
export const priorityNamed = (word: string): SnagPriority | undefined => named(priorityNames, word);

/**
 * Appended to the text of every topic with a camera: without it a user would look for the position in their model.
 * Removed again on import.
 */
export const LOCAL_NOTE = "[Sitewalk: the camera stands in coordinates of the plan, not of the model.]";

export const withNote = (text: string, hasCamera: boolean): string =>
  !hasCamera ? text : text === "" ? LOCAL_NOTE : `${text}\n\n${LOCAL_NOTE}`;
export const withoutNote = (text: string): string => text.replace(LOCAL_NOTE, "").trim();
