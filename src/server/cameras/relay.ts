import { createHmac } from "node:crypto";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { createStore } from "./cache.ts";
import type { Feed, FeedFile } from "./feed.ts";
import { createHlsFeed } from "./hls-feed.ts";
import type { PictureMaker } from "./pictures.ts";
import { createRtspFeed } from "./rtsp-feed.ts";
import { type CameraSource, kindOf, type WatchedCamera } from "./source.ts";

export interface RelayOptions {
  readonly key: AppKey;
  readonly policy: AddressPolicy;
  readonly pictures: PictureMaker;
  /** Source of a camera; null when there is none, or its project is hidden. Queried at most every ten seconds. */
  readonly sourceOf: (id: number) => Promise<WatchedCamera | null>;
  /** Milliseconds to a camera's first byte. */
  readonly firstByte?: number | undefined;
}

/** All cameras with viewers, each requested once. */
export interface Relay {
  /** Null when there is no such camera, or no such file. */
  file(id: number, name: string): Promise<FeedFile | null>;
  /** Null when there is no such camera. */
  gateOf(id: number): Promise<string | null>;
  /** A recent JPEG, at most ten seconds old. Null when there is no such camera. */
  still(id: number): Promise<Buffer | null>;
  /** Feed of a camera that may not be stored yet. Shares the feed of existing viewers. */
  feedFor(source: CameraSource, id?: number): { feed: Feed; release(): void };
  /** Drops the cached source and still of a camera, so that a changed address takes effect. */
  forget(id: number): void;
  close(): void;
}

const SOURCE_KEPT = 10_000;
const STILL_KEPT = 10_000;
const STILL_WIDTH = 960;
const CAMERA_BYTES = 48 * 2 ** 20;
const ALL_BYTES = 512 * 2 ** 20;

interface Open {
  readonly feed: Feed;
  readonly source: CameraSource;
  askedAt: number;
}

export function createRelay({ key, policy, pictures, sourceOf, firstByte }: RelayOptions): Relay {
  const store = createStore(ALL_BYTES);
  const feeds = new Map<number, Open>();
  const sources = new Map<number, { found: Promise<WatchedCamera | null>; ends: number }>();
  const stills = new Map<number, { picture: Promise<Buffer>; ends: number }>();
  const now = () => performance.now();

  const create = (source: CameraSource, id: number): Feed => {
    if (kindOf(source) === "rtsp") return createRtspFeed({ source, policy, firstByte });
    const secret = createHmac("sha256", key.derive("camera-names")).update(`${id} ${source.url}`).digest();
    return createHlsFeed({
      source,
      policy,
      secret,
      room: store.room(CAMERA_BYTES),
      now: Date.now,
      firstByte,
    });
  };

  const known = (id: number): Promise<WatchedCamera | null> => {
    const kept = sources.get(id);
    if (kept !== undefined && kept.ends > now()) return kept.found;
    const found = sourceOf(id);
    sources.set(id, { found, ends: now() + SOURCE_KEPT });
    found.catch(() => sources.delete(id));
    return found;
  };

  const feedOf = async (id: number): Promise<Feed | null> => {
    const source = (await known(id))?.source ?? null;
    const open = feeds.get(id);
    if (open !== undefined && source !== null && isSame(open.source, source)) {
      open.askedAt = now();
      return open.feed;
    }
    open?.feed.close();
    feeds.delete(id);
    if (source === null) return null;
    const feed = create(source, id);
    feeds.set(id, { feed, source, askedAt: now() });
    return feed;
  };

  const sweep = setInterval(() => {
    for (const [id, { feed, askedAt }] of feeds)
      if (now() - askedAt > feed.idle) {
        feed.close();
        feeds.delete(id);
      }
    for (const [id, { ends }] of sources) if (ends < now()) sources.delete(id);
    for (const [id, { ends }] of stills) if (ends < now()) stills.delete(id);
  }, 5_000);
  sweep.unref();

  return {
    async file(id, name) {
      const feed = await feedOf(id);
      return feed === null ? null : feed.file(name);
    },
    gateOf: async (id) => (await known(id))?.gate ?? null,
    async still(id) {
      const kept = stills.get(id);
      if (kept !== undefined && kept.ends > now()) return kept.picture;
      const feed = await feedOf(id);
      if (feed === null) return null;
      const again = stills.get(id);
      if (again !== undefined && again.ends > now()) return again.picture;
      const picture = feed.picture().then((coded) => pictures.jpeg(coded, STILL_WIDTH));
      // An error is cached as well, for a shorter time: a wall keeps requesting.
      stills.set(id, { picture, ends: now() + STILL_KEPT });
      picture.catch((error: unknown) => {
        const seconds = error instanceof AppError && error.code === "FFMPEG_MISSING" ? 60 : 3;
        stills.set(id, { picture, ends: now() + seconds * 1000 });
      });
      return picture;
    },
    feedFor(source, id) {
      const open = id === undefined ? undefined : feeds.get(id);
      if (open !== undefined && isSame(open.source, source))
        return { feed: open.feed, release: () => undefined };
      const feed = create(source, id ?? 0);
      return { feed, release: () => feed.close() };
    },
    forget(id) {
      sources.delete(id);
      stills.delete(id);
    },
    close() {
      clearInterval(sweep);
      for (const { feed } of feeds.values()) feed.close();
      feeds.clear();
    },
  };
}

const isSame = (one: CameraSource, other: CameraSource) =>
  one.url === other.url && one.username === other.username && one.password === other.password;
