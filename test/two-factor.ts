import { Secret, TOTP } from "otpauth";
import { password, type TestApp } from "./app.ts";
import type { TestClient } from "./client.ts";

/**
 * The code that the user's authenticator app shows at that time. `secret`: as returned by the set-up, with or without
 * spaces.
 */
export const codeAt = (secret: string, time: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret.replaceAll(" ", "")), timestamp: time.getTime() });

/** A code that is invalid at all times near this one. */
export function wrongCode(secret: string, time: Date): string {
  const near = [-60, -30, 0, 30, 60].map((s) => codeAt(secret, new Date(time.getTime() + s * 1000)));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? ""
  );
}

export interface Protected {
  readonly id: number;
  readonly name: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The client that set it up. */
  readonly client: TestClient;
}

/** An account with a second factor, set up as by its owner. The platform must have it switched on. */
export async function protectedUser(app: TestApp, now: Date, options = {}): Promise<Protected> {
  const user = await app.user(options);
  const client = await app.as(user);
  const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
  const { recovery_codes } = await client.call("POST /api/two-factor/confirm", {
    body: { code: codeAt(secret, now) },
  });
  return { ...user, secret, recoveryCodes: recovery_codes, client };
}
