import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import type { SpherePart } from "#contract/gpano.ts";

/** A snag as input of every report. Needs no further query; pictures are still in the store. */
export interface ReportSnag {
  readonly id: number;
  readonly guid: string;
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly status: SnagStatus;
  readonly priority: SnagPriority;
  readonly trade: string;
  readonly author: string;
  /** A member's name; empty for no one, and for a person who has not joined. */
  readonly assignee: string;
  /** Of an assigned person with a pending invitation; else empty. */
  readonly invited: string;
  /** The crew that answers by links; else empty. */
  readonly crew: string;
  /** `2026-11-21`. */
  readonly due: string | null;
  readonly isOverdue: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
  readonly visit: string;
  readonly room: string;
  readonly view: ReportView | null;
  readonly plan: ReportPlan | null;
  readonly photos: readonly ReportPhoto[];
  readonly comments: readonly ReportComment[];
  /** Opens it at its position. */
  readonly link: string;
}

/** Position in the room's picture. */
export interface ReportView {
  readonly picture: PictureLevels | null;
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number | null;
  /** Yaw of north in the picture. */
  readonly north: number;
  /** Degrees on the floor plan of the view through the middle of the picture. */
  readonly heading: number | null;
  /** Position of the room on the floor plan, 0..1; null when it is on none, or on another. */
  readonly stands: { readonly x: number; readonly y: number } | null;
}

export interface PictureLevels extends SpherePart {
  readonly sha256: string;
  readonly levels: readonly { readonly width: number; readonly height: number }[];
}

/** Position on a floor plan. */
export interface ReportPlan {
  readonly name: string;
  /** Key in the object store; null for a floor plan without a picture. */
  readonly image: string | null;
  readonly widthMetres: number | null;
  readonly x: number;
  readonly y: number;
}

export interface ReportPhoto {
  readonly kind: "before" | "after";
  /** Key in the object store. */
  readonly image: string;
}

export interface ReportComment {
  readonly guid: string;
  readonly text: string;
  readonly author: string;
  readonly at: Date;
}

/** Subject of a report, and its filters. */
export interface ReportHead {
  readonly project: { readonly code: string; readonly name: string; readonly location: string };
  /** `label: value`, in the reader's language. */
  readonly filters: readonly { readonly label: string; readonly value: string }[];
  readonly at: Date;
  /** The name of the installation. */
  readonly site: string;
}
