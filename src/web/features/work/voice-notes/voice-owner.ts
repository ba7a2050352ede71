import type { Snag } from "#contract/snags.ts";
import type { VoiceNote } from "#contract/voice-notes.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { upload } from "#web/lib/upload.ts";
import { aboutSnag } from "#web/shell/outbox/about-snag.ts";
import { type Outcome, sendOrKeep } from "#web/shell/outbox/send-or-keep.ts";
import { diaryVoice, snagVoice } from "#web/shell/outbox/voice-acts.ts";

export interface SentRecording {
  readonly guid: string;
  /** ISO 8601; undefined where the file has no time. */
  readonly recorded_at: string | undefined;
  readonly file: File;
}

type Decision = Body<"PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript">;

/** A snag, or a day of the site diary, with the calls for its voice notes. */
export interface VoiceOwner {
  readonly kind: "snag" | "diary";
  /** Names the unsent recording on this device. */
  readonly target: string;
  readonly queryKey: readonly (string | number)[];
  /** Queries that change with the notes. */
  readonly follows: readonly (readonly (string | number)[])[];
  list(signal: AbortSignal): Promise<readonly VoiceNote[]>;
  /** Sends it, or keeps it on this device without a connection. */
  add(sent: SentRecording, onProgress: (share: number) => void): Promise<Outcome<VoiceNote>>;
  remove(note: number): Promise<unknown>;
  restore(note: number): Promise<unknown>;
  transcribe(note: number): Promise<unknown>;
  decide(note: number, decision: Decision): Promise<unknown>;
}

const bodyOf = ({ guid, recorded_at }: SentRecording) => ({
  guid,
  ...(recorded_at !== undefined && { recorded_at }),
});

/** The part of an act that every recording has. */
const actOf = ({ guid, recorded_at, file }: SentRecording) => ({
  guid,
  file,
  ...(recorded_at !== undefined && { capturedAt: recorded_at }),
});

export function snagOwner(snag: Snag): VoiceOwner {
  const { id, id_project, project } = snag;
  const at = (note: number) => ({ params: { id, note } });
  return {
    kind: "snag",
    target: `snag ${id}`,
    // Below the prefix of all snag queries: news about the snag refreshes it.
    queryKey: ["snags", "voice", id],
    follows: [
      ["snags", "comments", id],
      ["snags", "history", id],
    ],
    list: (signal) => call("GET /api/annotations/{id}/voice-notes", { params: { id } }, { signal }),
    add: (sent, onProgress) => {
      const draft = {
        kind: snagVoice,
        payload: aboutSnag(snag),
        project: id_project,
        projectName: project,
        ...actOf(sent),
      };
      return sendOrKeep([draft], () =>
        upload(
          "POST /api/annotations/{id}/voice-notes",
          { params: { id }, body: bodyOf(sent), files: { file: sent.file } },
          { ...quiet, onProgress },
        ),
      );
    },
    remove: (note) => call("DELETE /api/annotations/{id}/voice-notes/{note}", at(note), quiet),
    restore: (note) => call("POST /api/annotations/{id}/voice-notes/{note}/restore", at(note), quiet),
    transcribe: (note) =>
      call("POST /api/annotations/{id}/voice-notes/{note}/transcription", at(note), quiet),
    decide: (note, { decision, text }) => {
      const body = { decision, ...(text !== undefined && { text }) };
      return call("PUT /api/annotations/{id}/voice-notes/{note}/transcript", { ...at(note), body }, quiet);
    },
  };
}

export function diaryOwner(id: number, day: string, projectName: string): VoiceOwner {
  const params = { id, day };
  const at = (note: number) => ({ params: { ...params, note } });
  return {
    kind: "diary",
    target: `diary ${id} ${day}`,
    queryKey: ["diary", "voice", id, day],
    follows: [["diary"]],
    list: (signal) => call("GET /api/projects/{id}/diary/{day}/voice-notes", { params }, { signal }),
    add: (sent, onProgress) =>
      sendOrKeep([{ kind: diaryVoice, payload: { day }, project: id, projectName, ...actOf(sent) }], () =>
        upload(
          "POST /api/projects/{id}/diary/{day}/voice-notes",
          { params, body: bodyOf(sent), files: { file: sent.file } },
          { ...quiet, onProgress },
        ),
      ),
    remove: (note) => call("DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}", at(note), quiet),
    restore: (note) =>
      call("POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore", at(note), quiet),
    transcribe: (note) =>
      call("POST /api/projects/{id}/diary/{day}/voice-notes/{note}/transcription", at(note), quiet),
    decide: (note, body) =>
      call("PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript", { ...at(note), body }, quiet),
  };
}
