import type { ColumnType, Generated } from "kysely";
import type { Database, Trx } from "./database.ts";

interface ActivityTable {
  id: Generated<number>;
  /** Null when the account was permanently deleted. */
  id_user: number | null;
  action: string;
  subject_kind: string | null;
  id_subject: number | null;
  subject_name: Generated<string>;
  changed: Generated<readonly string[]>;
  address: string;
  created_at: Generated<Date>;
  /** Project of the event, if any. */
  id_project: number | null;
  details: ColumnType<ActivityDetails, string | undefined, string>;
  /** As they were written: they remain when an account or a project is permanently deleted. Set by the database. */
  who: ColumnType<number | null, never, never>;
  in_project: ColumnType<number | null, never, never>;
}

declare module "./database.ts" {
  interface Tables {
    activity: ActivityTable;
  }
}

/** Values that belong to the entry, by their names: `from` and `to` of a status. Never anything private. */
export type ActivityDetails = Readonly<Record<string, string>>;

export interface Activity {
  /** The acting user; null for an action with an address that is valid without an account. */
  readonly id_user: number | null;
  /** `subject.verb`, as in `visit.created`. */
  readonly action: `${string}.${string}`;
  /** The object of the action, unless it was the account itself. */
  readonly subject?: { readonly kind: string; readonly id: number; readonly name: string };
  /** Names of changed fields; never their values. */
  readonly changed?: readonly string[];
  /** The project of the action: the entry appears in that project's log, too. */
  readonly id_project?: number;
  readonly details?: ActivityDetails;
  /** Network address of the call. */
  readonly address: string;
}

/**
 * Names of the fields whose values would change. Dates are compared by their instant, plain objects by the fields that
 * were sent.
 */
export function changedNames<T extends object>(before: T, values: Partial<T>): (keyof T & string)[] {
  const names = Object.keys(values) as (keyof T & string)[];
  return names.filter((name) => !isSame(before[name], values[name]));
}

function isSame(before: unknown, wanted: unknown): boolean {
  if (before instanceof Date && wanted instanceof Date) return before.getTime() === wanted.getTime();
  if (typeof before !== "object" || before === null || typeof wanted !== "object" || wanted === null)
    return before === wanted;
  return Object.entries(wanted).every(([key, value]) => (before as Record<string, unknown>)[key] === value);
}

/** The part of a name that an entry of a log keeps: an index holds it, and refuses more than 2,700 bytes. */
export const nameInLog = (name: string): string => name.slice(0, 500);

/** Records an action of a user, in the transaction that performs it. */
export async function recordActivity(trx: Trx | Database, activity: Activity): Promise<void> {
  await trx
    .insertInto("activity")
    .values({
      id_user: activity.id_user,
      action: activity.action,
      subject_kind: activity.subject?.kind ?? null,
      id_subject: activity.subject?.id ?? null,
      subject_name: nameInLog(activity.subject?.name ?? ""),
      changed: activity.changed ?? [],
      address: activity.address,
      id_project: activity.id_project ?? null,
      details: JSON.stringify(activity.details ?? {}),
    })
    .execute();
}
