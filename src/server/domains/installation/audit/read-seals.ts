import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { AuditSealsTable } from "./tables.ts";

/** Approximate number of entries read at a time: seals are read whole. */
const stretchLines = 10_000;
/** Seals read at a time during a full verification. */
const most = 500;

/** A seal with the newest existing one before it; nulls for the first. */
export interface PlacedSeal extends AuditSealsTable {
  readonly before_id: number | null;
  readonly before_hash: Buffer | null;
}

/** The data of a seal for one of its entries. */
export interface LineUnderSeal {
  readonly kind: number;
  readonly id_line: number;
  readonly id_seal: number;
  readonly hash: Buffer;
}

async function placed(db: Database, which: RawBuilder<SqlBool>, count = sql`all`): Promise<PlacedSeal[]> {
  const { rows } = await sql<PlacedSeal>`
    select s.*, b.id as before_id, b.hash as before_hash from audit_seals s
    left join lateral (select id, hash from audit_seals where id < s.id order by id desc limit 1) b on true
    where ${which} order by s.id limit ${count}`.execute(db);
  return rows;
}

/** The next seals after this one; none when it is the newest. */
export const sealsAfter = (db: Database, after: number): Promise<PlacedSeal[]> =>
  placed(db, sql<SqlBool>`s.id > ${after}`, sql`${most}`);

/** Those of these seals that exist. */
export const sealsNamed = (db: Database, ids: readonly number[]): Promise<PlacedSeal[]> =>
  placed(db, sql<SqlBool>`s.id = any (${[...ids]}::bigint[])`);

/** Splits seals into batches that are verified at once. */
export function* stretches(seals: readonly PlacedSeal[]): Generator<readonly PlacedSeal[]> {
  let stretch: PlacedSeal[] = [];
  let lines = 0;
  for (const seal of seals) {
    stretch.push(seal);
    lines += seal.lines;
    if (lines < stretchLines) continue;
    yield stretch;
    stretch = [];
    lines = 0;
  }
  if (stretch.length > 0) yield stretch;
}

/** The entries under these seals, in the form that `sealText` takes. */
export const linesUnder = (db: Database, seals: readonly PlacedSeal[]): Promise<LineUnderSeal[]> =>
  db
    .selectFrom("audit_lines")
    .selectAll()
    .where(
      "id_seal",
      "in",
      seals.map(({ id }) => id),
    )
    .orderBy("id_seal")
    .orderBy("kind")
    .orderBy("id_line")
    .execute();

/** Whether a seal with this hash, in hex, exists. */
export async function hasSeal(db: Database, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom("audit_seals")
    .select("id")
    .where("hash", "=", Buffer.from(hash, "hex"))
    .executeTakeFirst();
  return row !== undefined;
}
