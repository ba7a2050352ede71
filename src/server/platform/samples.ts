import type { Route } from "#contract/index.ts";

/** Target records of samples: own, foreign, deleted or missing ones. */
export interface SamplePlace {
  readonly id_project: number;
  /** The project's code. */
  readonly code_project: string;
  /** The code of a public project without members. */
  readonly code_public: string;
  /** A project in the bin, with the same members. */
  readonly id_binned: number;
  readonly id_category: number;
  readonly id_type: number;
  /** Another member of the project, below every tested role except the trade. */
  readonly id_mate: number;
  /** An account that owns nothing and has no projects, and one in the bin. */
  readonly id_leaver: number;
  readonly id_left: number;
  /** A user who has requested membership of the project. */
  readonly id_asker: number;
  /** A pending invitation to the project. */
  readonly id_sent: number;
  /** An invitation that the sample's user may answer. */
  readonly id_invitation: number;
  /** A pending export of the project, requested by the sample's user. */
  readonly id_export: number;
  readonly id_visit: number;
  readonly id_room: number;
  /** A sheet of the project. */
  readonly id_sheet: number;
  /** A report of the project that was sent, a copy of it for a person without an account, and the code of that. */
  readonly id_report_run: number;
  readonly id_report_delivery: number;
  readonly code_report: string;
  /** Another room, possibly of the same spot, in another visit of the project. */
  readonly id_other_room: number;
  readonly id_other_visit: number;
  /** A link (`way`) and an information marker, in the room. */
  readonly id_hotspot: number;
  readonly id_info: number;
  /** A snag in the room, written by the project's owner. */
  readonly id_snag: number;
  readonly id_snag_comment: number;
  /** The name of a picture of that snag. */
  readonly snag_file: string;
  /** Voice notes with a transcript to be checked: of that snag, and of the sample's user's draft of 2026-11-20. */
  readonly id_snag_voice: number;
  readonly id_diary_voice: number;
  /**
   * A crew of the project with a person, whose link is managed, and another person with a link that opens (its code); and
   * a snag of the crew.
   */
  readonly id_crew: number;
  readonly id_crew_person: number;
  readonly code_answer: string;
  readonly id_crew_snag: number;
  /** A snapshot of the room, taken by the sample's user. */
  readonly id_snapshot: number;
  /** A photo of the project, and one in its bin. */
  readonly id_photo: number;
  readonly id_binned_photo: number;
  /** A public video of the project, without a password, and a comment on it by the sample's user. */
  readonly id_video: number;
  readonly code_video: string;
  readonly id_video_comment: number;
  /** A public live channel of the project that is not started, and a recording of it. */
  readonly id_channel: number;
  readonly code_channel: string;
  readonly id_recording: number;
  /** A public camera of the project with an unreachable address, and a still and a time-lapse of it. */
  readonly id_camera: number;
  readonly code_camera: string;
  readonly id_still: number;
  readonly id_timelapse: number;
  /** An available plan, a request for it, and a size tier of projects. */
  readonly id_plan: number;
  readonly id_plan_request: number;
  readonly id_tier: number;
  /** An unpaid invoice of the sample's user. */
  readonly id_invoice: number;
  /** A progress entry of the sheet. */
  readonly id_progress_entry: number;
  /** A link of the project to Autodesk, and a task of its schedule. */
  readonly id_autodesk_link: number;
  readonly id_task: number;
  /** A token and a webhook of the sample's user, with a delivery. */
  readonly id_api_token: number;
  readonly id_webhook: number;
  /** A job that was given up. */
  readonly id_failed_job: string;
  readonly id_delivery: number;
  /** A walk video of the visit, ready to be placed, with two positions. */
  readonly id_walk: number;
  /** The visit's code. */
  readonly code: string;
  /** The code of a label at the room, and its id. */
  readonly id_spot_code: number;
  readonly code_spot: string;
  /** A requested time-lapse of the room. */
  readonly id_spot_timelapse: number;
  /** A photo spot of the project. */
  readonly id_coverage_spot: number;
  readonly id_user: number;
  /** The user's code. */
  readonly code_user: string;
  readonly id_session: number;
  readonly id_passkey: number;
  /** A message written by the sample's user. */
  readonly id_message: number;
}

/** A valid call, for given records. */
export interface Sample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Names of file fields; the conformance test sends a real picture in each. */
  readonly files?: readonly string[];
}

/**
 * One valid call for every route of a domain: the conformance test makes it as every role, for every kind of record,
 * and malforms it in every way. A route without one fails the test.
 */
export type Samples<R extends Route> = { readonly [K in R]: (place: SamplePlace) => Sample };
