import { AppError } from "#server/platform/errors.ts";

/** Kind of the content at an address of a playlist. */
export type ChildKind = "playlist" | "segment" | "map" | "key";

/** Maps an address of the camera to the name by which viewers request it. */
export type NameChild = (url: string, kind: ChildKind) => string;

export interface Playlist {
  /** For viewers: names instead of addresses, and no unknown content. */
  readonly text: string;
  readonly isMaster: boolean;
  /** Of a media playlist, seconds; 0 if not given. */
  readonly targetDuration: number;
  readonly hasEnded: boolean;
  /** Addresses of the camera. */
  readonly variants: readonly Variant[];
  readonly segments: readonly Segment[];
}

export interface Variant {
  readonly url: string;
  readonly bandwidth: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly codecs: string | null;
}

export interface Segment {
  readonly url: string;
  /** Initialization section of a fragmented file; null for a transport stream. */
  readonly map: string | null;
  readonly key: SegmentKey | null;
}

export interface SegmentKey {
  readonly url: string;
  /** Sixteen bytes; null when the segment's number is used instead. */
  readonly iv: Buffer | null;
  readonly number: number;
}

const LINES = 20_000;

/** Tags that are passed on unchanged, if they are well-formed. */
const plain = [
  /^#EXT-X-VERSION:\d{1,2}$/,
  /^#EXT-X-TARGETDURATION:\d{1,5}(?:\.\d+)?$/,
  /^#EXT-X-MEDIA-SEQUENCE:\d{1,20}$/,
  /^#EXT-X-DISCONTINUITY-SEQUENCE:\d{1,20}$/,
  /^#EXT-X-DISCONTINUITY$/,
  /^#EXT-X-ENDLIST$/,
  /^#EXT-X-GAP$/,
  /^#EXT-X-I-FRAMES-ONLY$/,
  /^#EXT-X-INDEPENDENT-SEGMENTS$/,
  /^#EXT-X-PLAYLIST-TYPE:(?:EVENT|VOD)$/,
  /^#EXT-X-BYTERANGE:\d{1,12}(?:@\d{1,12})?$/,
  /^#EXT-X-BITRATE:\d{1,9}$/,
  /^#EXT-X-PROGRAM-DATE-TIME:[0-9T:.Z+-]{10,40}$/,
  /^#EXT-X-ALLOW-CACHE:(?:YES|NO)$/,
];

/** Tags with attributes, and the kind of content at their URI. */
const withAttributes: Readonly<Record<string, ChildKind | null>> = {
  "EXT-X-KEY": "key",
  "EXT-X-SESSION-KEY": "key",
  "EXT-X-MAP": "map",
  "EXT-X-MEDIA": "playlist",
  "EXT-X-I-FRAME-STREAM-INF": "playlist",
  "EXT-X-STREAM-INF": null,
  "EXT-X-START": null,
};

/**
 * Parses a playlist that a camera sent from `base`, and rewrites it for viewers. Only known content is passed on:
 * comments, titles and vendor tags may contain addresses or worse. Low-latency tags are omitted, too: every viewer
 * would request the announced parts before they exist, and hold the camera's connections. Throws CAMERA_UNREADABLE for
 * input that is no playlist, and the errors of `name` for forbidden addresses.
 */
