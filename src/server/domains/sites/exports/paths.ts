/** Characters forbidden in names by Windows, interpreted by a shell, or that reverse the text direction. */
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Length of one name: two of them, a parent folder and an extension stay below the limit of Windows. */
const LONGEST = 60;

/**
 * Returns a name that is valid in a zip and on any disk: letters of every script stay, path separators and reserved
 * names do not. Empty when nothing is left.
 */
export function safeName(text: string): string {
  const plain = text.toWellFormed().normalize("NFC").replaceAll(FORBIDDEN, " ").replaceAll(/\s+/gu, " ");
  // Code points rather than letters as read, which have no limit: a disk counts the bytes of a name.
  const cut = Array.from(plain.trim()).slice(0, LONGEST).join("");
  // Parent references in a path are no part of a name. Windows drops dots and blanks at the end, and a leading dot
  // hides a file elsewhere.
  const name = cut
    .replaceAll(/(?<= |^)\.+(?= |$)/g, "")
    .replaceAll(/ +/g, " ")
    .replaceAll(/^[ .]+|[ .]+$/g, "");
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Builds the paths of one zip; no path is returned twice, however a disk compares letters. */
export interface ExportPaths {
  /** A unique folder within another; `fallback` where the name has no allowed character. */
  folder(within: string, name: string, fallback: string): string;
  file(within: string, name: string, fallback: string, ending: string): string;
}

export function createPaths(): ExportPaths {
  const taken = new Set<string>();
  const unique = (within: string, name: string, ending: string): string => {
    for (let n = 1; ; n++) {
      const path = `${within}/${n === 1 ? name : `${name} (${n})`}${ending}`;
      const key = path.normalize("NFKC").toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
  return {
    folder: (within, name, fallback) => unique(within, safeName(name) || fallback, ""),
    file: (within, name, fallback, ending) => unique(within, safeName(name) || fallback, ending),
  };
}
