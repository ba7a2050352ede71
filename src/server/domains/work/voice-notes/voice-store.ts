import { sql } from "kysely";
import { voiceLimits } from "#contract/voice-notes.ts";
import { createAttachmentUploads, type SentFile } from "#server/domains/attachment-uploads.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { KeptVoice, MakeOfUpload, Uploads, Voice } from "#server/media/index.ts";
import { type Capture, capturedBefore, knownCapture, oncePerCapture } from "#server/platform/captures.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { transcribeNote } from "./voice-notes.jobs.ts";
import type { VoiceRow } from "./voice-rows.ts";
import "./tables.ts";

export interface VoiceStoreOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly voice: Voice;
  readonly quotas: Pick<Quotas, "addFile">;
  readonly jobs: Pick<Jobs, "send">;
  readonly uploads: Pick<Uploads, "finishAttachment">;
  readonly settings: { get(): { readonly transcription_url: string } };
}

/** The snag or the diary entry of a note. */
export type VoiceOwner = { readonly id_snag: number } | { readonly id_entry: number };

export interface SentVoice {
  readonly recorded_at?: string | undefined;
  /** Its GUID becomes that of the note. */
  readonly capture: Capture | undefined;
}

interface SentRecording extends Pick<SentFile, "file" | "upload"> {
  readonly id_project: number;
  readonly sent: SentVoice;
  readonly user: SessionUser;
  readonly kind: "snag_voice" | "diary_voice";
}

/** A note, locked within a transaction. */
export type HeldNote = Pick<VoiceRow, "id" | "id_snag" | "id_entry" | "id_user" | "state" | "deleted_at">;

/** A validation error of one field of a note, by the key of its text. */
export const refused = (field: string, key: string) =>
  new AppError("VALIDATION", { fields: { [field]: [key] } });

