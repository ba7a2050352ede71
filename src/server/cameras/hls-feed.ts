import { createDecipheriv, createHmac } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { createBreaker } from "./breaker.ts";
import type { Room } from "./cache.ts";
import { type CodedPicture, type Feed, type FeedFile, PLAYLIST, PLAYLIST_TYPE } from "./feed.ts";
import { factsOf } from "./media-facts.ts";
import { type ChildKind, type Playlist, readPlaylist, type Segment } from "./playlist.ts";
import type { CameraSource } from "./source.ts";
import { createUpstream } from "./upstream.ts";

export interface HlsFeedOptions {
  readonly source: CameraSource;
  readonly policy: AddressPolicy;
  /** Derives names that cannot be guessed and are the same in every process. */
  readonly secret: Buffer;
  readonly room: Room;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly firstByte?: number | undefined;
}

interface Child {
  readonly url: string;
  readonly kind: ChildKind;
}

const PLAYLIST_MOST = 2_000;
const SEGMENT_KEPT = 30_000;
const NAMES = 5_000;
const KEY_BYTES = 1_024;
const endings: Readonly<Record<ChildKind, string>> = {
  playlist: "m3u8",
  segment: "ts",
  map: "mp4",
  key: "key",
};

/** Relays a camera that speaks HLS. */
export function createHlsFeed(options: HlsFeedOptions): Feed {
  const { source, policy, secret, room, now } = options;
  const upstream = createUpstream(source, policy, options.firstByte);
  const breaker = createBreaker(now);
  const names = createNames(policy, secret);
  const playlists = new Map<string, { playlist: Playlist; ends: number }>();
  const once = createOnce(breaker);
  let refreshed = 0;

  const playlistAt = (url: string): Promise<Playlist> => {
    const kept = playlists.get(url);
    if (kept !== undefined && kept.ends > now()) return Promise.resolve(kept.playlist);
    return once(`playlist ${url}`, async () => {
      const patience = limits.camera.playlistWait;
      const isEntry = url === source.url;
      const answered = await upstream.get({ url, maxBytes: limits.camera.playlist, patience, isEntry });
      const playlist = readPlaylist(answered.bytes.toString("utf8"), answered.url, names.nameOf);
      const half = (playlist.targetDuration / 2) * 1000;
      const kept = playlist.isMaster || half === 0 ? PLAYLIST_MOST : Math.min(PLAYLIST_MOST, half);
      if (playlists.size > 50) playlists.clear();
      playlists.set(url, { playlist, ends: now() + kept });
      return playlist;
    });
  };

  const bytesAt = async (url: string, maxBytes: number = limits.camera.segment): Promise<Buffer> => {
    const fetched = async () => {
      const { bytes, type } = await upstream.get({ url, maxBytes });
      if (type === "text/html" || bytes.length === 0)
        throw new AppError("CAMERA_UNREADABLE", { cause: type });
      room.put(url, bytes, now() + SEGMENT_KEPT);
      return bytes;
    };
    return room.get(url, now()) ?? once(`bytes ${url}`, fetched, saysMuch);
  };

  /** Names come from playlists: a process that has not read them yet, or recently, reads them first. */
  const childOf = async (name: string): Promise<Child | undefined> => {
    if (names.has(name) || now() - refreshed < PLAYLIST_MOST) return names.get(name);
    refreshed = now();
    const { variants } = await playlistAt(source.url);
    await Promise.allSettled(variants.slice(0, 8).map(({ url }) => playlistAt(url)));
    return names.get(name);
  };

  const mediaPlaylist = () => mediaPlaylistAt(source.url, playlistAt);
  const newest = async (): Promise<Segment> => {
    const segment = (await mediaPlaylist()).segments.at(-1);
    if (segment === undefined) throw new AppError("CAMERA_SILENT", { cause: "no segments" });
    return segment;
  };

  const decoded = async ({ key }: Segment, bytes: Buffer, isWhole: boolean): Promise<Buffer> =>
    key === null ? bytes : decrypt(await bytesAt(key.url, KEY_BYTES), key, bytes, isWhole);

  return {
    idle: 60_000,
    async file(name): Promise<FeedFile | null> {
      const child: Child | undefined =
        name === PLAYLIST ? { url: source.url, kind: "playlist" } : await childOf(name);
      if (child === undefined) return null;
      if (child.kind === "playlist") {
        const { text } = await playlistAt(child.url);
        return { bytes: Buffer.from(text), type: PLAYLIST_TYPE, seconds: 0 };
      }
      const bytes = await bytesAt(child.url, child.kind === "key" ? KEY_BYTES : limits.camera.segment);
      return { bytes, type: typeOf(child.kind, bytes), seconds: SEGMENT_KEPT / 1000 };
    },
    async picture(): Promise<CodedPicture> {
      const segment = await newest();
      const bytes = await decoded(segment, await bytesAt(segment.url), true);
      if (segment.map === null) return { bytes, format: bytes[0] === 0x47 ? "mpegts" : "mov" };
      return { bytes: Buffer.concat([await bytesAt(segment.map), bytes]), format: "mov" };
    },
    async facts() {
      const segment = await newest();
      const head = room.get(segment.url, now()) ?? (await breaker.run(() => headOf(segment.url)));
      const map = segment.map === null ? null : await bytesAt(segment.map);
      const facts = factsOf(await decoded(segment, head, false), map);
      if (facts === null) throw new AppError("CAMERA_UNREADABLE", { cause: "no media" });
      return facts;
    },
    close() {
      upstream.close();
      room.clear();
      names.clear();
      playlists.clear();
    },
  };

  async function headOf(url: string): Promise<Buffer> {
    return (await upstream.get({ url, maxBytes: 64 * 1024, isHeadEnough: true })).bytes;
  }
}

