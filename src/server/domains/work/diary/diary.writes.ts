import { sql } from "kysely";
import type { z } from "zod";
import type { diaryApi } from "#contract/diary.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { changesBetween, fieldTexts } from "./diary.report.ts";
import { type DiaryRow, holdOwn, stored, tidy } from "./diary.repository.ts";
import { refused } from "./diary.weather.ts";

/** Sent to users who see the snags of the project. Values: `day`, `project`. */
export const closedNotice: Notice = { name: "diary_closed", kind: "diary", type: "info", isMailed: false };

const DAY = 86_400_000;
const FIRST_DAY = "2000-01-01";

/** The page of a day. */
export const pageOf = (projectId: number, day: string): string => `/diary/${projectId}_${day}`;

/** Throws VALIDATION for future days, in any time zone. */
export function refuseDay(clock: Clock, day: string): void {
  if (day < FIRST_DAY || day > new Date(clock.now().getTime() + DAY).toISOString().slice(0, 10))
    throw refused("day", "diary.day_range");
}

/** The user's draft of a day, locked, created when there is none. Throws VALIDATION for a closed entry. */
export async function holdDraft(
  trx: Trx,
  at: { id_project: number; id_user: number; day: string },
): Promise<DiaryRow> {
  const entry = await holdOwn(trx, at);
  if (entry.closed_at !== null) throw refused("correction", "diary.closed_entry");
  return entry;
}

export interface Writing {
  readonly subject: { readonly id: number; readonly name: string };
  readonly day: string;
  readonly body: z.output<(typeof diaryApi)["PUT /api/projects/{id}/diary/{day}"]["body"]>;
  readonly user: SessionUser;
  readonly address: string;
}

/** Writes the caller's own entry: a draft, its closing, or a correction. Throws CONFLICT and VALIDATION. */
export async function writeEntry(
  trx: Trx,
  notices: Notices,
  { subject, day, body, user, address }: Writing,
): Promise<void> {
  const { close = false, correction, version, ...sent } = body;
  const before = await holdOwn(trx, { id_project: subject.id, id_user: user.id, day });
  if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
  const isClosed = before.closed_at !== null;
  if (isClosed && correction === undefined) throw refused("correction", "diary.correction_required");
  const after = { ...before, ...tidy(sent) };
  const isClosing = close && !isClosed;
  const changes = changesBetween(fieldTexts(before, user.language), fieldTexts(after, user.language));
  if (isClosed && changes.length === 0) return;
  await trx
    .updateTable("diary_entries")
    .set({
      ...stored(tidy(sent)),
      version: before.version + 1,
      updated_at: sql`now()`,
      ...(isClosing && { closed_at: sql`now()` }),
    })
    .where("id", "=", before.id)
    .execute();
  if (isClosed)
    await trx
      .insertInto("diary_corrections")
      .values({
        id_entry: before.id,
        id_user: user.id,
        reason: correction ?? "",
        changes: JSON.stringify(changes),
      })
      .execute();
  if (!isClosing && !isClosed) return;
  await recordActivity(trx, {
    id_user: user.id,
    action: isClosing ? "diary.closed" : "diary.corrected",
    subject: { kind: "diary", id: before.id, name: day },
    changed: isClosing ? [] : changes.map(({ field }) => field),
    id_project: subject.id,
    address,
  });
  if (isClosing)
    await notices.notify(trx, {
      to: sql<number>`select id_user from project_members where id_project = ${subject.id} and 'snags.view' = any (grants)`,
      by: user.id,
      sort: closedNotice,
      values: { day, project: subject.name },
      link: pageOf(subject.id, day),
      fold: `diary ${subject.id} ${day}`,
    });
}
