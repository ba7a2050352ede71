import { sql } from "kysely";
import { diaryVoiceApi } from "#contract/voice-notes.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { splitCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { DiaryVoice, VoiceBy, VoiceVerb } from "./voice-parents.ts";
import { voiceNotesOf } from "./voice-rows.ts";
import type { HeldNote, VoiceStore } from "./voice-store.ts";
import { acceptedText, noteIn, type VoiceWire, wireNote } from "./wire.ts";

export interface DiaryVoiceOptions extends VoiceWire {
  readonly db: Database;
  readonly store: VoiceStore;
  readonly diaryVoice: DiaryVoice;
}

interface DayCall {
  readonly subject: ProjectRecord;
  readonly params: { readonly day: string };
  readonly user: SessionUser;
}

/** Handlers for the voice notes of a day of the site diary: readers hear all, authors change those of their own entry. */
export function diaryVoiceHandlers(options: DiaryVoiceOptions) {
  const { db, store, diaryVoice } = options;
  const placeOf = ({ subject, params: { day } }: DayCall) => ({ id_project: subject.id, day });

  const list = async (call: DayCall) => {
    const { ids, own } = await diaryVoice.entries(placeOf(call), call.user.id);
    const mayWrite = projectFlags(call.subject, call.user).add_snag === true;
    return (await voiceNotesOf(db, { entries: ids })).map((row) => {
      const isOwn = mayWrite && own !== undefined && row.id_entry === own.id;
      return wireNote(row, { delete: isOwn && !own.isClosed, decide: isOwn }, options);
    });
  };
  const one = async (call: DayCall, id: number) => noteIn(await list(call), id);

  /** Notes of a closed entry stay as they are: `draft` refuses it. */
  const changeDraft = (
    call: DayCall & { readonly params: { readonly note: number } },
    by: VoiceBy,
    verb: VoiceVerb,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const isDeleted = verb === "voice_restored";
      const id = await diaryVoice.draft(trx, placeOf(call), call.user);
      const note = await store.hold(trx, call.params.note, { id_entry: id }, isDeleted);
      await store.mark(trx, note, !isDeleted);
      await diaryVoice.noted(trx, { ...placeOf(call), id }, verb, by);
    });
  const changeOwn = (
    call: DayCall & { readonly params: { readonly note: number } },
    work: (trx: Trx, note: HeldNote) => Promise<void>,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { own } = await diaryVoice.entries(placeOf(call), call.user.id);
      if (own === undefined) throw new AppError("NOT_FOUND");
      // Before its notes, as everywhere else.
      await sql`select from diary_entries where id = ${own.id} for update`.execute(trx);
      await work(trx, await store.hold(trx, call.params.note, { id_entry: own.id }));
    });

  return handlers(diaryVoiceApi, {
    "GET /api/projects/{id}/diary/{day}/voice-notes": (call) => list(call),
    "POST /api/projects/{id}/diary/{day}/voice-notes": async (call) => {
      const { body, files, user, request } = call;
      const [capture, { recorded_at, upload }] = splitCapture(body);
      const id_project = call.subject.id;
      const id = await store.add(
        { file: files.file, upload, id_project, sent: { recorded_at, capture }, user, kind: "diary_voice" },
        async (trx) => ({
          id_project: call.subject.id,
          id_entry: await diaryVoice.draft(trx, placeOf(call), user),
        }),
        async (trx, owner) => {
          if (!("id_entry" in owner)) return;
          const entry = { ...placeOf(call), id: owner.id_entry };
          await diaryVoice.noted(trx, entry, "voice_added", { user, address: request.ip });
        },
      );
      return one(call, id);
    },
    "DELETE /api/projects/{id}/diary/{day}/voice-notes/{note}": async (call) => {
      await changeDraft(call, { user: call.user, address: call.request.ip }, "voice_deleted");
      return {};
    },
    "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/restore": async (call) => {
      await changeDraft(call, { user: call.user, address: call.request.ip }, "voice_restored");
      return one(call, call.params.note);
    },
    "POST /api/projects/{id}/diary/{day}/voice-notes/{note}/transcription": async (call) => {
      await changeOwn(call, (trx, note) => store.request(trx, note));
      return one(call, call.params.note);
    },
    "PUT /api/projects/{id}/diary/{day}/voice-notes/{note}/transcript": async (call) => {
      const { body, user, request } = call;
      const text = acceptedText(body);
      await changeOwn(call, async (trx, note) => {
        await store.decide(trx, note, text);
        const by = { user, address: request.ip, correction: body.correction };
        if (text !== null) await diaryVoice.append(trx, placeOf(call), text, by);
      });
      return one(call, call.params.note);
    },
  });
}