/** Maps our names to the addresses in playlists. */
function createNames(policy: AddressPolicy, secret: Buffer) {
  const names = new Map<string, Child>();
  return {
    nameOf(url: string, kind: ChildKind): string {
      policy.check(new URL(url));
      const isFragment = kind === "segment" && /\.(?:m4s|mp4|cmfv|m4v|cmfa)(?:[?#]|$)/i.test(url);
      const hash = createHmac("sha256", secret).update(`${kind} ${url}`).digest("base64url").slice(0, 22);
      const name = `s-${hash}.${isFragment ? "m4s" : endings[kind]}`;
      // Moved to the end: names still in playlists are dropped after those that no longer are.
      names.delete(name);
      names.set(name, { url, kind });
      if (names.size > NAMES) names.delete([...names.keys()][0] ?? "");
      return name;
    },
    has: (name: string) => names.has(name),
    get: (name: string) => names.get(name),
    clear: () => names.clear(),
  };
}

/** One request at a time per address, shared by all callers. */
function createOnce(breaker: ReturnType<typeof createBreaker>) {
  const flights = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>, counts?: (error: unknown) => boolean): Promise<T> => {
    const running = flights.get(key) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const flight = breaker.run(work, counts).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}

/** The media playlist with the most suitable resolution for a screen. */
async function mediaPlaylistAt(
  url: string,
  playlistAt: (url: string) => Promise<Playlist>,
): Promise<Playlist> {
  const root = await playlistAt(url);
  if (!root.isMaster) return root;
  const best = root.variants.toSorted((a, b) => worth(b) - worth(a))[0];
  const media = best === undefined ? root : await playlistAt(best.url);
  if (media.isMaster) throw new AppError("CAMERA_UNREADABLE", { cause: "nested master playlist" });
  return media;
}

/** A missing or unreadable file says nothing about the others. */
const saysMuch = (error: unknown) => !(error instanceof AppError && error.code === "CAMERA_UNREADABLE");

/** As sharp as a screen can show, and no sharper. */
const worth = ({ height, bandwidth }: { readonly height: number | null; readonly bandwidth: number }) =>
  (height === null ? 0 : height > 1080 ? -height : height) * 1e10 + bandwidth;

function typeOf(kind: ChildKind, bytes: Buffer): string {
  if (kind === "key") return "application/octet-stream";
  if (bytes[0] === 0x47) return "video/mp2t";
  if (/^(?:ftyp|styp|moof|sidx|moov|emsg|prft)$/.test(bytes.toString("latin1", 4, 8))) return "video/mp4";
  if (bytes.toString("latin1", 0, 6) === "WEBVTT") return "text/vtt";
  return "application/octet-stream";
}

function decrypt(
  secret: Buffer,
  { iv, number }: { readonly iv: Buffer | null; readonly number: number },
  bytes: Buffer,
  isWhole: boolean,
): Buffer {
  if (secret.length !== 16) throw new AppError("CAMERA_UNREADABLE", { cause: "no key" });
  const counted = Buffer.alloc(16);
  counted.writeBigUInt64BE(BigInt(number), 8);
  try {
    const decipher = createDecipheriv("aes-128-cbc", secret, iv ?? counted);
    decipher.setAutoPadding(isWhole);
    const blocks = bytes.subarray(0, bytes.length - (bytes.length % 16));
    return Buffer.concat([decipher.update(blocks), decipher.final()]);
  } catch (cause) {
    throw new AppError("CAMERA_UNREADABLE", { cause });
  }
}
