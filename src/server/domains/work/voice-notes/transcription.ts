import { buffer } from "node:stream/consumers";
import { voiceLimits } from "#contract/voice-notes.ts";
import { agentOf } from "#server/integrations/agent.ts";
import {
  askTranscription,
  TranscriptionFailure,
} from "#server/integrations/transcription/transcription-client.ts";
import type { Archive } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { typeOf } from "./voice-rows.ts";
import "./tables.ts";

export interface TranscriptionOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly archive: Pick<Archive, "keptFile">;
  readonly log: Pick<Log, "warn">;
  readonly settings: {
    get(): { readonly transcription_url: string; readonly transcription_language: string };
    secret(name: "transcription_token"): string;
  };
  readonly version: string;
  readonly siteAddress: string;
}

/** After this many calls in a row without an answer the service is left alone for `RESTS` milliseconds. */
const BREAKS_AFTER = 3;
const RESTS = 60_000;

/** The handlers of the job: one attempt, and the end of the last attempt. */
export function createTranscription({
  db,
  clock,
  archive,
  log,
  settings,
  version,
  siteAddress,
}: TranscriptionOptions) {
  let failures = 0;
  let restsUntil = 0;

  const settle = (
    id: number,
    values: { state: "none" | "ready" | "failed"; transcript?: string; problem?: string },
  ) =>
    db
      .updateTable("voice_notes")
      .set(values)
      .where("id", "=", id)
      // Deleted or decided meanwhile: the answer is dropped.
      .where("state", "=", "waiting")
      .execute();

  const ask = async (audio: Buffer, type: string): Promise<string> => {
    const { transcription_url: server, transcription_language: language } = settings.get();
    if (clock.now().getTime() < restsUntil) throw new TranscriptionFailure("unreachable", "resting");
    try {
      const text = await askTranscription({
        server,
        language,
        token: settings.secret("transcription_token"),
        audio,
        type,
        userAgent: agentOf({ version, siteAddress }),
      });
      failures = 0;
      return text;
    } catch (error) {
      const isAway = error instanceof TranscriptionFailure && error.trouble === "unreachable";
      failures = isAway ? failures + 1 : 0;
      if (failures >= BREAKS_AFTER) restsUntil = clock.now().getTime() + RESTS;
      throw error;
    }
  };

  return {
    /** Throws when another attempt may help. */
    async transcribe({ id }: { readonly id: number }): Promise<void> {
      const note = await db
        .selectFrom("voice_notes")
        .select(["key", "state"])
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (note?.state !== "waiting") return;
      // Switched off since: nothing leaves this server.
      if (settings.get().transcription_url === "") return void (await settle(id, { state: "none" }));
      const file = await archive.keptFile(note.key);
      if (file === null) return void (await settle(id, { state: "failed", problem: "unreadable" }));
      try {
        const text = await ask(await buffer(await file.open()), typeOf(note.key));
        await settle(
          id,
          text === ""
            ? { state: "failed", problem: "empty" }
            : { state: "ready", transcript: text.slice(0, voiceLimits.transcript).toWellFormed() },
        );
      } catch (error) {
        if (!(error instanceof TranscriptionFailure)) throw error;
        log.warn(
          { id_voice_note: id, reason: error.message },
          "no transcript from the transcription service",
        );
        if (error.trouble === "unreachable") throw error;
        await settle(id, { state: "failed", problem: error.trouble });
      }
    },

    async givenUp({ id }: { readonly id: number }): Promise<void> {
      await settle(id, { state: "failed", problem: "unreachable" });
    },
  };
}
