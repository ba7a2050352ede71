/**
 * Minutes of an XML duration, `PT8H0M0S`; null for an invalid one. Negative durations violate the format but occur in
 * files: they count as zero.
 */
export function readDuration(text: string): number | null {
  const found =
    /^(-?)P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (found === null) return null;
  const [, sign = "", ...parts] = found as (string | undefined)[];
  if (parts.every((part) => part === undefined)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const all = Math.round(days * 1440 + hours * 60 + minutes + seconds / 60);
  return sign === "-" ? 0 : Math.min(all, MOST_MINUTES);
}

/** Four thousand years; the limit of the column. */
const MOST_MINUTES = 2 ** 31 - 1;

export const writeDuration = (minutes: number): string =>
  `PT${Math.floor(minutes / 60)}H${Math.round(minutes % 60)}M0S`;

/** Prefix of text that this site writes into notes; removed again when the file is imported. */
export const NOTE_MARK = "[Sitewalk]";

export const withoutOurNote = (notes: string): string =>
  notes.includes(NOTE_MARK)
    ? notes
        .split(/\r\n|\r|\n/)
        .filter((line) => !line.startsWith(NOTE_MARK))
        .join("\n")
        .trim()
    : notes;

/** The notes with this site's line at their end, replacing an older one; without a line when it is empty. */
export function withOurNote(notes: string, line: string): string {
  const own = withoutOurNote(notes);
  if (line === "") return own;
  return own === "" ? `${NOTE_MARK} ${line}` : `${own}\n${NOTE_MARK} ${line}`;
}
