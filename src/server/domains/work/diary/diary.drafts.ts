import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Trx } from "#server/platform/database.ts";
import { type DiaryRow, holdOwn } from "./diary.repository.ts";
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
