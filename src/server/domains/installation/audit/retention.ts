import { sql } from "kysely";
import type { SettingValues } from "#contract/settings.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import { type LineSource, lineKinds } from "./tables.ts";

export interface RetentionOptions {
  readonly db: Database;
  readonly key: Pick<AppKey, "sign">;
  readonly settings: { get(): Pick<SettingValues, "keep_activity_days" | "keep_views_days"> };
  /** Entries deleted per statement, and milliseconds after which the rest waits for the next night. */
  readonly atOnce?: number;
  readonly patience?: number;
}

const keptPurpose = "audit-kept";
const keptText = (kind: number, before: Date) => `${kind} ${before.toISOString()}`;

/** Deletes log entries after the retention period of the settings, in small steps; seals and hashes stay. */
export function createRetention({ db, key, settings, atOnce = 5000, patience = 240_000 }: RetentionOptions) {
  /** Allows the deletion, for the guard in the database and for verifications. A mark never goes back. */
  const mark = async (kind: number, before: Date): Promise<void> => {
    await sql`
      insert into audit_kept as k (kind, before, signature)
      values (${kind}, ${before}, ${key.sign(keptPurpose, keptText(kind, before))})
      on conflict (kind) do update set before = excluded.before, signature = excluded.signature
        where excluded.before > k.before`.execute(db);
  };

  const prune = async (source: LineSource, days: number, until: number): Promise<void> => {
    if (days === 0) return;
    const table = source === "activity" ? sql`activity` : sql`sightings`;
    const before = await dayBefore(db, days);
    await mark(lineKinds[source], before);
    let deleted = 0;
    for (let more = true; more && Date.now() < until; ) {
      // A day later than allowed: by then each is sealed, and its seal is from before the mark, too.
      const { numAffectedRows } = await sql`
        delete from ${table} where id = any (array(
          select id from ${table} where created_at < ${before}::timestamptz - interval '1 day'
          order by created_at limit ${atOnce}))`.execute(db);
      const count = Number(numAffectedRows ?? 0);
      deleted += count;
      more = count === atOnce;
    }
    if (source === "activity" && deleted > 0)
      await recordActivity(db, {
        id_user: null,
        action: "activity.pruned",
        details: { n: String(deleted) },
        address: "",
      });
  };

  return async (): Promise<void> => {
    const { keep_activity_days, keep_views_days } = settings.get();
    const until = Date.now() + patience;
    await prune("seen", keep_views_days, until);
    await prune("activity", keep_activity_days, until);
  };
}

/** The beginning of that day, UTC. */
async function dayBefore(db: Database, days: number): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`
    select date_trunc('day', now() - make_interval(days => ${days}), 'UTC') as before`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database returned no date.");
  return row.before;
}

/** How far entries may have been deleted, by their source. Marks without a valid signature are ignored. */
export type KeptMarks = ReadonlyMap<number, Date>;

export async function keptMarks(db: Database, key: Pick<AppKey, "verify">): Promise<KeptMarks> {
  const rows = await db.selectFrom("audit_kept").selectAll().execute();
  const valid = rows.filter(({ kind, before, signature }) =>
    key.verify(keptPurpose, keptText(kind, before), signature),
  );
  return new Map(valid.map(({ kind, before }) => [kind, before]));
}
