import { z } from "zod";
import { Can, Captured, calendarDay, Empty, Id } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { ProjectPerson } from "./projects.ts";

/** Limits of one note, and of the notes of one snag or diary entry. */
export const voiceLimits = {
  bytes: 10 * 1024 * 1024,
  seconds: 300,
  notes: 50,
  /** More than five minutes of speech. */
  transcript: 6000,
} as const;

/**
 * State of the transcript. `waiting`: requested from the transcription service; `ready`: a draft to be checked by a
 * person; `failed`: the service did not deliver, can be requested again; `accepted` and `dismissed`: decided.
 */
export const transcriptStates = ["none", "waiting", "ready", "failed", "accepted", "dismissed"] as const;
export type TranscriptState = (typeof transcriptStates)[number];

/** Reasons of a failed transcript, shown in the reader's language. */
export const transcriptProblems = ["unreachable", "denied", "refused", "unreadable", "empty"] as const;

export const VoiceNote = z.object({
  id: z.number(),
  /** Chosen by the client at the upload: the same one is stored once. */
  guid: z.string(),
  /** The snag or the diary entry that it belongs to; the other is null. */
  id_snag: z.number().nullable(),
  id_entry: z.number().nullable(),
  /** Null when the account was deleted. */
  author: ProjectPerson.nullable(),
  url: z.string(),
  /** `audio/webm` or `audio/mp4`. */
  type: z.string(),
  bytes: z.number(),
  seconds: z.number(),
  /** By the clock of the recording device; null when not sent. */
  recorded_at: z.string().nullable(),
  created_at: z.string(),
  /** Machine text, unchecked while the state is `ready`. */
  transcript: z.object({
    state: z.enum(transcriptStates),
    text: z.string(),
    problem: z.enum(transcriptProblems).nullable(),
  }),
  /** `delete`, `transcribe` (request a transcript), `decide` (accept or dismiss one). */
  can: Can,
});
export type VoiceNote = z.output<typeof VoiceNote>;

const text = z.string({ error: "voice_notes.text_required" }).trim();
const decision = {
  decision: z.enum(["accept", "dismiss"]),
  /** The checked text; required to accept. */
  text: text.max(voiceLimits.transcript).optional(),
};

const body = z.object({
  ...Captured,
  guid: z
    .uuid({ error: "voice_notes.guid_invalid" })
    .transform((guid) => guid.toLowerCase())
    .optional(),
  /** `captured_at` if omitted. */
  recorded_at: z.iso.datetime({ offset: true, error: "voice_notes.time_invalid" }).optional(),
  /** Replaces the file: the last part of the address of a finished upload below `/api/uploads`. */
  upload: z.uuid().optional(),
});
const upload = {
  file: {
    maxBytes: voiceLimits.bytes,
    tooLarge: "FILE_TOO_LARGE",
    accept: ["audio/webm", "audio/mp4", "audio/ogg", "audio/mpeg", "audio/wav"],
    optional: true,
  },
} as const;

const SnagParams = z.object({ id: Id });
const SnagNoteParams = z.object({ id: Id, note: Id });
const day = calendarDay("diary.day_invalid");
const DayParams = z.object({ id: Id, day });
const DayNoteParams = z.object({ id: Id, day, note: Id });

export const snagVoiceApi = defineApi(
  {
    "GET /api/annotations/{id}/voice-notes": endpoint({
      access: { can: "snag.view", by: "id" },
      summary: "Voice notes of a snag, oldest first.",
      params: SnagParams,
      response: z.array(VoiceNote),
    }),
    "POST /api/annotations/{id}/voice-notes": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary:
        "Add a voice note to a snag: WebM, MP4, Ogg, MP3 or WAV audio of at most 5 minutes. A repeated `guid` returns the stored note.",
      params: SnagParams,
      body,
      upload,
      response: VoiceNote,
      status: 201,
      perMinute: 60,
    }),
    "DELETE /api/annotations/{id}/voice-notes/{note}": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary:
        "Delete an own voice note, or any voice note as an editor of snags. Can be restored for a day.",
      params: SnagNoteParams,
      response: Empty,
    }),
    "POST /api/annotations/{id}/voice-notes/{note}/restore": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary: "Restore a voice note that was deleted within the last day.",
      params: SnagNoteParams,
      response: VoiceNote,
    }),
    "POST /api/annotations/{id}/voice-notes/{note}/transcription": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary: "Request the transcript of a voice note from the transcription service of the settings.",
      params: SnagNoteParams,
      response: VoiceNote,
      perMinute: 60,
    }),
    "PUT /api/annotations/{id}/voice-notes/{note}/transcript": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary:
        "Accept the checked transcript of a voice note as a comment on the snag (a long one as several), or dismiss it.",
      params: SnagNoteParams,
      body: z.object(decision),
      response: VoiceNote,
    }),
  },
  "snags",
);

export const diaryVoiceApi = defineApi(
  {
    "GET /api/projects/{id}/diary/{day}/voice-notes": endpoint({
      access: { can: "project.view_snags", by: "id" },
      summary: "Voice notes of a day of the site diary, oldest first.",
      params: DayParams,
      response: z.array(VoiceNote),
    }),
    "POST /api/projects/{id}/diary/{day}/voice-notes": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary:
        "Add a voice note to the caller's draft of a day, creating the draft if needed. A repeated `guid` returns the stored note.",
      params: DayParams,
      body,
      upload,
      response: VoiceNote,
      status: 201,
      perMinute: 60,
    }),
    "DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "Delete a voice note of the caller's draft of a day. Can be restored for a day.",
      params: DayNoteParams,
      response: Empty,
    }),
    "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "Restore a voice note of the caller's draft of a day that was deleted within the last day.",
      params: DayNoteParams,
      response: VoiceNote,
    }),
    "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/transcription": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary: "Request the transcript of a voice note of the caller's entry of a day.",
      params: DayNoteParams,
      response: VoiceNote,
      perMinute: 60,
    }),
    "PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript": endpoint({
      access: { can: "project.add_snag", by: "id" },
      summary:
        "Accept the checked transcript of a voice note into the notes of the caller's entry, or dismiss it. A closed entry needs a `correction` (the reason).",
      params: DayNoteParams,
      body: z.object({
        ...decision,
        correction: z.string().trim().min(1, { error: "diary.correction_required" }).max(500).optional(),
      }),
      response: VoiceNote,
    }),
  },
  "progress",
);

export const voiceNotesApi = { ...snagVoiceApi, ...diaryVoiceApi };
