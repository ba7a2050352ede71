import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { snagVoiceApi } from "#contract/voice-notes.ts";
import { splitCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnagVoice } from "./voice-parents.ts";
import { voiceNotesOf } from "./voice-rows.ts";
import type { HeldNote, VoiceStore } from "./voice-store.ts";
import { acceptedText, noteIn, portionsOf, type VoiceWire, wireNote } from "./wire.ts";

export interface SnagVoiceOptions extends VoiceWire {
  readonly db: Database;
  readonly store: VoiceStore;
  readonly snagVoice: SnagVoice;
}

type Snag = Parameters<SnagVoice["mayEdit"]>[0];

/** Handlers for the voice notes of a snag. Rights are those of its comments. */
export function snagVoiceHandlers(options: SnagVoiceOptions) {
  const { db, store, snagVoice } = options;

  const list = async (snag: Snag, user: SessionUser) => {
    const [mayEdit, mayComment] = [snagVoice.mayEdit(snag, user), snagVoice.mayComment(snag, user)];
    return (await voiceNotesOf(db, { snags: [snag.id] })).map((row) => {
      const flags = { delete: mayEdit || (mayComment && row.id_user === user.id), decide: mayComment };
      return wireNote(row, flags, options);
    });
  };
  const one = async (snag: Snag, user: SessionUser, id: number) => noteIn(await list(snag, user), id);
  const change = (
    snag: Snag,
    id: number,
    work: (trx: Trx, note: HeldNote) => Promise<void>,
    isDeleted = false,
  ) =>
    db.transaction().execute(async (trx) => {
      // Before its notes, in the order in which a deletion of the snag locks them.
      await lock(trx, snag);
      await work(trx, await store.hold(trx, id, { id_snag: snag.id }, isDeleted));
    });
  const refuseForeign = (snag: Snag, { id_user }: HeldNote, user: SessionUser): void => {
    if (id_user !== user.id && !snagVoice.mayEdit(snag, user)) throw new AppError("SNAG_EDIT_DENIED");
  };

  return handlers(snagVoiceApi, {
    "GET /api/annotations/{id}/voice-notes": ({ subject, user }) => list(subject, user),
    "POST /api/annotations/{id}/voice-notes": async ({ subject, body, files, user, request }) => {
      const [capture, { recorded_at, upload }] = splitCapture(body);
      const { id_project } = subject;
      const id = await store.add(
        { file: files.file, upload, id_project, sent: { recorded_at, capture }, user, kind: "snag_voice" },
        async (trx) => {
          // So that concurrent uploads count each other.
          await lock(trx, subject);
          return { id_project, id_snag: subject.id };
        },
        (trx) => snagVoice.noted(trx, subject, "voice_added", { user, address: request.ip }),
      );
      return one(subject, user, id);
    },
    "DELETE /api/annotations/{id}/voice-notes/{note}": async ({ subject, params, user, request }) => {
      await change(subject, params.note, async (trx, note) => {
        refuseForeign(subject, note, user);
        await store.mark(trx, note, true);
        await snagVoice.noted(trx, subject, "voice_deleted", { user, address: request.ip });
      });
      return {};
    },
    "POST /api/annotations/{id}/voice-notes/{note}/restore": async ({ subject, params, user, request }) => {
      const work = async (trx: Trx, note: HeldNote) => {
        refuseForeign(subject, note, user);
        await store.mark(trx, note, false);
        await snagVoice.noted(trx, subject, "voice_restored", { user, address: request.ip });
      };
      await change(subject, params.note, work, true);
      return one(subject, user, params.note);
    },
    "POST /api/annotations/{id}/voice-notes/{note}/transcription": async ({ subject, params, user }) => {
      await change(subject, params.note, (trx, note) => store.request(trx, note));
      return one(subject, user, params.note);
    },
    "PUT /api/annotations/{id}/voice-notes/{note}/transcript": async (call) => {
      const { subject, params, user, request } = call;
      const text = acceptedText(call.body);
      await change(subject, params.note, async (trx, note) => {
        await store.decide(trx, note, text);
        for (const portion of text === null ? [] : portionsOf(text, limits.snag.comment))
          await snagVoice.commented(trx, subject, portion, { user, address: request.ip });
      });
      return one(subject, user, params.note);
    },
  });
}

/** Throws NOT_FOUND for a snag that was deleted since it was loaded. */
async function lock(trx: Trx, { id }: Snag): Promise<void> {
  const { rows } = await sql`select from snags where id = ${id} for update`.execute(trx);
  if (rows.length === 0) throw new AppError("NOT_FOUND");
}
