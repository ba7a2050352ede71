import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** RFC 6238 period that every authenticator app uses, in seconds. */
const period = 30;
const settings = { algorithm: "SHA1", digits: 6, period } as const;
/** Steps by which the clock of a phone may be off, either way. */
const window = 1;
const secretBytes = 20;

/** A fresh secret, Base32. */
export const newSecret = () => new Secret({ size: secretBytes }).base32;

/** Content of the QR code: `label` is the account, `issuer` the site, as the app lists them. */
export function secretUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...settings, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Groups the secret for typing it from a screen. */
export const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** Returns the 30 s step that a code belongs to, or null when it matches none around now. */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const options = { ...settings, window, timestamp, token: code, secret: Secret.fromBase32(secret) };
  const off = TOTP.validate(options);
  return off === null ? null : TOTP.counter({ period, timestamp }) + off;
}

/** Normalizes typed or pasted input: digits of any supported language, grouped or not, in any case. */
export function readCode(typed: string): string {
  return typed
    .replaceAll(/[\s\u200e\u200f\-–—_.]/g, "")
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0))
    .toLowerCase();
}

/** Whether the code is from an app rather than a recovery code. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code);

/** No look-alike characters, since codes are written by hand and read from paper. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryLength = 12;

/** A recovery code of 59 bits, as `abcd-efgh-jkmn`. */
export function newRecoveryCode(): string {
  const code = Array.from({ length: recoveryLength }, () => letters[randomInt(letters.length)]).join("");
  return code.match(/.{4}/g)?.join("-") ?? code;
}
