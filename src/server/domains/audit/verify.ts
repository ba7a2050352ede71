import { sql } from "kysely";
import type { AuditFinding } from "#contract/audit.ts";
import type { Database } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import { hashOf, noSeal, readLines, type SealedLine, sealPurpose, sealText } from "./canonical.ts";
import { type AuditSealsTable, type LineSource, lineKinds } from "./tables.ts";
import type { Witness } from "./witness.ts";

/** Lines that one step reads, more or less: seals are read whole. */
const stepLines = 10_000;
/** Findings that one step tells; the first are what matters. */
const most = 100;
/** A transaction of an hour is none of ours: what is sealed so much later than its neighbours was put between them. */
const late = 3_600_000;

export interface Checked {
  /** The last seal of this step: the next one goes on after it. */
  readonly up_to: number;
  readonly lines: number;
  readonly findings: AuditFinding[];
}

export interface VerifierOptions {
  readonly db: Database;
  readonly key: Pick<AppKey, "verify">;
  readonly witness: Witness;
  /** Days for which what was seen is kept. */
  readonly seenDays: number;
}

type Line = {
  readonly kind: number;
  readonly id_line: number;
  readonly id_seal: number;
  readonly hash: Buffer;
};

const sourceOf = (kind: number): LineSource => (kind === lineKinds.activity ? "activity" : "seen");

/** Compares the record with its seals. It reads, and changes nothing. */
export function createVerifier({ db, key, witness, seenDays }: VerifierOptions) {
  /** The next seals, so that somebody who waits sees how far it has come. */
  async function step(after: number): Promise<Checked> {
    const seals = await sealsAfter(db, after);
    return compare(seals, after === 0 ? { id: 0, hash: noSeal } : await sealAt(db, after));
  }

  async function compare(seals: readonly AuditSealsTable[], before: Named): Promise<Checked> {
    const last = seals.at(-1);
    const rows = last === undefined ? [] : await linesOf(db, seals[0]?.id ?? 0, last.id);
    const now = new Map((await readLines(db, rows)).map((line) => [`${line.kind} ${line.id}`, line]));
    const findings: AuditFinding[] = [];
    let previous = before;
    const isLate = await lateness(db, seals);
    const bySeal = Map.groupBy(rows, ({ id_seal }) => id_seal);
    for (const seal of seals) {
      const own = bySeal.get(seal.id) ?? [];
      findings.push(...brokenSeal(seal, previous, own, key));
      for (const line of own)
        findings.push(...brokenLine(line, now.get(`${line.kind} ${line.id_line}`), seal, seenDays));
      findings.push(...own.filter((line) => isLate(seal, line)).map(addedLine));
      previous = seal;
    }
    return { up_to: last?.id ?? before.id, lines: rows.length, findings: findings.slice(0, most) };
  }

  /** What no single seal tells: lines in none, and whether the end is still there. */
  async function ends(known?: { readonly hash: string }): Promise<AuditFinding[]> {
    const findings = await addedLines(db);
    const remembered = [...(await witness.remembered())];
    const { rows } = await sql<{ id: number; hash: string }>`
      select s.id, encode(s.hash, 'hex') as hash from audit_seals s
      where s.id = any (${remembered.map(({ id }) => id)}::bigint[])`.execute(db);
    const stands = new Map(rows.map(({ id, hash }) => [id, hash]));
    const lost = remembered.findLast(({ id, hash }) => stands.get(id) !== hash);
    if (lost !== undefined)
      findings.push({ problem: "cut_off", id_seal: lost.id, source: null, id_line: null });
    if (known !== undefined && !(await isKnown(db, known.hash)))
      findings.push({ problem: "unknown_seal", id_seal: null, source: null, id_line: null });
    return findings.slice(0, most);
  }

  /** Some seals alone, each with the one before it: for what hangs on a few lines. */
  async function these(ids: readonly number[]): Promise<AuditFinding[]> {
    const findings: AuditFinding[] = [];
    for (const id of ids) {
      const seals = await db.selectFrom("audit_seals").selectAll().where("id", "=", id).execute();
      const before = id === 1 ? { id: 0, hash: noSeal } : await sealAt(db, id - 1);
      findings.push(...(await compare(seals, before)).findings);
    }
    return findings.slice(0, most);
  }

  return { step, ends, these };
}

export type Verifier = ReturnType<typeof createVerifier>;

/** A seal as the next one names it. */
type Named = Pick<AuditSealsTable, "id" | "hash">;

async function sealsAfter(db: Database, after: number): Promise<AuditSealsTable[]> {
  const seals = await db
    .selectFrom("audit_seals")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(500)
    .execute();
  let lines = 0;
  const upTo = seals.findIndex((seal) => {
    lines += seal.lines;
    return lines >= stepLines;
  });
  return upTo === -1 ? seals : seals.slice(0, upTo + 1);
}

