import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import { isPasswordRight } from "./passwords.ts";

/** Wrong ones of a thing and a network, and of the thing from everywhere, before one waits for the rest of the seconds. */
export interface TryLimits {
  readonly tries: number;
  readonly perThing: number;
  readonly seconds: number;
}

export interface PasswordTry {
  /** The thing, as it is counted: `visit-password 12`. */
  readonly name: string;
  /** Where the call came from. */
  readonly address: string;
  readonly password: string;
  readonly hash: string;
}

/** Whether the password is right; RATE_LIMITED once there were too many that were not. */
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
