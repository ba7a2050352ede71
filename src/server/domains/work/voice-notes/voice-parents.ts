import type { Trx } from "#server/platform/database.ts";
import type { Authorized, Subjects } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";

export interface VoiceBy {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
}

/** Actions on a note, as in the log: `snag.voice_added`. */
export type VoiceVerb = "voice_added" | "voice_deleted" | "voice_restored";

type Snag = Authorized<Subjects["snag"]>;

/** Effects of voice notes on their snag; offered by the domain of snags. */
export interface SnagVoice {
  /** Whether the user may change everything about it: also delete notes of others. */
  mayEdit(snag: Snag, user: SessionUser): boolean;
  /** Whether the user may comment on it. */
  mayComment(snag: Snag, user: SessionUser): boolean;
  /** Writes its history and the log, and notifies open pages; of a new note also the people of the snag. */
  noted(trx: Trx, snag: Snag, verb: VoiceVerb, by: VoiceBy): Promise<void>;
  /** Adds a comment. */
  commented(trx: Trx, snag: Snag, text: string, by: VoiceBy): Promise<void>;
}

export interface DiaryDayOf {
  readonly id_project: number;
  /** `2026-11-21`. */
  readonly day: string;
}

export interface OwnEntry {
  readonly id: number;
  readonly isClosed: boolean;
}

/** Effects of voice notes on their entry; offered by the domain of the site diary. */
export interface DiaryVoice {
  /** Ids of the entries of a day, and the caller's own among them. */
  entries(at: DiaryDayOf, userId: number): Promise<{ ids: number[]; own: OwnEntry | undefined }>;
  /**
   * The caller's draft of a day, locked, created when there is none. Throws VALIDATION for a closed entry and for a day
   * out of range.
   */
  draft(trx: Trx, at: DiaryDayOf, user: SessionUser): Promise<number>;
  noted(trx: Trx, at: DiaryDayOf & { readonly id: number }, verb: VoiceVerb, by: VoiceBy): Promise<void>;
  /**
   * Appends to the notes of the caller's entry; a closed one needs the reason of the correction. Returns the entry's id.
   * Throws VALIDATION.
   */
  append(
    trx: Trx,
    at: DiaryDayOf,
    text: string,
    by: VoiceBy & { readonly correction?: string | undefined },
  ): Promise<number>;
}
