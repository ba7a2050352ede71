import type { AuditFinding } from "#contract/audit.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { NamedLine } from "./added-lines.ts";
import { hashOf, noSeal, type SealedLine, sealPurpose, sealText } from "./canonical.ts";
import type { LineUnderSeal, PlacedSeal } from "./read-seals.ts";
import { type LineSource, lineKinds } from "./tables.ts";

const DAY_MS = 86_400_000;

/** Of which part of the record a line under a seal is. */
export const sourceOf = (kind: number): LineSource => (kind === lineKinds.activity ? "activity" : "seen");

/** What is wrong with a seal, or with what is not there of it. */
export const ofSeal = (problem: AuditFinding["problem"], id_seal: number | null): AuditFinding => ({
  problem,
  id_seal,
  source: null,
  id_line: null,
});

/** A line that was put between others, under this seal or under none. */
export const addedLine = ({ source, id }: NamedLine, id_seal: number | null): AuditFinding => ({
  problem: "line_added",
  id_seal,
  source,
  id_line: id,
});

/** Whether the seal itself is whole: in its place, made over these lines, by this installation. */
export function brokenSeal(
  seal: PlacedSeal,
  lines: readonly LineUnderSeal[],
  key: Pick<AppKey, "verify">,
): AuditFinding[] {
  if (seal.id !== (seal.before_id ?? 0) + 1) return [ofSeal("seals_missing", seal.id)];
  if (!seal.previous.equals(seal.before_hash ?? noSeal)) return [ofSeal("chain_broken", seal.id)];
  const isOver = lines.length === seal.lines && hashOf(sealText({ ...seal, lines })).equals(seal.hash);
  if (!isOver) return [ofSeal("seal_changed", seal.id)];
  const isOurs = key.verify(sealPurpose, seal.hash.toString("hex"), seal.signature);
  return isOurs ? [] : [ofSeal("not_ours", seal.id)];
}

/**
 * Whether a line is as it was sealed.
 * @param line as it is now; undefined when it is not there
 * @param seenDays days after which what was seen may be gone
 */
export function brokenLine(
  { kind, id_line, id_seal, hash }: LineUnderSeal,
  line: SealedLine | undefined,
  { sealed_at }: Pick<PlacedSeal, "sealed_at">,
  seenDays: number,
): AuditFinding[] {
  const source = sourceOf(kind);
  if (line === undefined) {
    const isOver = source === "seen" && Date.now() - sealed_at.getTime() >= seenDays * DAY_MS;
    return isOver ? [] : [{ problem: "line_missing", id_seal, source, id_line }];
  }
  const isSame = line.isNamed && hashOf(line.text).equals(hash);
  return isSame ? [] : [{ problem: "line_changed", id_seal, source, id_line }];
}
