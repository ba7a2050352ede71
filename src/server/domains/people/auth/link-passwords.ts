import type { FastifyReply, FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Guarded, Passes } from "#server/platform/passes.ts";
import { isPasswordRight } from "./passwords.ts";

/**
 * Wrong attempts for an item from one network, and for an item from everywhere, before a wait for the rest of the
 * seconds.
 */
export interface TryLimits {
  readonly tries: number;
  readonly perThing: number;
  readonly seconds: number;
}

export interface PasswordTry {
  /** The item, as its attempts are counted: `visit-password 12`. */
  readonly name: string;
  /** Client address. */
  readonly address: string;
  readonly password: string;
  readonly hash: string;
}

/** Whether the password is right; RATE_LIMITED after too many wrong ones. */
export async function tryPassword(
  attempts: Attempts,
  { tries, perThing, seconds }: TryLimits,
  { name, address, password, hash }: PasswordTry,
): Promise<boolean> {
  const counted = `${name} ${networkOf(address)}`;
  await attempts.take(counted, { max: tries, seconds });
  await attempts.take(name, { max: perThing, seconds });
  if (!(await isPasswordRight(password, hash))) return false;
  await attempts.clear(counted);
  await attempts.giveBack(name);
  return true;
}

/** Limits for playable items: videos, cameras and live channels. */
const playerTries: TryLimits = {
  tries: limits.video.tries,
  perThing: limits.video.perVideo,
  seconds: limits.video.countSeconds,
};

export interface PlayerLock {
  readonly attempts: Attempts;
  readonly passes: Passes;
  /** The kind of item, as attempts are counted: `video`. */
  readonly kind: string;
}

/**
 * Unlocks playable items. True when no password is required, or the right one was given, for which the browser gets its
 * pass; false when it is wrong, RATE_LIMITED after too many.
 */
export const createPlayerLock =
  ({ attempts, passes, kind }: PlayerLock) =>
  async (
    { id, hash }: Guarded,
    password: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> => {
    if (hash === null) return true;
    const asked = { name: `${kind}-password ${id}`, address: request.ip, password, hash };
    if (!(await tryPassword(attempts, playerTries, asked))) return false;
    passes.give({ id, hash }, request, reply);
    return true;
  };
