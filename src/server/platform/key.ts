import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** The secret behind every signature of this installation. Each purpose gets a key of its own. */
export interface AppKey {
  /** HMAC-SHA256 of `text`, base64url, for one purpose: a signature for another never verifies. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  /** A key for a purpose that needs bytes rather than signatures. */
  derive(purpose: string): Buffer;
  /** Encrypts `text` for one purpose (AES-256-GCM), base64url. */
  seal(purpose: string, text: string): string;
  /** Opens a text that was sealed for the same purpose with the same secret; null for anything else. */
  open(purpose: string, sealed: string): string | null;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * `before`: the former secret. Nothing is made with it; its signatures and sealed texts are valid as long as it is
 * named. Omit it when it may have leaked.
 */
export function createAppKey(secret: string, before = ""): AppKey {
  const now = keyOfSecret(secret);
  if (before === "") return now;
  const then = keyOfSecret(before);
  return {
    ...now,
    open: (purpose, sealed) => now.open(purpose, sealed) ?? then.open(purpose, sealed),
    verify: (purpose, text, signature) =>
      now.verify(purpose, text, signature) || then.verify(purpose, text, signature),
  };
}

function keyOfSecret(secret: string): AppKey {
  const derive = (purpose: string) => createHmac("sha256", secret).update(`purpose:${purpose}`).digest();
  const keys = new Map<string, KeyObject>();
  const keyOf = (purpose: string) => {
    // A key object: from bytes, Node would make one for every signature, which costs more than the signature.
    const known = keys.get(purpose) ?? createSecretKey(derive(purpose));
    keys.set(purpose, known);
    return known;
  };
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", keyOf(purpose)).update(text).digest("base64url");
  return {
    sign,
    derive,
    seal: (purpose, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", derive(`seal:${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < nonceBytes + tagBytes) return null;
      const key = derive(`seal:${purpose}`);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(nonceBytes + tagBytes)),
          decipher.final(),
        ]).toString("utf8");
      } catch {
        return null;
      }
    },
    verify: (purpose, text, signature) => {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/**
 * Reads `app.key` of the data folder, or creates it once. The file is on disk before its name is, so that a power cut
 * cannot leave an empty key behind, and two first starts agree on one.
 */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "app.key");
  const existing = await readFile(path, "utf8").catch(() => "");
  if (existing.length >= 32) return existing.trim();
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  await file.writeFile(randomBytes(32).toString("base64url"));
  await file.sync();
  await file.close();
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  const folder = await open(dataDir, "r");
  await folder.sync();
  await folder.close();
  return (await readFile(path, "utf8")).trim();
}
