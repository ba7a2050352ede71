import type { AuditFinding } from "#contract/audit.ts";
import type { Verifier } from "./verify.ts";

export interface WholeCheck {
  readonly lines: number;
  readonly seals: number;
  readonly findings: readonly AuditFinding[];
}

/**
 * Verifies the whole log, from the first seal to the last, and the parts outside all seals. `known`: a seal that was
 * kept outside.
 */
export async function checkAll(
  { step, ends }: Pick<Verifier, "step" | "ends">,
  known?: { readonly hash: string },
): Promise<WholeCheck> {
  const findings: AuditFinding[] = [];
  let [lines, after] = [0, 0];
  for (;;) {
    const checked = await step(after);
    findings.push(...checked.findings);
    lines += checked.lines;
    if (checked.up_to === after) break;
    after = checked.up_to;
  }
  return { lines, seals: after, findings: [...findings, ...(await ends(known))] };
}
