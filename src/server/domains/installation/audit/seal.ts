import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { hashOf, noSeal, readLines, sealPurpose, sealText } from "./canonical.ts";
import { lineKinds } from "./tables.ts";
import type { Witness } from "./witness.ts";

/** Advisory lock id, the same on every node: one seals at a time. */
export const sealing = 1_748_031_122;
/** Limit of entries under one seal. */
const most = 5000;

export interface Seal {
  readonly id: number;
  /** In hex. */
  readonly hash: string;
  readonly lines: number;
  readonly sealed_at: Date;
}

export interface SealerOptions {
  readonly db: Database;
  readonly key: Pick<AppKey, "sign">;
  readonly log: Log;
  readonly witness: Witness;
}

/**
 * Seals committed entries. Entries wait in a separate table, written in the same transaction: a late commit waits
 * longer and is covered by a later seal, so that no entry slips in behind a seal, and a copy of the database continues
 * from its own state.
 */
export function createSealer({ db, key, log, witness }: SealerOptions) {
  /** Makes one seal over the waiting entries; undefined when there are none, or another node is sealing. */
  async function one(): Promise<Seal | undefined> {
    // Mostly none waits: one statement instead of a transaction.
    const waiting = await db.selectFrom("audit_waiting").select("kind").limit(1).execute();
    if (waiting.length === 0) return undefined;
    const seal = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(sealing)}) as mine`.execute(trx);
      return rows[0]?.mine === true ? sealWaiting(trx, key) : undefined;
    });
    if (seal === undefined) return undefined;
    // Where the logs are collected elsewhere, the newest seal is stored outside the reach of the database.
    log.info({ seal: seal.id, hash: seal.hash, lines: seal.lines }, "audit: sealed");
    await witness.note(seal);
    return seal;
  }

  return {
    one,
    /** Seals until no entry waits. */
    async all(signal?: AbortSignal): Promise<void> {
      for (;;) if (signal?.aborted === true || (await one()) === undefined) return;
    },
  };
}

async function sealWaiting(trx: Trx, key: Pick<AppKey, "sign">): Promise<Seal | undefined> {
  const { rows: waiting } = await sql<{ kind: number; id_line: number }>`
    delete from audit_waiting where ctid = any (array(select ctid from audit_waiting limit ${most}))
    returning kind, id_line`.execute(trx);
  const lines = (await readLines(trx, waiting)).map(({ kind, id, text }) => ({
    kind,
    id_line: id,
    hash: hashOf(text),
  }));
  if (lines.length === 0) return undefined;
  const { rows } = await sql<{ id: number; previous: Buffer | null; sealed_at: Date }>`
    select coalesce(max(id), 0) + 1 as id, date_trunc('milliseconds', clock_timestamp()) as sealed_at,
      (select hash from audit_seals order by id desc limit 1) as previous
    from audit_seals`.execute(trx);
  const [next] = rows;
  if (next === undefined) throw new Error("The database returned no ID for the seal.");
  const { id, previous, sealed_at } = next;
  const facts = { id, previous: previous ?? noSeal, sealed_at, lines };
  const hash = hashOf(sealText(facts));
  const ends = (kind: number) => {
    const ids = lines.filter((line) => line.kind === kind).map(({ id_line }) => id_line);
    return { from: ids[0] ?? null, to: ids.at(-1) ?? null };
  };
  const [done, seen] = [ends(lineKinds.activity), ends(lineKinds.seen)];
  await trx
    .insertInto("audit_seals")
    .values({
      id,
      activity_from: done.from,
      activity_to: done.to,
      seen_from: seen.from,
      seen_to: seen.to,
      lines: lines.length,
      previous: facts.previous,
      hash,
      signature: key.sign(sealPurpose, hash.toString("hex")),
      sealed_at,
    })
    .execute();
  await sql`
    insert into audit_lines (kind, id_line, id_seal, hash)
    select kind, id_line, ${id}, decode(hash, 'hex')
    from unnest(${lines.map(({ kind }) => kind)}::smallint[], ${lines.map(({ id_line }) => id_line)}::bigint[],
      ${lines.map(({ hash }) => hash.toString("hex"))}::text[]) as line (kind, id_line, hash)`.execute(trx);
  return { id, hash: hash.toString("hex"), lines: lines.length, sealed_at };
}
