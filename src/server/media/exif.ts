/** Location where a picture was taken: degrees, north and east positive, and metres above the sea where known. */
export interface CapturePlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number | null;
  /** Accuracy of latitude and longitude in metres; null where the camera did not write it. */
  readonly accuracy: number | null;
}

/** Fields of a picture's Exif block that a visit needs. */
export interface CaptureFacts {
  /** Exif orientation, 1 to 8; 1 when absent or invalid. */
  readonly orientation: number;
  /** Capture time. Without a written offset the camera's clock is taken as UTC. */
  readonly capturedAt: Date | null;
  readonly place: CapturePlace | null;
}

const ORIENTATION = 0x0112;
const EXIF_DIRECTORY = 0x8769;
const GPS_DIRECTORY = 0x8825;
const DATE_ORIGINAL = 0x9003;
const OFFSET_ORIGINAL = 0x9011;
const MAX_ENTRIES = 512;

/**
 * Reads a TIFF block (the payload of an Exif segment). Every offset is untrusted: each read is checked against the
 * block, only three directories are entered, and anything invalid counts as absent. Never throws.
 */
export function readExif(block: Uint8Array | null): CaptureFacts {
  const none: CaptureFacts = { orientation: 1, capturedAt: null, place: null };
  const tiff = openTiff(block);
  if (tiff === null) return none;
  const root = readDirectory(tiff, uint32(tiff, 4));
  const orientation = shortOf(tiff, root.get(ORIENTATION)) ?? 1;
  const exifAt = longOf(tiff, root.get(EXIF_DIRECTORY));
  const exif = exifAt === null ? new Map<number, number>() : readDirectory(tiff, exifAt);
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    capturedAt: parseExifDate(
      asciiOf(tiff, exif.get(DATE_ORIGINAL), 20),
      asciiOf(tiff, exif.get(OFFSET_ORIGINAL), 7),
    ),
    place: readPlace(tiff, longOf(tiff, root.get(GPS_DIRECTORY))),
  };
}

function openTiff(block: Uint8Array | null): Tiff | null {
  if (block === null || block.length < 8) return null;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const tiff: Tiff = { view, little: order === 0x4949 };
  return uint16(tiff, 2) === 42 ? tiff : null;
}

/** Further fields for a photo that is no 360 photo. */
export interface PhotoCapture {
  /** Time of the camera's clock, `2026-03-14T09:26:53`, without a time zone. */
  readonly wallTime: string | null;
  /** Offset of that clock from UTC in minutes: as written, or the difference from the receiver's own time. */
  readonly offset: number | null;
  /** Direction of the view, degrees clockwise from north, -180 to 180. */
  readonly heading: number | null;
}

/** Reads them with the same caution as `readExif`. Never throws. */
export function readPhotoExif(block: Uint8Array | null): PhotoCapture {
  const tiff = openTiff(block);
  if (tiff === null) return { wallTime: null, offset: null, heading: null };
  const root = readDirectory(tiff, uint32(tiff, 4));
  const exifAt = longOf(tiff, root.get(EXIF_DIRECTORY));
  const exif = exifAt === null ? new Map<number, number>() : readDirectory(tiff, exifAt);
  const gpsAt = longOf(tiff, root.get(GPS_DIRECTORY));
  const place = gpsAt === null ? new Map<number, number>() : readDirectory(tiff, gpsAt);
  const text = asciiOf(tiff, exif.get(DATE_ORIGINAL), 20);
  const wall = parseExifDate(text, null);
  const zone = asciiOf(tiff, exif.get(OFFSET_ORIGINAL), 7)?.match(OFFSET)?.[0] ?? null;
  const zoned = zone === null ? null : parseExifDate(text, zone);
  const written = wall && zoned ? (wall.getTime() - zoned.getTime()) / 60_000 : null;
  return {
    wallTime: wall?.toISOString().slice(0, 19) ?? null,
    offset: written ?? offsetFrom(wall, receiverTime(tiff, place)),
    heading: readHeading(tiff, place),
  };
}

/** UTC by the receiver's satellites. */
function receiverTime(tiff: Tiff, entries: ReadonlyMap<number, number>): Date | null {
  const day = asciiOf(tiff, entries.get(gps.date), 11);
  const [hour, minute, second] = [0, 1, 2].map((index) => rationalOf(tiff, entries.get(gps.time), index, 3));
  if (day === null || hour == null || minute == null || second == null) return null;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return parseExifDate(`${day} ${two(hour)}:${two(minute)}:${two(second)}`, null);
}

/** Time zones differ by quarters of an hour; a difference beyond the zones of the earth is a wrong clock. */
function offsetFrom(wall: Date | null, utc: Date | null): number | null {
  if (wall === null || utc === null) return null;
  const minutes = Math.round((wall.getTime() - utc.getTime()) / 900_000) * 15;
  return Math.abs(minutes) <= 14 * 60 ? minutes : null;
}

function readHeading(tiff: Tiff, entries: ReadonlyMap<number, number>): number | null {
  const degrees = rationalOf(tiff, entries.get(gps.direction), 0, 1);
  if (degrees === null || degrees < 0 || degrees > 360) return null;
  return degrees > 180 ? degrees - 360 : degrees;
}

const gps = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
  time: 7,
  direction: 0x11,
  date: 0x1d,
  accuracy: 0x1f,
} as const;

