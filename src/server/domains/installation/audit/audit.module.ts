import { Readable } from "node:stream";
import { sql } from "kysely";
import { type AuditSeal, auditApi } from "#contract/audit.ts";
import type { Database } from "#server/platform/database.ts";
import type { Download } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { createRetention, type RetentionOptions } from "./retention.ts";
import { samples } from "./samples.ts";
import { createSealer } from "./seal.ts";
import { createSealTotals } from "./seal-totals.ts";
import { createVerifier } from "./verify.ts";
import { createWitness } from "./witness.ts";

export interface AuditOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly log: Log;
  readonly settings: RetentionOptions["settings"];
  /** Folder for copies of the seals, outside the database. */
  readonly auditFolder: string;
}

/** The seals over the audit log: creating them, and verifying the log against them. */
/** Milliseconds between two checks for unsealed entries. */
const SEAL_EVERY = 3000;

export function auditModule({ db, key, log, settings, auditFolder }: AuditOptions) {
  const witness = createWitness(auditFolder);
  const sealer = createSealer({ db, key, log, witness });
  const verifier = createVerifier({ db, key, witness });
  const totals = createSealTotals(db);
  return {
    offers: { verifier },
    repeats: [
      /** Seals committed entries that are under no seal yet. */
      { every: SEAL_EVERY, work: sealer.all },
    ],
    sweeps: [
      /** Deletes entries after their retention period; the seals over them stay. */
      createRetention({ db, key, settings }),
    ],
    samples,
    handlers: handlers(auditApi, {
      "GET /api/audit": async () => {
        const newest = await newestSeal(db);
        const { rows } = await sql<{
          waiting: number;
        }>`select count(*) as waiting from audit_waiting`.execute(db);
        return { newest, ...(await totals(newest?.id ?? 0)), waiting: rows[0]?.waiting ?? 0 };
      },
      "GET /api/audit/check": async ({ query: { after, hash } }) => {
        const checked = await verifier.step(after);
        const of = (await newestSeal(db))?.id ?? 0;
        const done = checked.up_to >= of;
        const ends = done ? await verifier.ends(hash === undefined ? undefined : { hash }) : [];
        return { ...checked, of, done, findings: [...checked.findings, ...ends] };
      },
      "GET /api/audit/newest-seal": async () => {
        const seal = await newestSeal(db);
        const text =
          seal === null ? "" : `sitewalk seal\n${seal.id}\n${seal.hash}\n${seal.sealed_at}\n${seal.lines}\n`;
        return textDownload(`sitewalk-seal-${seal?.id ?? 0}.txt`, text);
      },
    }),
  };
}

const textDownload = (name: string, text: string): Download => ({
  name,
  record: { action: "activity.exported" },
  bytes: Buffer.byteLength(text),
  open: () => Readable.from([Buffer.from(text)]),
});

async function newestSeal(db: Database): Promise<AuditSeal | null> {
  const row = await db
    .selectFrom("audit_seals")
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, hash, lines, sealed_at } = row;
  return { id, hash: hash.toString("hex"), lines, sealed_at: sealed_at.toISOString() };
}
