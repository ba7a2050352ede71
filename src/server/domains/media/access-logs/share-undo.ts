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
 * Rules of a link before a change, encrypted and given to the user who made it: a removed password is unknown to the
 * server, but its hash can be restored.
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
    /** Rules of this visit; throws CONFLICT when they are of another, too old, or invalid. */
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
