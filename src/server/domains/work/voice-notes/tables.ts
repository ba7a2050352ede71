import type { Generated } from "kysely";
import type { TranscriptState } from "#contract/voice-notes.ts";

export interface VoiceNotesTable {
  id: Generated<number>;
  guid: Generated<string>;
  id_project: number;
  /** Either a snag or an entry of the site diary. */
  id_snag: number | null;
  id_entry: number | null;
  id_user: number | null;
  /** Key in the object store. */
  key: string;
  bytes: number;
  seconds: number;
  /** Checksum and name of the uploaded file; the stored one has another container header. */
  came_sha256: string;
  came_name: string;
  recorded_at: Date | null;
  state: Generated<TranscriptState>;
  /** A draft until the state is `accepted`. */
  transcript: Generated<string>;
  /** Reason of a failure, one of `transcriptProblems`; empty without one. */
  problem: Generated<string>;
  /** Deleted notes can be restored for a day. */
  deleted_at: Date | null;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    voice_notes: VoiceNotesTable;
  }
}