/** A receiver without a fix writes zeros: 0, 0 is no location, as everywhere else in the product. */
function readPlace(tiff: Tiff, at: number | null): CapturePlace | null {
  if (at === null) return null;
  const entries = readDirectory(tiff, at);
  const latitude = readAngle(tiff, entries.get(gps.latitude), entries.get(gps.latitudeRef), "NS");
  const longitude = readAngle(tiff, entries.get(gps.longitude), entries.get(gps.longitudeRef), "EW");
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return null;
  if (latitude === 0 && longitude === 0) return null;
  const accuracy = rationalOf(tiff, entries.get(gps.accuracy), 0, 1);
  return {
    latitude,
    longitude,
    altitude: readAltitude(tiff, entries),
    // A receiver without a fix writes 0; a perfect one does not exist.
    accuracy: accuracy !== null && accuracy > 0 && accuracy < 100_000 ? accuracy : null,
  };
}

/** Degrees, minutes and seconds, with the letter that gives the sign. */
function readAngle(
  tiff: Tiff,
  entry: number | undefined,
  letterEntry: number | undefined,
  letters: string,
): number | null {
  const parts = [0, 1, 2].map((index) => rationalOf(tiff, entry, index, 3));
  const letter = asciiOf(tiff, letterEntry, 2)?.toUpperCase() ?? "";
  const [degrees, minutes, seconds] = parts;
  if (degrees == null || minutes == null || seconds == null) return null;
  if (letter === "" || !letters.includes(letter)) return null;
  const angle = degrees + minutes / 60 + seconds / 3600;
  return letter === letters[0] ? angle : -angle;
}

/** No building site is much higher than Everest or deeper than the deepest mine. */
function readAltitude(tiff: Tiff, entries: ReadonlyMap<number, number>): number | null {
  const metres = rationalOf(tiff, entries.get(gps.altitude), 0, 1);
  const refEntry = entries.get(gps.altitudeRef);
  const isBelow = refEntry !== undefined && byteAt(tiff, refEntry + 8) === 1;
  if (metres === null || metres > 20_000) return null;
  return isBelow ? -metres : metres;
}

interface Tiff {
  readonly view: DataView;
  readonly little: boolean;
}

const uint16 = (tiff: Tiff, at: number) =>
  at >= 0 && at + 2 <= tiff.view.byteLength ? tiff.view.getUint16(at, tiff.little) : null;
const uint32 = (tiff: Tiff, at: number) =>
  at >= 0 && at + 4 <= tiff.view.byteLength ? tiff.view.getUint32(at, tiff.little) : null;

/** Tag to the offset of its entry, for one directory. */
function readDirectory(tiff: Tiff, at: number | null): Map<number, number> {
  const entries = new Map<number, number>();
  const count = at === null ? null : uint16(tiff, at);
  if (at === null || count === null) return entries;
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index += 1) {
    const entry = at + 2 + index * 12;
    const tag = uint16(tiff, entry);
    if (tag === null || entry + 12 > tiff.view.byteLength) break;
    if (!entries.has(tag)) entries.set(tag, entry);
  }
  return entries;
}

const byteAt = (tiff: Tiff, at: number) =>
  at >= 0 && at < tiff.view.byteLength ? tiff.view.getUint8(at) : null;

const RATIONAL = 5;
/** One of `count` fractions of an entry; `null` when it is missing, or its divisor is zero. */
function rationalOf(tiff: Tiff, entry: number | undefined, index: number, count: number): number | null {
  if (entry === undefined || uint16(tiff, entry + 2) !== RATIONAL || uint32(tiff, entry + 4) !== count)
    return null;
  const at = uint32(tiff, entry + 8);
  const over = at === null ? null : uint32(tiff, at + index * 8);
  const under = at === null ? null : uint32(tiff, at + index * 8 + 4);
  return over === null || under === null || under === 0 ? null : over / under;
}

const SHORT = 3;
const LONG = 4;
const ASCII = 2;

function shortOf(tiff: Tiff, entry: number | undefined): number | null {
  return entry !== undefined && uint16(tiff, entry + 2) === SHORT ? uint16(tiff, entry + 8) : null;
}

function longOf(tiff: Tiff, entry: number | undefined): number | null {
  return entry !== undefined && uint16(tiff, entry + 2) === LONG ? uint32(tiff, entry + 8) : null;
}

function asciiOf(tiff: Tiff, entry: number | undefined, longest: number): string | null {
  if (entry === undefined || uint16(tiff, entry + 2) !== ASCII) return null;
  const length = Math.min(uint32(tiff, entry + 4) ?? 0, longest);
  const at = length <= 4 ? entry + 8 : uint32(tiff, entry + 8);
  if (at === null || at + length > tiff.view.byteLength) return null;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    const byte = tiff.view.getUint8(at + index);
    if (byte === 0) break;
    text += String.fromCharCode(byte);
  }
  return text.trim();
}

const OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** `2026:03:14 09:26:53` with `+03:00`; an unset camera clock (1970, all zeros, 13th month) yields no date. */
function parseExifDate(text: string | null, offset: string | null): Date | null {
  const parts = text?.match(/^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/);
  if (!parts) return null;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] = parts;
  const zone = offset?.match(OFFSET)?.[0] ?? "Z";
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  const wall = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const exists = !Number.isNaN(wall.getTime()) && wall.getUTCDate() === Number(day);
  return exists && !Number.isNaN(date.getTime()) && Number(year) >= 1990 ? date : null;
}
