import { sql } from "kysely";
import { diaryLimits } from "#contract/diary.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { DiaryVoice, VoiceVerb } from "../voice-notes/voice-parents.ts";
import { holdDraft, refuseDay } from "./diary.drafts.ts";
import { holdOwn } from "./diary.repository.ts";
import { refused } from "./diary.weather.ts";
import { writeFields } from "./diary.writing.ts";

export interface DiaryVoiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Notices;
}

/** Names of the log. */
const actions = {
  voice_added: "diary.voice_added",
  voice_deleted: "diary.voice_deleted",
  voice_restored: "diary.voice_restored",
} as const satisfies Record<VoiceVerb, Activity["action"]>;

/** Effects of voice notes on their entry: like photos they belong to the draft, and stay with the closed entry. */
export function createDiaryVoice({ db, clock, notices }: DiaryVoiceOptions): DiaryVoice {
  return {
    async entries({ id_project, day }, userId) {
      const rows = await db
        .selectFrom("diary_entries")
        .select(["id", "id_user", "closed_at"])
        .where("id_project", "=", id_project)
        .where(sql<boolean>`day = ${day}::date`)
        .execute();
      const own = rows.find(({ id_user }) => id_user === userId);
      return { ids: rows.map(({ id }) => id), own: own && { id: own.id, isClosed: own.closed_at !== null } };
    },
    async draft(trx, { id_project, day }, user) {
      refuseDay(clock, day);
      return (await holdDraft(trx, { id_project, id_user: user.id, day })).id;
    },
    async noted(trx, { id, id_project, day }, verb, { user, address }) {
      await recordActivity(trx, {
        id_user: user.id,
        action: actions[verb],
        subject: { kind: "diary", id, name: day },
        id_project,
        address,
      });
    },
    async append(trx, { id_project, day }, text, { user, address, correction }) {
      const entry = await holdOwn(trx, { id_project, id_user: user.id, day });
      const { id, notes } = entry;
      const all = notes === "" ? text : `${notes}\n\n${text}`;
      if (all.length > diaryLimits.text) throw refused("text", "voice_notes.notes_full");
      const body = { notes: all, correction };
      const subject = { id: id_project, name: "" };
      await writeFields({ trx, notices }, { subject, day, body, user, address }, entry);
      return id;
    },
  };
}
