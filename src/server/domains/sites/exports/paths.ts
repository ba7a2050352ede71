/** What Windows forbids in names, what a shell would make of them, and signs that turn the order of letters around. */
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Letters of one name: two of them, a folder above and an ending stay below what Windows can open. */
const LONGEST = 60;

/**
 * A name as it may stand in a zip and on any disk: letters of every script stay, path signs and reserved names do
 * not. Empty when nothing is left.
 */
export function safeName(text: string): string {
  const plain = text.toWellFormed().normalize("NFC").replaceAll(FORBIDDEN, " ").replaceAll(/\s+/gu, " ");
  const cut = [...plain.trim()].slice(0, LONGEST).join("");
  // What climbs up in a path is no word of a name. Windows drops dots and blanks at the end, and what begins with a dot is hidden elsewhere.
  const name = cut
    .replaceAll(/(?<= |^)\.+(?= |$)/g, "")
    .replaceAll(/ +/g, " ")
    .replaceAll(/^[ .]+|[ .]+$/g, "");
  return RESERVED.test(name) ? `_${name}` : name;
}

/** Makes the paths of one zip; none is given twice, however a disk compares letters. */
export interface ExportPaths {
  /** A folder of its own within another; `fallback` where the name has no letter that may stand. */
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