export function createVoiceStore({ db, clock, voice, quotas, jobs, uploads, settings }: VoiceStoreOptions) {
  const isOn = () => settings.get().transcription_url !== "";

  /** The note with this guid, of the same user. Throws VALIDATION when the guid names a note of another. */
  const named = async (guid: string, userId: number): Promise<number | undefined> => {
    const found = await db
      .selectFrom("voice_notes")
      .select(["id", "id_user"])
      .where("guid", "=", guid)
      .executeTakeFirst();
    if (found !== undefined && found.id_user !== userId) throw refused("guid", "voice_notes.guid_taken");
    return found?.id;
  };

  const insert = async (
    trx: Trx,
    owner: VoiceOwner & { readonly id_project: number },
    { sent, user }: SentRecording,
    { file, kept }: { readonly file: UploadedFile; readonly kept: KeptVoice },
  ): Promise<number> => {
    const { id_project } = owner;
    const row = await trx
      .insertInto("voice_notes")
      .values({
        id_project,
        id_snag: "id_snag" in owner ? owner.id_snag : null,
        id_entry: "id_entry" in owner ? owner.id_entry : null,
        id_user: user.id,
        ...kept,
        ...(sent.capture !== undefined && { guid: sent.capture.guid }),
        came_sha256: file.sha256,
        came_name: file.name.slice(0, 255),
        recorded_at: recordedAt(sent, clock.now()),
        deleted_at: null,
        state: isOn() ? "waiting" : "none",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await refuseFull(trx, owner);
    await quotas.addFile(trx, { id_user: user.id, id_project, bytes: kept.bytes });
    if (isOn()) await jobs.send(trx, transcribeNote, { id: row.id });
    return row.id;
  };

  return {
    isOn,

    /**
     * Stores an uploaded recording, once per capture. `hold` locks its owner within the transaction, `added` runs for a
     * new note only. Returns the id; one that was deleted since does not come back.
     */
    async add(
      upload: SentRecording,
      hold: (trx: Trx) => Promise<VoiceOwner & { readonly id_project: number }>,
      added: (trx: Trx, owner: VoiceOwner) => Promise<void>,
    ): Promise<number> {
      const { user, kind, id_project } = upload;
      const { capture } = upload.sent;
      const doing = { id_user: user.id, kind };
      const known =
        capture === undefined
          ? null
          : ((await named(capture.guid, user.id)) ?? (await knownCapture(db, capture, doing)));
      if (known !== null) return known;
      const make: MakeOfUpload = async (file, settle) => {
        const kept = await voice.keepVoice(file);
        return db.transaction().execute((trx) =>
          oncePerCapture(trx, capture, doing, async () => {
            const owner = await hold(trx);
            const id = await insert(trx, owner, upload, { file, kept });
            await settle(trx, id);
            await added(trx, owner);
            return id;
          }),
        );
      };
      const missing = "voice_notes.file_required";
      const from = { file: upload.file, upload: upload.upload, missing };
      return createAttachmentUploads(uploads).photo(from, { id_user: user.id, id_project }, make);
    },

    ...createNoteChanges(jobs, isOn),
  };
}

export type VoiceStore = ReturnType<typeof createVoiceStore>;

/** Changes of existing notes, each within a transaction. */
function createNoteChanges(jobs: VoiceStoreOptions["jobs"], isOn: () => boolean) {
  return {
    /** A note of this owner, locked. Throws NOT_FOUND, also for a deleted one unless `isDeleted`. */
    async hold(trx: Trx, id: number, owner: VoiceOwner, isDeleted = false): Promise<HeldNote> {
      const [column, value] =
        "id_snag" in owner ? (["id_snag", owner.id_snag] as const) : (["id_entry", owner.id_entry] as const);
      const row = await trx
        .selectFrom("voice_notes")
        .select(["id", "id_snag", "id_entry", "id_user", "state", "deleted_at"])
        .where("id", "=", id)
        .where(column, "=", value)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined || (row.deleted_at !== null) !== isDeleted) throw new AppError("NOT_FOUND");
      return row;
    },

    async mark(trx: Trx, { id, id_snag, id_entry, state }: HeldNote, isDeleted: boolean): Promise<void> {
      // A transcript that was requested before the deletion may have been dropped since.
      const next = !isDeleted && state === "waiting" ? "none" : state;
      await trx
        .updateTable("voice_notes")
        .set({ deleted_at: isDeleted ? sql`now()` : null, state: next })
        .where("id", "=", id)
        .execute();
      if (!isDeleted) await refuseFull(trx, id_snag === null ? { id_entry: id_entry ?? 0 } : { id_snag });
    },

    /** Requests a transcript, unless one is requested, waits for a decision, or was accepted. Throws VALIDATION. */
    async request(trx: Trx, { id, state }: HeldNote): Promise<void> {
      if (!isOn()) throw refused("transcript", "voice_notes.service_off");
      if (state === "waiting" || state === "ready" || state === "accepted") return;
      await trx
        .updateTable("voice_notes")
        .set({ state: "waiting", transcript: "", problem: "" })
        .where("id", "=", id)
        .execute();
      await jobs.send(trx, transcribeNote, { id });
    },

    /** Decides on a draft. Throws CONFLICT when there is none any more. */
    async decide(trx: Trx, { id, state }: HeldNote, accepted: string | null): Promise<void> {
      if (state !== "ready") throw new AppError("CONFLICT");
      await trx
        .updateTable("voice_notes")
        .set(
          accepted === null
            ? { state: "dismissed", transcript: "" }
            : { state: "accepted", transcript: accepted },
        )
        .where("id", "=", id)
        .execute();
    },
  };
}

const recordedAt = ({ recorded_at, capture }: SentVoice, now: Date): Date | null =>
  recorded_at === undefined ? capturedBefore(capture, now) : new Date(recorded_at);

/** Throws VOICE_NOTES_FULL. */
async function refuseFull(trx: Trx, owner: VoiceOwner): Promise<void> {
  const of = "id_snag" in owner ? sql`id_snag = ${owner.id_snag}` : sql`id_entry = ${owner.id_entry}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from voice_notes where ${of} and deleted_at is null`.execute(trx);
  const n = voiceLimits.notes;
  if ((rows[0]?.count ?? 0) > n) throw new AppError("VOICE_NOTES_FULL", { values: { n } });
}

/** Deletes notes that were deleted more than a day ago; their files are swept when nothing references them any more. */
export async function pruneNotes(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * 3_600_000);
  await db.deleteFrom("voice_notes").where("deleted_at", "<", before).execute();
}
