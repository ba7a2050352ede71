import type { Selectable } from "kysely";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/voice_notes.json" with { type: "json" };
import en from "#i18n/en/work/voice_notes.json" with { type: "json" };
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { fillText } from "#server/platform/mail/text.ts";
import type { VoiceNotesTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

export const voiceWords = { en, ar } satisfies Record<Language, object>;

export type VoiceRow = Selectable<VoiceNotesTable> & { readonly author: PersonRow | null };

/** Notes of snags, of diary entries or of a whole project, oldest first; without deleted ones. */
export const voiceNotesOf = (
  db: Database | Trx,
  of:
    | { readonly snags: readonly number[] }
    | { readonly entries: readonly number[] }
    | { readonly project: number },
): Promise<VoiceRow[]> =>
  db
    .selectFrom("voice_notes as n")
    .leftJoin("users as u", "u.id", "n.id_user")
    .selectAll("n")
    .select(personJson("u").as("author"))
    .where("n.deleted_at", "is", null)
    .$if("snags" in of, (query) => query.where("n.id_snag", "in", "snags" in of ? listOf(of.snags) : []))
    .$if("entries" in of, (query) =>
      query.where("n.id_entry", "in", "entries" in of ? listOf(of.entries) : []),
    )
    .$if("project" in of, (query) => query.where("n.id_project", "=", "project" in of ? of.project : 0))
    .orderBy("n.id")
    .execute();

const listOf = (ids: readonly number[]): number[] => (ids.length === 0 ? [0] : [...ids]);

export const typeOf = (key: string): string => (key.endsWith(".weba") ? "audio/webm" : "audio/mp4");

/** `0:42`. */
export const lengthText = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** A note in documents that cannot play it: its length, and the page that does. */
export const voiceLine = ({ seconds }: Pick<VoiceRow, "seconds">, link: string, language: Language): string =>
  fillText(voiceWords[language].line, { length: lengthText(seconds), link });
