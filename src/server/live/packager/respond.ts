import type { Packager } from "./packager.ts";
import { masterPlaylist, partsPlaylist, wholePlaylist } from "./playlist.ts";

/** Answer to a player, independent of the transport. */
export interface HlsReply {
  readonly status: 200 | 400 | 404;
  readonly type: string;
  readonly body: string | readonly Buffer[];
  /** Value of `cache-control`. */
  readonly cache: string;
  readonly kind: "playlist" | "media" | "none";
}

const PLAYLIST = "application/vnd.apple.mpegurl";
/** Milliseconds for which a request waits for an upcoming part. */
const HOLD_MS = 5000;
const IMMUTABLE = "private, max-age=60, immutable";

const nothing = (status: 400 | 404): HlsReply => ({
  status,
  type: "text/plain",
  body: "",
  cache: "no-store",
  kind: "none",
});
const text = (body: string): HlsReply => ({
  status: 200,
  type: PLAYLIST,
  body,
  cache: "no-store",
  kind: "playlist",
});
const media = (body: readonly Buffer[]): HlsReply => ({
  status: 200,
  type: "video/mp4",
  body,
  cache: IMMUTABLE,
  kind: "media",
});

const texts = new WeakMap<Packager, { version: number; parts: string; whole: string }>();

/** Built once for all requests of the same version. */
function playlists(packager: Packager): { parts: string; whole: string } {
  const known = texts.get(packager);
  if (known?.version === packager.version) return known;
  const made = { version: packager.version, parts: partsPlaylist(packager), whole: wholePlaylist(packager) };
  texts.set(packager, made);
  return made;
}

/**
 * Answers one request for `live.m3u8` (low delay), `calm.m3u8` (whole segments), and the files that these name. Waits
 * for an upcoming playlist or part.
 */
export async function respond(packager: Packager, name: string, query: URLSearchParams): Promise<HlsReply> {
  if (name === "live.m3u8" || name === "calm.m3u8") {
    await until(packager, () =>
      packager.window.segments.some(({ isComplete, parts }) =>
        name === "live.m3u8" ? parts.length > 0 : isComplete,
      ),
    );
    const master = masterPlaylist(packager, name === "live.m3u8" ? "parts.m3u8" : "whole.m3u8");
    return master === null ? nothing(404) : text(master);
  }
  if (name === "whole.m3u8") return text(playlists(packager).whole);
  if (name === "parts.m3u8") return blocking(packager, query);
  const file = /^(?:init(?<head>\d{1,12})\.mp4|(?<segment>\d{1,12})(?:\.(?<part>\d{1,4}))?\.m4s)$/.exec(
    name,
  )?.groups;
  if (file === undefined) return nothing(404);
  if (file["head"] !== undefined) {
    const head = packager.window.head(Number(file["head"]));
    return head === undefined ? nothing(404) : media([head.bytes]);
  }
  const number = Number(file["segment"]);
  return file["part"] === undefined ? whole(packager, number) : part(packager, number, Number(file["part"]));
}

async function blocking(packager: Packager, query: URLSearchParams): Promise<HlsReply> {
  const number = query.get("_HLS_msn");
  if (number !== null) {
    const msn = Number(number);
    const at = query.get("_HLS_part");
    const last = packager.window.segments.at(-1)?.number ?? 0;
    if (!Number.isInteger(msn) || msn > last + 2) return nothing(400);
    await until(packager, () => packager.isEnded || has(packager, msn, at === null ? null : Number(at)));
  }
  return text(playlists(packager).parts);
}

/** Whether a segment is complete, or has that part. */
function has(packager: Packager, number: number, at: number | null): boolean {
  const { segments } = packager.window;
  const newest = segments.at(-1);
  if (newest === undefined) return false;
  if (newest.number > number) return true;
  return newest.number === number && (newest.isComplete || (at !== null && newest.parts.length > at));
}

async function whole(packager: Packager, number: number): Promise<HlsReply> {
  const segment = packager.window.find(number);
  if (segment === undefined) return nothing(404);
  await until(packager, () => segment.isComplete);
  return segment.isComplete ? media(segment.parts.map(({ bytes }) => bytes)) : nothing(404);
}

async function part(packager: Packager, number: number, at: number): Promise<HlsReply> {
  const find = () => packager.window.find(number)?.parts[at];
  const newest = packager.window.segments.at(-1);
  const isNext =
    newest !== undefined &&
    ((newest.number === number && !newest.isComplete && at === newest.parts.length) ||
      (number === newest.number + 1 && at === 0));
  if (find() === undefined && isNext && packager.isFlowing)
    await until(
      packager,
      () => find() !== undefined || !packager.isFlowing || packager.window.find(number)?.isComplete === true,
    );
  const found = find();
  return found === undefined ? nothing(404) : media([found.bytes]);
}

async function until(packager: Packager, isTrue: () => boolean): Promise<void> {
  const end = performance.now() + HOLD_MS;
  while (!isTrue() && performance.now() < end) await packager.changed(end - performance.now());
}
