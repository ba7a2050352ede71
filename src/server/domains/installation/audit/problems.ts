import type { AuditFinding } from "#contract/audit.ts";
import { limits } from "#contract/limits.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { NamedLine } from "./added-lines.ts";
import { hashOf, noSeal, type SealedLine, sealPurpose, sealText } from "./canonical.ts";
import type { LineUnderSeal, PlacedSeal } from "./read-seals.ts";
import type { KeptMarks } from "./retention.ts";
import { type LineSource, lineKinds } from "./tables.ts";

const DAY_MS = 86_400_000;

/** The part of the log to which a sealed entry belongs. */
export const sourceOf = (kind: number): LineSource => (kind === lineKinds.activity ? "activity" : "seen");

/** A problem with a seal, or with a missing one. */
export const ofSeal = (problem: AuditFinding["problem"], id_seal: number | null): AuditFinding => ({
  problem,
  id_seal,
  source: null,
  id_line: null,
});

/** An entry that was inserted afterwards, under this seal or under none. */
export const addedLine = ({ source, id }: NamedLine, id_seal: number | null): AuditFinding => ({
  problem: "line_added",
  id_seal,
  source,
  id_line: id,
});

/** Whether the seal itself is intact: in its position, made over these entries, by this installation. */
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
 * Whether an entry is unchanged since it was sealed.
 * @param line the present entry; undefined when it is missing
 * @param kept entries sealed before may have been deleted, by kind
 */
export function brokenLine(
  { kind, id_line, id_seal, hash }: LineUnderSeal,
  line: SealedLine | undefined,
  { sealed_at }: Pick<PlacedSeal, "sealed_at">,
  kept: KeptMarks,
): AuditFinding[] {
  const source = sourceOf(kind);
  if (line === undefined) {
    const mark = kept.get(kind);
    // Without a mark of its own: as it was before retention became a setting.
    const isOld = source === "seen" && Date.now() - sealed_at.getTime() >= limits.audit.seenDays * DAY_MS;
    return (mark === undefined ? isOld : sealed_at < mark)
      ? []
      : [{ problem: "line_missing", id_seal, source, id_line }];
  }
  const isSame = line.isNamed && hashOf(line.text).equals(hash);
  return isSame ? [] : [{ problem: "line_changed", id_seal, source, id_line }];
}
