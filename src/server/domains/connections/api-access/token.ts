import { crc32 } from "node:zlib";
import { newToken } from "#server/platform/session.ts";

/** Prefix by which secret scanners recognise our tokens. */
const prefix = "swk_";
const hintLetters = 4;

/** `swk_`, 32 random bytes and a checksum: 53 characters, shown once. */
export function newApiToken(): { readonly token: string; readonly hint: string } {
  const random = newToken();
  const token = `${prefix}${random}${checkOf(random)}`;
  return { token, hint: `${token.slice(0, prefix.length + hintLetters)}…` };
}

/** Whether the text can be one of our tokens. Mistyped or truncated tokens are refused without a database query. */
export function isWellFormed(token: string): boolean {
  const [, random = "", check] = /^swk_([\w-]{43})([\w-]{6})$/.exec(token) ?? [];
  return check !== undefined && checkOf(random) === check;
}

function checkOf(random: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(random));
  return bytes.toString("base64url");
}