const linesOf = (db: Database, from: number, to: number): Promise<Line[]> =>
  db
    .selectFrom("audit_lines")
    .selectAll()
    .where("id_seal", ">=", from)
    .where("id_seal", "<=", to)
    .orderBy("id_seal")
    .orderBy("kind")
    .orderBy("id_line")
    .execute();

async function sealAt(db: Database, id: number): Promise<Named> {
  const seal = await db
    .selectFrom("audit_seals")
    .select(["id", "hash"])
    .where("id", "=", id)
    .executeTakeFirst();
  return seal ?? { id, hash: noSeal };
}

/**
 * Tells of a line whether its number lies among those that were sealed an hour before it: numbers are given as lines are
 * written, so somebody has put it between them afterwards.
 */
async function lateness(db: Database, seals: readonly AuditSealsTable[]) {
  const [first] = seals;
  if (first === undefined) return () => false;
  const begin = before(first);
  const { rows } = await sql<Ends>`
    select max(activity_to) as activity_to, max(seen_to) as seen_to, ${begin}::timestamptz as sealed_at
    from audit_seals where id < ${first.id} and sealed_at < ${begin}
    union all
    (select activity_to, seen_to, sealed_at from audit_seals
      where id < ${first.id} and sealed_at >= ${begin} order by id)`.execute(db);
  const waiting: Ends[] = [...rows, ...seals];
  const highest = { 1: 0, 2: 0 };
  return (seal: Ends, { kind, id_line }: Line): boolean => {
    for (let next = waiting[0]; next !== undefined && next.sealed_at <= before(seal); next = waiting[0]) {
      highest[1] = Math.max(highest[1], next.activity_to ?? 0);
      highest[2] = Math.max(highest[2], next.seen_to ?? 0);
      waiting.shift();
    }
    return id_line <= (kind === lineKinds.activity ? highest[1] : highest[2]);
  };
}

type Ends = Pick<AuditSealsTable, "activity_to" | "seen_to" | "sealed_at">;
const before = ({ sealed_at }: Pick<Ends, "sealed_at">) => new Date(sealed_at.getTime() - late);

/** Whether the seal itself is whole: in its place, made over these lines, by this installation. */
function brokenSeal(
  seal: AuditSealsTable,
  previous: Named,
  lines: readonly Line[],
  key: Pick<AppKey, "verify">,
): AuditFinding[] {
  const found = (problem: AuditFinding["problem"]): AuditFinding[] => [
    { problem, id_seal: seal.id, source: null, id_line: null },
  ];
  const hex = seal.hash.toString("hex");
  if (seal.id !== previous.id + 1) return found("seals_missing");
  if (!seal.previous.equals(previous.hash)) return found("chain_broken");
  const isOver = lines.length === seal.lines && hashOf(sealText({ ...seal, lines })).equals(seal.hash);
  if (!isOver) return found("seal_changed");
  return key.verify(sealPurpose, hex, seal.signature) ? [] : found("not_ours");
}

function brokenLine(
  { kind, id_line, id_seal, hash }: Line,
  line: SealedLine | undefined,
  seal: AuditSealsTable,
  seenDays: number,
): AuditFinding[] {
  const found = (problem: AuditFinding["problem"]): AuditFinding[] => [
    { problem, id_seal, source: sourceOf(kind), id_line },
  ];
  if (line === undefined) {
    const days = (Date.now() - seal.sealed_at.getTime()) / 86_400_000;
    return kind === lineKinds.seen && days >= seenDays ? [] : found("line_missing");
  }
  return line.isNamed && hashOf(line.text).equals(hash) ? [] : found("line_changed");
}

const addedLine = ({ kind, id_line, id_seal }: Line): AuditFinding => ({
  problem: "line_added",
  id_seal,
  source: sourceOf(kind),
  id_line,
});

/** Lines that stand under no seal and do not wait for one: somebody put them there past the triggers. */
async function addedLines(db: Database): Promise<AuditFinding[]> {
  const { rows } = await sql<{ kind: number; id: number }>`
    select ${sql.lit(lineKinds.activity)} as kind, a.id from activity a
    where not exists (select from audit_lines l where l.kind = ${sql.lit(lineKinds.activity)} and l.id_line = a.id)
      and not exists (select from audit_waiting w where w.kind = ${sql.lit(lineKinds.activity)} and w.id_line = a.id)
    union all
    select ${sql.lit(lineKinds.seen)}, s.id from sightings s
    where not exists (select from audit_lines l where l.kind = ${sql.lit(lineKinds.seen)} and l.id_line = s.id)
      and not exists (select from audit_waiting w where w.kind = ${sql.lit(lineKinds.seen)} and w.id_line = s.id)
    order by 1, 2 limit ${most}`.execute(db);
  return rows.map(({ kind, id }) => ({
    problem: "line_added",
    id_seal: null,
    source: sourceOf(kind),
    id_line: id,
  }));
}

async function isKnown(db: Database, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom("audit_seals")
    .select("id")
    .where("hash", "=", Buffer.from(hash, "hex"))
    .executeTakeFirst();
  return row !== undefined;
}
