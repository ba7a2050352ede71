import { Secret, TOTP } from "otpauth";
import { password, type TestApp } from "./app.ts";
import type { TestClient } from "./client.ts";

/** What the person's authenticator app shows at that time. `secret`: as the set-up gives it, with or without blanks. */
export const codeAt = (secret: string, time: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret.replaceAll(" ", "")), timestamp: time.getTime() });

/** A code that is right at none of the times near this one. */
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
  /** The browser with which it was set up. */
  readonly client: TestClient;
}

/** An account with a second factor, set up as its owner does it. The site must have it switched on. */
export async function protectedUser(app: TestApp, now: Date, options = {}): Promise<Protected> {
  const user = await app.user(options);
  const client = await app.as(user);
  const { secret } = await client.call("POST /api/two-factor/setup", { body: { password } });
  const { recovery_codes } = await client.call("POST /api/two-factor/confirm", {
    body: { code: codeAt(secret, now) },
  });
  return { ...user, secret, recoveryCodes: recovery_codes, client };
}
