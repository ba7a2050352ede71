import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { diaryVoiceHandlers } from "./diary-voice.handlers.ts";
import { samples } from "./samples.ts";
import { snagVoiceHandlers } from "./snag-voice.handlers.ts";
import { createTranscription, type TranscriptionOptions } from "./transcription.ts";
import { voiceNotesExport } from "./voice-notes.export.ts";
import { transcribeNote } from "./voice-notes.jobs.ts";
import type { DiaryVoice, SnagVoice } from "./voice-parents.ts";
import { createVoiceStore, pruneNotes, type VoiceStoreOptions } from "./voice-store.ts";

export interface VoiceNotesOptions extends Omit<VoiceStoreOptions, "settings">, TranscriptionOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly snagVoice: SnagVoice;
  readonly diaryVoice: DiaryVoice;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/**
 * Voice notes of snags and of the site diary. Users who comment on a snag add notes to it, authors of a diary entry to
 * theirs. With a transcription service in the settings each note gets a draft of its text.
 */
export function voiceNotesModule(options: VoiceNotesOptions) {
  const { db, clock, address } = options;
  const store = createVoiceStore(options);
  const transcription = createTranscription(options);
  const parts = { ...options, store, address, isOn: store.isOn };
  return {
    samples,
    jobs: [
      jobWorker(
        transcribeNote,
        (job) => transcription.transcribe(job),
        (job) => transcription.givenUp(job),
      ),
    ],
    /** Ends the time in which a deleted note can be restored. */
    sweeps: [() => pruneNotes(db, clock.now())],
    claims: { portraits: [sql`exists (select from voice_notes n where n.key = portraits.key)`] },
    exportParts: [voiceNotesExport(db, options.archive)],
    handlers: { ...snagVoiceHandlers(parts), ...diaryVoiceHandlers(parts) },
  };
}
