import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A secret in the format of Standard Webhooks: `whsec_` and 32 bytes in base64. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString("base64")}`;

export interface Signable {
  /** Id of the message; constant over all attempts. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The value of `webhook-signature`: one `v1,` signature for each secret, with spaces between.
 * Source: https://github.com/standard-webhooks/standard-webhooks (spec/standard-webhooks.md).
 */
export function signatures({ id, timestamp, body }: Signable, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}
