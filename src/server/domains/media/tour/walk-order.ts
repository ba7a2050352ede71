/** The data that decides a room's index in the walking order. */
export interface WalkedRoom {
  readonly id_room: number;
  readonly name: string;
  readonly file_name: string;
  /** Index in the visit's list. */
  readonly position: number;
  readonly captured_at: Date | null;
}

/**
 * Names that cameras, phones and messengers number: IMG_20260920_001, R0010123, GSAA0042, DSC00417, GS__0042,
 * PXL_20260920_101112, IMG-20260920-WA0001, 20260920_101112, 0042. With suffixes of programs: `_stitched`, ` (2)`.
 */
const counted =
  /^_?(?:(?:img(?:_e)?|image|dscf?|dscn|pxl|mvimg|vid|pano|panorama|photo|pic|pict|sam|cimg|gs(?:[a-z_]{2})?|gopr|g[hpx]|dji|theta|insta360|r|p|wp|hdr|screenshot|whatsapp image)[ _-]*)?\d{3,}(?:[ _.-]*(?:\d+|wa\d+|at|mp|er|hdr|pano|f|edit(?:ed)?|stitched|export(?:ed)?|copy|360|\(\d+\)))*$/i;

const stem = (name: string) => name.replace(/\.[a-z0-9]{2,4}$/i, "").trim();

/** Whether a name is just the camera's file number: those restart on every card. */
export function isCounted(name: string, fileName = ""): boolean {
  const plain = stem(name);
  return counted.test(plain) || (/\d{3}/.test(plain) && plain === stem(fileName));
}

/**
 * The rooms of one visit in walking order. The list's order counts where a user set it; otherwise the capture time
 * where every picture has one, else the file numbers where a camera named them all, else the list.
 */
export function walkOrder<R extends WalkedRoom>(rooms: readonly R[], { isSet }: { isSet: boolean }): R[] {
  const listed = rooms.toSorted((a, b) => a.position - b.position || a.id_room - b.id_room);
  if (isSet || listed.length < 2) return listed;
  const times = new Set(listed.map(({ captured_at }) => captured_at?.getTime()));
  const areTimed = !times.has(undefined) && times.size > 1;
  const areCounted = listed.every(({ file_name }) => file_name !== "" && isCounted(file_name));
  const byTime = (a: R, b: R) =>
    areTimed ? (a.captured_at?.getTime() ?? 0) - (b.captured_at?.getTime() ?? 0) : 0;
  const byFile = (a: R, b: R) => (areCounted ? byNumber.compare(a.file_name, b.file_name) : 0);
  return listed.toSorted((a, b) => byTime(a, b) || byFile(a, b));
}

const byNumber = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
