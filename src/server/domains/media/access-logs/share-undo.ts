import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Rules } from "./share.service.ts";

const purpose = "share-undo";

interface Kept extends Omit<Rules, "share_expires_at"> {
  readonly id: number;
  readonly until: number;
  readonly share_expires_at: string | null;
}

/**
 * Rules of a link as they were before a change, sealed and given to who made it: a password that was taken away is
 * known to nobody here, but its hash can come back.
 */
export function createShareUndos(key: AppKey, clock: Clock) {
  return {
    seal(id: number, rules: Rules): string {
      const { access, share_password_hash, share_history } = rules;
      const kept: Kept = {
        id,
        until: clock.now().getTime() + limits.share.undoMinutes * 60_000,
        access,
        share_password_hash,
        share_history,
        share_expires_at: rules.share_expires_at?.toISOString() ?? null,
      };
      return key.seal(purpose, JSON.stringify(kept));
    },
    /** Those of this visit; CONFLICT when they are of another, too old, or none of ours. */
    open(id: number, sealed: string): Rules {
      const text = key.open(purpose, sealed);
      const kept = text === null ? undefined : (JSON.parse(text) as Kept);
      if (kept === undefined || kept.id !== id || kept.until < clock.now().getTime())
        throw new AppError("CONFLICT");
      const { access, share_password_hash, share_history, share_expires_at } = kept;
      return {
        access,
        share_password_hash,
        share_history,
        share_expires_at: share_expires_at === null ? null : new Date(share_expires_at),
      };
    },
  };
}
