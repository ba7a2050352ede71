import { type Activity, recordActivity } from "#server/platform/activity.ts";
import { type Capture, claimCapture, refuseCapture, settleCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { type createProgressRepository, type EntryRow, holdEntry } from "./progress.repository.ts";

interface AddEntryOptions {
  readonly db: Database;
  readonly repository: Pick<ReturnType<typeof createProgressRepository>, "tell">;
}

type NewEntry = Parameters<AddEntryOptions["repository"]["tell"]>[1];
type Began = Pick<EntryRow, "percent" | "note"> | null | undefined;

interface Sent {
  /** The entry with which the change began, null for none; undefined: whatever stands is replaced. */
  readonly from: Began;
  readonly capture: Capture | undefined;
  readonly record: (verb: "told" | "replaced" | "not_applied", id: number) => Activity;
}

const shown = (percent: number): string => `${percent}%`;

/**
 * Adds an entry, or replaces the one of the same part and day; once for each capture. Returns its id. Throws CONFLICT
 * when that one is no longer what the change began with: what was sent is then in the log, and what is replaced is, too.
 */
export async function addEntry(
  { db, repository }: AddEntryOptions,
  entry: NewEntry,
  { from, capture, record }: Sent,
): Promise<number> {
  const doing = { id_user: entry.id_user, kind: "progress_entry" } as const;
  const outcome = await db.transaction().execute(async (trx) => {
    const known = capture === undefined ? null : await claimCapture(trx, capture, doing);
    if (known !== null) return known;
    const before = await holdEntry(trx, entry);
    if (before !== undefined && isOverwriting(before, entry, from)) {
      // Returned instead of thrown: the line in the log must be committed.
      return refuse(trx, { before, entry, capture, record });
    }
    const id = await repository.tell(trx, entry);
    const isReplaced = before !== undefined && before.percent !== entry.percent;
    const details = { percent: shown(entry.percent), ...(isReplaced && { was: shown(before.percent) }) };
    await recordActivity(trx, { ...record(isReplaced ? "replaced" : "told", id), details });
    if (capture !== undefined) await settleCapture(trx, capture, id);
    return id;
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** Whether another change has come in between, and would be lost. */
function isOverwriting(before: EntryRow, { percent, note }: NewEntry, from: Began): boolean {
  if (from === undefined) return false;
  const isMoved = from === null || from.percent !== before.percent || from.note !== before.note;
  return isMoved && (percent !== before.percent || note !== before.note);
}

async function refuse(
  trx: Trx,
  {
    before,
    entry,
    capture,
    record,
  }: { readonly before: EntryRow; readonly entry: NewEntry } & Pick<Sent, "capture" | "record">,
): Promise<AppError> {
  const { percent, note } = before;
  if (capture !== undefined && (await refuseCapture(trx, capture)))
    await recordActivity(trx, {
      ...record("not_applied", before.id),
      details: { percent: shown(entry.percent), was: shown(percent) },
    });
  const told = (one: { readonly percent: number; readonly note: string }) =>
    [shown(one.percent), one.note].filter((part) => part !== "").join(" · ");
  return new AppError("CONFLICT", {
    values: {
      field: "percent",
      now: JSON.stringify({ percent, note }),
      shown: told(before),
      sent: told(entry),
      // Empty would be another device of the caller.
      by: before.user_name || "–",
      at: before.updated_at.toISOString(),
    },
  });
}