export function readPlaylist(source: string, base: string, name: NameChild): Playlist {
  const lines = source.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (!lines[0]?.startsWith("#EXTM3U") || lines.length > LINES) throw new AppError("CAMERA_UNREADABLE");
  const out = ["#EXTM3U"];
  const variants: Variant[] = [];
  const segments: Segment[] = [];
  const state = { map: null as string | null, key: null as Omit<SegmentKey, "number"> | null, sequence: 0 };
  let stream: ReadonlyMap<string, string> | undefined;
  let targetDuration = 0;

  const resolve = (uri: string, kind: ChildKind): { url: string; named: string } => {
    const url = URL.parse(uri, base);
    if (url === null || !/^https?:$/.test(url.protocol)) throw new AppError("CAMERA_FORBIDDEN");
    return { url: url.href, named: name(url.href, kind) };
  };

  const readTag = (line: string): void => {
    const [, tag = "", rest = ""] = /^#([A-Z0-9-]+)(?::(.*))?$/.exec(line) ?? [];
    if (tag === "EXTINF") out.push(`#EXTINF:${/^\d{1,6}(?:\.\d+)?/.exec(rest)?.[0] ?? "0"},`);
    else if (plain.some((shape) => shape.test(line))) {
      out.push(line);
      if (tag === "EXT-X-TARGETDURATION") targetDuration = Number(rest);
      if (tag === "EXT-X-MEDIA-SEQUENCE") state.sequence = Number(rest);
    } else if (tag in withAttributes) readAttributes(tag, rest);
  };

  const readAttributes = (tag: string, rest: string): void => {
    const attributes = attributesOf(rest);
    const kind = withAttributes[tag] ?? null;
    if (kind === "key" && !isPlainKey(attributes)) {
      // DRM-protected content could be neither decrypted nor passed on.
      if (tag === "EXT-X-KEY") throw new AppError("CAMERA_UNREADABLE", { cause: "DRM-protected" });
      return;
    }
    const uri = attributes.get("URI");
    const child = uri === undefined || kind === null ? undefined : resolve(uri, kind);
    if (tag === "EXT-X-STREAM-INF") stream = attributes;
    if (tag === "EXT-X-MAP") state.map = child?.url ?? null;
    if (tag === "EXT-X-KEY") state.key = keyOf(attributes, child?.url);
    out.push(`#${tag}:${writeAttributes(attributes, child?.named)}`);
  };

  for (const raw of lines.slice(1)) {
    const line = raw.trim();
    if (line === "") continue;
    if (line.startsWith("#")) readTag(line);
    else {
      const { url, named } = resolve(line, stream === undefined ? "segment" : "playlist");
      out.push(named);
      if (stream === undefined) {
        const number = state.sequence + segments.length;
        segments.push({ url, map: state.map, key: state.key === null ? null : { ...state.key, number } });
      } else variants.push(variantOf(stream, url));
      stream = undefined;
    }
  }
  return {
    text: `${out.join("\n")}\n`,
    isMaster: variants.length > 0,
    hasEnded: out.includes("#EXT-X-ENDLIST"),
    targetDuration,
    variants,
    segments,
  };
}

function keyOf(
  attributes: ReadonlyMap<string, string>,
  url: string | undefined,
): Omit<SegmentKey, "number"> | null {
  if (attributes.get("METHOD") === "NONE") return null;
  if (url === undefined) throw new AppError("CAMERA_UNREADABLE", { cause: "key without a URI" });
  const iv = /^0x([0-9a-f]{1,32})$/i.exec(attributes.get("IV") ?? "")?.[1];
  return { url, iv: iv === undefined ? null : Buffer.from(iv.padStart(32, "0"), "hex") };
}

function isPlainKey(attributes: ReadonlyMap<string, string>): boolean {
  const method = attributes.get("METHOD");
  return (
    method === "NONE" || (method === "AES-128" && (attributes.get("KEYFORMAT") ?? "identity") === "identity")
  );
}

function variantOf(attributes: ReadonlyMap<string, string>, url: string): Variant {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(attributes.get("RESOLUTION") ?? "") ?? [];
  return {
    url,
    bandwidth: Number(attributes.get("BANDWIDTH") ?? 0) || 0,
    width: width === undefined ? null : Number(width),
    height: height === undefined ? null : Number(height),
    codecs: attributes.get("CODECS") ?? null,
  };
}

/** Values without their quotes. */
const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)].map(([, name = "", quoted, bare]) => [
      name,
      quoted ?? bare ?? "",
    ]),
  );

const words = /^[\w.,@:+ -]{0,200}$/;
/** Attributes whose values are names chosen by the camera: they only need to match each other. */
const groups = new Set(["GROUP-ID", "AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"]);
const quoted = new Set(["URI", "CODECS", "LANGUAGE", "ASSOC-LANGUAGE", "NAME", "BYTERANGE", "KEYFORMAT"]);
const bare = new Set(
  "BANDWIDTH AVERAGE-BANDWIDTH RESOLUTION FRAME-RATE METHOD IV TYPE DEFAULT AUTOSELECT FORCED TIME-OFFSET PRECISE".split(
    " ",
  ),
);

function writeAttributes(attributes: ReadonlyMap<string, string>, named: string | undefined): string {
  const written = [...attributes].flatMap(([name, value]) => {
    if (name === "URI") return named === undefined ? [] : [`URI="${named}"`];
    if (groups.has(name)) return [`${name}=${value === "NONE" ? value : `"${groupName(value)}"`}`];
    if (name === "NAME") return [`NAME="${groupName(value)}"`];
    if (!words.test(value)) return [];
    if (quoted.has(name)) return [`${name}="${value}"`];
    return bare.has(name) ? [`${name}=${value}`] : [];
  });
  return written.join(",");
}

/** The same text gives the same name; FNV-1a suffices to distinguish a few groups. */
function groupName(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return `g${(hash >>> 0).toString(36)}`;
}
