import { createHash, randomBytes } from "node:crypto";

/** A stream key of 24 random bytes, as it is typed into a phone or an encoder, and what is kept of it. */
export function newStreamKey() {
  const key = randomBytes(24).toString("base64url");
  return { key, key_hash: createHash("sha256").update(key).digest(), key_hint: key.slice(-4) };
}
