import { sql } from "kysely";
import type { AuditFinding } from "#contract/audit.ts";
import type { Database } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import { highestBefore, linesPastTriggers, type NamedLine } from "./added-lines.ts";
import { readLines } from "./canonical.ts";
import { addedLine, brokenLine, brokenSeal, ofSeal, sourceOf } from "./problems.ts";
import {
  hasSeal,
  type LineUnderSeal,
  linesUnder,
  type PlacedSeal,
  sealsAfter,
  sealsNamed,
  stretches,
} from "./read-seals.ts";
import { keptMarks } from "./retention.ts";
import type { Witness } from "./witness.ts";

/** Limit of findings reported at a time; the first ones are what matters. */
const most = 100;

export interface Checked {
  /** The last seal of this step: the next step continues after it. */
  readonly up_to: number;
  readonly lines: number;
  readonly findings: AuditFinding[];
}

/** An entry with the seal that should cover it; null: it waits for one. */
export interface LineToCheck extends NamedLine {
  readonly id_seal: number | null;
}

export interface VerifierOptions {
  readonly db: Database;
  readonly key: Pick<AppKey, "verify">;
  readonly witness: Witness;
}

/** Verifies the log against its seals. Read-only. */
export function createVerifier({ db, key, witness }: VerifierOptions) {
  /** Verifies the next seals, step by step, so that progress can be shown. */
  async function step(after: number): Promise<Checked> {
    const [seals] = stretches(await sealsAfter(db, after));
    if (seals === undefined) return { up_to: after, lines: 0, findings: [] };
    const { lines, findings } = await compare(seals);
    return { up_to: seals.at(-1)?.id ?? after, lines, findings: findings.slice(0, most) };
  }

  async function compare(seals: readonly PlacedSeal[]) {
    const [lines, highest, kept] = await Promise.all([
      linesUnder(db, seals),
      highestBefore(db, seals),
      keptMarks(db, key),
    ]);
    const named = (kind: number, id: number) => `${kind} ${id}`;
    const now = new Map((await readLines(db, lines)).map((line) => [named(line.kind, line.id), line]));
    const bySeal = Map.groupBy(lines, ({ id_seal }) => id_seal);
    const isAdded = ({ kind, id_line, id_seal }: LineUnderSeal) =>
      id_line <= (highest.get(id_seal)?.[sourceOf(kind)] ?? 0);
    const findings = seals.flatMap((seal) => {
      const own = bySeal.get(seal.id) ?? [];
      return [
        ...brokenSeal(seal, own, key),
        ...own.flatMap((line) => brokenLine(line, now.get(named(line.kind, line.id_line)), seal, kept)),
        ...own
          .filter(isAdded)
          .map(({ kind, id_line }) => addedLine({ source: sourceOf(kind), id: id_line }, seal.id)),
      ];
    });
    return { lines: lines.length, findings };
  }

  /** Checks that span all seals: entries under none, and whether the end still exists. */
  async function ends(known?: { readonly hash: string }): Promise<AuditFinding[]> {
    const findings = (await linesPastTriggers(db, most)).map((line) => addedLine(line, null));
    const remembered = [...(await witness.remembered())];
    const { rows } = await sql<{ id: number; hash: string }>`
      select s.id, encode(s.hash, 'hex') as hash from audit_seals s
      where s.id = any (${remembered.map(({ id }) => id)}::bigint[])`.execute(db);
    const stands = new Map(rows.map(({ id, hash }) => [id, hash]));
    const lost = remembered.findLast(({ id, hash }) => stands.get(id) !== hash);
    if (lost !== undefined) findings.push(ofSeal("cut_off", lost.id));
    if (known !== undefined && !(await hasSeal(db, known.hash))) findings.push(ofSeal("unknown_seal", null));
    return findings.slice(0, most);
  }

  /** Problems of these entries: their seals, and whether unsealed ones are waiting for one. */
  async function these(lines: readonly LineToCheck[]): Promise<AuditFinding[]> {
    const ids = [...new Set(lines.map(({ id_seal }) => id_seal).filter((id) => id !== null))];
    const seals = await sealsNamed(db, ids);
    const there = new Set(seals.map(({ id }) => id));
    const findings = ids.filter((id) => !there.has(id)).map((id) => ofSeal("seal_missing", id));
    for (const stretch of stretches(seals)) findings.push(...(await compare(stretch)).findings);
    const waiting = lines.filter(({ id_seal }) => id_seal === null);
    if (waiting.length > 0)
      findings.push(...(await linesPastTriggers(db, most, waiting)).map((line) => addedLine(line, null)));
    return findings.slice(0, most);
  }

  return { step, ends, these };
}

export type Verifier = ReturnType<typeof createVerifier>;
