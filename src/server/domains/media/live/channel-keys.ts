import { createHash, randomBytes } from "node:crypto";

/** A stream key of 24 random bytes, in the form entered into a phone or an encoder, and its stored form. */
export function newStreamKey() {
  const key = randomBytes(24).toString("base64url");
  return { key, key_hash: createHash("sha256").update(key).digest(), key_hint: key.slice(-4) };
}
