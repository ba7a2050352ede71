import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { SettingValues } from "#contract/settings.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import { pruneWords } from "./log-words.ts";
import { type LineSource, lineKinds } from "./tables.ts";

export interface RetentionOptions {
  readonly db: Database;
  readonly key: Pick<AppKey, "sign">;
  readonly settings: { get(): Pick<SettingValues, "keep_activity_days" | "keep_views_days"> };
  /** Entries read per statement, and milliseconds after which the rest waits for the next night. */
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

  /** Versions without marks have deleted views after two years, also where they are kept for longer now. */
  const firstMark = async (source: LineSource, before: Date): Promise<Date> => {
    if (source === "activity") return before;
    const { rows } = await sql`select from audit_kept where kind = ${lineKinds.seen}`.execute(db);
    if (rows.length > 0) return before;
    const former = await dayBefore(db, limits.audit.seenDays);
    return former > before ? former : before;
  };

  /** @returns number of entries deleted */
  const prune = async (source: LineSource, days: number, until: number): Promise<number> => {
    if (days === 0) return 0;
    const before = await dayBefore(db, days);
    await mark(lineKinds[source], await firstMark(source, before));
    const firstKept = await firstSealSince(db, before);
    let deleted = 0;
    for (let at: Place | null = start; at !== null && Date.now() < until; ) {
      const step: Step = await pruneFrom(db, { source, before, firstKept, at, most: atOnce });
      deleted += step.deleted;
      at = step.next;
    }
    if (source === "activity" && deleted > 0)
      await recordActivity(db, {
        id_user: null,
        action: "activity.pruned",
        details: { n: String(deleted) },
        address: "",
      });
    return deleted;
  };

  return async (): Promise<void> => {
    const { keep_activity_days, keep_views_days } = settings.get();
    const until = Date.now() + patience;
    const seen = await prune("seen", keep_views_days, until);
    const done = await prune("activity", keep_activity_days, until);
    if (seen + done > 0) await pruneWords(db, until);
  };
}

/** A place in the log, in the order of time. */
interface Place {
  /** With microseconds, which a Date has not. */
  readonly created_at: string;
  readonly id: number;
}
const start: Place = { created_at: "-infinity", id: 0 };

interface Step {
  readonly deleted: number;
  /** Null at the end. */
  readonly next: Place | null;
}

interface Stretch {
  readonly source: LineSource;
  readonly before: Date;
  readonly firstKept: number;
  readonly at: Place;
  readonly most: number;
}

/**
 * Deletes among the next entries those that a verification will not miss: a day older than the mark, and under a seal
 * from before it. Entries may be much older than their seal: those from before the first seal have waited for it.
 */
async function pruneFrom(db: Database, { source, before, firstKept, at, most }: Stretch): Promise<Step> {
  const table = source === "activity" ? sql`activity` : sql`sightings`;
  const { rows } = await sql<{ deleted: number; read: number; created_at: string | null; id: number | null }>`
    with part as (
      select id, created_at from ${table}
      where (created_at, id) > (${at.created_at}::timestamptz, ${at.id}::bigint)
        and created_at < ${before}::timestamptz - interval '1 day'
      order by created_at, id limit ${most}),
    gone as (
      delete from ${table} t using part p where t.id = p.id and not exists (
        select from audit_lines l
        where l.kind = ${lineKinds[source]} and l.id_line = p.id and l.id_seal >= ${firstKept}::bigint)
      returning 1),
    last as (select created_at, id from part order by created_at desc, id desc limit 1)
    select (select count(*) from gone) as deleted, (select count(*) from part) as read,
      (select created_at::text from last) as created_at, (select id from last) as id`.execute(db);
  const [{ deleted, read, created_at, id } = { deleted: 0, read: 0, created_at: null, id: null }] = rows;
  return { deleted, next: read < most || created_at === null || id === null ? null : { created_at, id } };
}

/** The first seal that was not made before the mark; seals are numbered in their order. */
async function firstSealSince(db: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from audit_seals where sealed_at >= ${before}`.execute(db);
  return rows[0]?.id ?? Number.MAX_SAFE_INTEGER;
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
