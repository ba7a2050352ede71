import { AppError } from "#server/platform/errors.ts";

/** Signature of Office's binary format before XML: `.mpp` is such a file. */
const COMPOUND = Buffer.from("d0cf11e0a1b11ae1", "hex");

/**
 * The bytes of a schedule as text, without a byte order mark. Throws `SCHEDULE_MPP` for Project's own files,
 * `SCHEDULE_UNREADABLE` for bytes that are invalid in the declared encoding.
 */
export function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) throw new AppError("SCHEDULE_MPP");
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("SCHEDULE_UNREADABLE", { cause });
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return "utf-8";
  const head = bytes.toString("latin1", 0, 200);
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? "utf-8";
}

/** Text as UTF-8; a declaration of another encoding is corrected, and a byte order mark stays. */
export function bytesOf(text: string, original: Buffer): Buffer {
  const hasMark = original[0] === 0xef && original[1] === 0xbb;
  const declared = text.replace(
    /^(\s*<\?xml[^>]*\bencoding\s*=\s*)(["'])(?!utf-8\2)[\w.-]+\2/i,
    (_, start: string, quote: string) => `${start}${quote}UTF-8${quote}`,
  );
  return Buffer.from(`${hasMark ? "\ufeff" : ""}${declared}`);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes XML entities and character references; any other ampersand stays as it is. */
export const unescapeText = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, ...found) => {
        const [decimal, hex, name] = found as (string | undefined)[];
        if (name !== undefined) return named[name.toLowerCase()] ?? all;
        const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      })
    : text;

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };
/** Characters that XML 1.0 cannot represent. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

export const plainText = (text: string): string => text.toWellFormed().replaceAll(UNWRITABLE, "");

export const escapeText = (text: string): string =>
  plainText(text).replaceAll(/[&<>\r]/g, (sign) => signs[sign] ?? "");
