import { transcriptProblems, type VoiceNote } from "#contract/voice-notes.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import { AppError } from "#server/platform/errors.ts";
import { typeOf, type VoiceRow } from "./voice-rows.ts";
import { refused } from "./voice-store.ts";

export interface VoiceWire {
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** Whether the settings name a transcription service. */
  readonly isOn: () => boolean;
}

/** Permissions for one note. */
export interface NoteFlags {
  readonly delete: boolean;
  readonly decide: boolean;
}

export const wireNote = (row: VoiceRow, flags: NoteFlags, { address, isOn }: VoiceWire): VoiceNote => ({
  id: row.id,
  guid: row.guid,
  id_snag: row.id_snag,
  id_entry: row.id_entry,
  author: row.author === null ? null : wirePerson(row.author, address),
  url: address(row.key),
  type: typeOf(row.key),
  bytes: row.bytes,
  seconds: row.seconds,
  recorded_at: row.recorded_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  transcript: {
    state: row.state,
    text: row.transcript,
    problem: transcriptProblems.find((one) => one === row.problem) ?? null,
  },
  can: { ...flags, transcribe: flags.decide && isOn() },
});

/** Throws NOT_FOUND. */
export function noteIn(notes: readonly VoiceNote[], id: number): VoiceNote {
  const note = notes.find((one) => one.id === id);
  if (note === undefined) throw new AppError("NOT_FOUND");
  return note;
}

/** A text in portions of at most `most` characters, split between words where possible. */
export function portionsOf(text: string, most: number): string[] {
  const portions: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const blank = rest.slice(0, most + 1).search(/\s\S*$/);
    const end = blank > 0 ? blank : most;
    portions.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end).trimStart();
  }
  return [...portions, rest];
}

/** The checked text of an accepted transcript; null for a dismissed one. Throws VALIDATION without a text. */
export function acceptedText(body: {
  readonly decision: "accept" | "dismiss";
  readonly text?: string | undefined;
}): string | null {
  if (body.decision === "dismiss") return null;
  if (body.text === undefined || body.text === "") throw refused("text", "voice_notes.text_required");
  return body.text;
}
