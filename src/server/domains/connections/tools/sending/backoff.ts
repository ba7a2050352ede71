import { limits } from "#contract/limits.ts";
import type { ToolFailure } from "#server/integrations/tools/tool-client.ts";

const first = 30_000;
const most = 3_600_000;

/** Milliseconds before the retry after `attempts` failures: doubles each time, up to an hour, with jitter. */
export const waitAfter = (attempts: number, random: () => number = Math.random): number =>
  Math.min(first * 2 ** Math.max(0, attempts - 1), most) * (0.5 + random() / 2);

export interface Verdict {
  /** Consecutive failures; at the limit retries stop. */
  readonly attempts: number;
  /** Null: no automatic retry. */
  readonly nextTry: Date | null;
  /** Pauses all calls for that account until then. */
  readonly pause: Date | null;
}

const counted: readonly ToolFailure["kind"][] = ["passing", "storage_full", "not_found"];
const waiting: readonly ToolFailure["kind"][] = ["rate_limited", "quota_day"];

/** Decides how a link continues after a failure. A wait requested by the tool does not count as a failure. */
export function judge(
  { kind, retryAt }: Pick<ToolFailure, "kind" | "retryAt">,
  {
    attempts,
    now,
    random,
  }: { readonly attempts: number; readonly now: Date; readonly random?: () => number },
): Verdict {
  if (waiting.includes(kind)) {
    const until = retryAt ?? new Date(now.getTime() + waitAfter(kind === "quota_day" ? 8 : 1, random));
    return { attempts, nextTry: until, pause: until };
  }
  if (!counted.includes(kind)) return { attempts: attempts + 1, nextTry: null, pause: null };
  const failed = attempts + 1;
  const isOver = failed >= limits.tools.tries;
  const later = new Date(now.getTime() + waitAfter(failed, random));
  return { attempts: failed, nextTry: isOver ? null : later, pause: null };
}
