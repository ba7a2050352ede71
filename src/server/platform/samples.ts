import type { Route } from "#contract/index.ts";

/** Records that a sample may aim at: one's own, a stranger's, deleted ones or none at all. */
export interface SamplePlace {
  readonly id_project: number;
  /** The project's code. */
  readonly code_project: string;
  /** The code of a project that is shown to everybody, and whose member nobody is. */
  readonly code_public: string;
  /** A project in the bin, of the same members. */
  readonly id_binned: number;
  readonly id_category: number;
  readonly id_type: number;
  /** Another member of the project, below everybody that knocks but the trade. */
  readonly id_mate: number;
  /** An account that owns nothing and that nobody works with, and one in the bin. */
  readonly id_leaver: number;
  readonly id_left: number;
  /** Somebody who has asked to join the project. */
  readonly id_asker: number;
  /** An invitation to the project that waits. */
  readonly id_sent: number;
  /** An invitation that the place's person may answer. */
  readonly id_invitation: number;
  /** An export of the project that waits to be built, asked for by the place's person. */
  readonly id_export: number;
  readonly id_visit: number;
  readonly id_room: number;
  /** A sheet of the project. */
  readonly id_sheet: number;
  /** Another room, of the same spot perhaps, in another visit of the project. */
  readonly id_other_room: number;
  readonly id_other_visit: number;
  /** A way and a thing told, in the room. */
  readonly id_hotspot: number;
  readonly id_info: number;
  /** A snag in the room, written by the project's owner. */
  readonly id_snag: number;
  readonly id_snag_comment: number;
  /** The name of a picture of that snag. */
  readonly snag_file: string;
  /** A snapshot of the room, taken by the place's person. */
  readonly id_snapshot: number;
  /** A public video of the project, without a password, and a comment to it by the place's person. */
  readonly id_video: number;
  readonly code_video: string;
  readonly id_video_comment: number;
  /** A public live channel of the project that is not started, and a recording of it. */
  readonly id_channel: number;
  readonly code_channel: string;
  readonly id_recording: number;
  /** A public camera of the project at an address that nobody has, a still and a film of it. */
  readonly id_camera: number;
  readonly code_camera: string;
  readonly id_still: number;
  readonly id_timelapse: number;
  /** A plan that can be chosen, a wish for it, and a band of project sizes. */
  readonly id_plan: number;
  readonly id_plan_request: number;
  readonly id_tier: number;
  /** An unpaid bill of the place's person. */
  readonly id_invoice: number;
  /** A word on the progress of the sheet. */
  readonly id_progress_entry: number;
  /** A link of the project to Autodesk, and a task of its schedule. */
  readonly id_autodesk_link: number;
  readonly id_task: number;
  /** A token and a webhook of the place's person, with something that was sent. */
  readonly id_api_token: number;
  readonly id_webhook: number;
  /** A job that was given up. */
  readonly id_failed_job: string;
  readonly id_delivery: number;
  /** The visit's code. */
  readonly code: string;
  readonly id_user: number;
  /** The person's code. */
  readonly code_user: string;
  readonly id_session: number;
  readonly id_passkey: number;
  /** A message that the place's person wrote. */
  readonly id_message: number;
}

/** A right call, aimed at a place. */
export interface Sample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Names of file fields; the walk sends a real picture in each. */
  readonly files?: readonly string[];
}

/**
 * One right call for every route of a domain: the conformance walk makes it as every role, at every kind of place,
 * and bends it in every way. A route without one fails the walk.
 */
export type Samples<R extends Route> = { readonly [K in R]: (place: SamplePlace) => Sample };
