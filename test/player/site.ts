import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import type { FastifyReply, FastifyRequest } from "fastify";
import { build } from "vite";
import type { PlayerCamera } from "#contract/cctv.ts";
import type { Comment } from "#contract/comments.ts";
import type { PlayerChannel } from "#contract/live.ts";
import type { FilmPlayback, PlayerVideo } from "#contract/videos.ts";
import { pages } from "#server/pages/index.ts";
import { noReports } from "#server/pages/reports.fixture.ts";
import { AppError } from "#server/platform/errors.ts";
import { createCodeLookups } from "#server/platform/http/code-lookups.ts";
import { errorBody } from "#server/platform/http/error-response.ts";
import { RateLimiter } from "#server/platform/http/rate.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { freshSettings } from "../settings.ts";
import { filmSeconds, makeFilm } from "./films.ts";

const root = resolve(import.meta.dirname, "../..");

/** The state of the test site; tests change it while it runs. */
export interface Shown {
  video: PlayerVideo;
  channel: PlayerChannel;
  camera: PlayerCamera;
  comments: Comment[];
  /** Valid passes for media URLs; the newest is given out. */
  passes: string[];
  /** All requests under `/media` fail. */
  isDown: boolean;
}

export interface PlayerSite {
  readonly origin: string;
  /** Folder of the media: `film`, and further files of a test. */
  readonly folder: string;
  readonly shown: Shown;
  /** Requests under `/media`, newest last. */
  readonly asked: string[];
  /** Calls that count views: method and path. */
  readonly counted: string[];
  /** The playback data of the video, with the newest pass. */
  playback(change?: Partial<FilmPlayback>): FilmPlayback;
  close(): Promise<void>;
}

/** The password of every protected page. */
export const password = "gate 7";

/** The player pages as they are served, on real streams, without a database. */
export async function openPlayerSite(webRoot?: string): Promise<PlayerSite> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-player-"));
  const web = webRoot ?? join(folder, "web");
  await Promise.all([webRoot === undefined ? buildPlayers(web) : undefined, makeFilm(join(folder, "film"))]);
  const asked: string[] = [];
  const counted: string[] = [];
  const shown = firstShown();
  const playback = (change: Partial<FilmPlayback> = {}): FilmPlayback => {
    const at = `/media/films/${shown.passes.at(-1) ?? ""}/film`;
    return {
      hls: `${at}/hls/master.m3u8`,
      mp4: `${at}/film.mp4`,
      poster: `${at}/poster.jpg`,
      renditions: [1920, 3840].map((width) => ({ width, height: width / 2, bitrate: width * 1000 })),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      ...change,
    };
  };
  shown.video.playback = playback();
  const server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  const opened = new Set<string>();
  const seen = <T extends { is_protected: boolean; is_locked: boolean; playback: unknown }>(
    kind: string,
    { headers }: FastifyRequest,
    one: T,
  ): T => {
    const isOpen = opened.has(kind) && (headers.cookie ?? "").includes(`pass_${kind}=1`);
    const isLocked = one.is_protected && !isOpen;
    return { ...one, is_locked: isLocked, playback: isLocked ? null : one.playback };
  };
  const source = <T extends { is_protected: boolean; is_locked: boolean; playback: unknown }>(
    kind: string,
    code: string,
    now: () => T,
  ) => ({
    open: async (asked: string, _user: unknown, request: FastifyRequest): Promise<T> => {
      if (asked !== code) throw new AppError("NOT_FOUND");
      return seen(kind, request, now());
    },
    unlock: async (
      _code: string,
      given: string,
      _user: unknown,
      _request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<boolean> => {
      if (given !== password) return false;
      opened.add(kind);
      void reply.setCookie(`pass_${kind}`, "1", { path: "/" });
      return true;
    },
  });
  const players = {
    video: source("video", "film4site", () => shown.video),
    live: source("live", "live4site", () => shown.channel),
    cctv: source("cctv", "cctv4site", () => shown.camera),
  };

  // A page without a token asks for one before each change, and has no time for that while it is left.
  server.get("/api/csrf-token", async () => ({ data: { token: "anything" } }));
  server.get("/api/video-player", async (request) => ({ data: seen("video", request, shown.video) }));
  server.get("/api/live-streaming/playback-urls", async (request) => ({
    data: seen("live", request, shown.channel),
  }));
  server.get("/api/cctv-player", async (request) => ({ data: seen("cctv", request, shown.camera) }));
  server.get("/api/three60videos/film4site/comments", async () => ({
    data: { items: shown.comments, total: shown.comments.length, page: 1, per_page: 100 },
  }));
  for (const [method, url] of [
    ["POST", "/api/viewer-count/log-video"],
    ["PUT", "/api/viewer-count/update-activity"],
    ["PUT", "/api/three60videos/film4site/access-logs/end-session"],
  ] as const)
    server.route({
      method,
      url,
      handler: async () => {
        counted.push(`${method} ${url}`);
        return { data: { count: 12, now: 1, session: "s1" } };
      },
    });
  server.get("/media/:kind/:pass/*", async (request, reply) => {
    const { pass, "*": name } = request.params as { pass: string; "*": string };
    asked.push(name);
    if (shown.isDown) throw new AppError("UNAVAILABLE");
    if (!shown.passes.includes(pass)) return reply.status(404).send(errorBody(new AppError("NOT_FOUND")));
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    if (bytes === undefined) return reply.status(404).send(errorBody(new AppError("NOT_FOUND")));
    return sendBytes(request, reply.type(typeOf(name)).header("cache-control", "no-store"), bytes);
  });
  await server.register(
    pages({
      webRoot: web,
      config: { PUBLIC_URL: "https://site.example/" },
      key: createAppKey("k".repeat(40)),
      lookups: createCodeLookups(new RateLimiter(Date.now), 1000),
      settings: freshSettings,
      realtime: () => ({ key: "" }),
      domains: {
        sessions: { find: async () => undefined },
        currentUser: async () => null,
        settingsOf: () => freshSettings(),
        sharedVisit: async () => undefined,
        unlockVisit: async () => undefined,
        players,
        showcase: async () => undefined,
        publicProfile: async () => undefined,
        scannedSpot: async () => undefined,
        reportPages: noReports,
        openAnswers: () => Promise.reject(new AppError("NOT_FOUND")),
        isClosed: () => false,
      },
      media: {
        read: (address) => readFile(join(folder, address.split("/").slice(4).join("/"))).catch(() => null),
      },
    }),
  );
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    folder,
    shown,
    asked,
    counted,
    playback,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Supports ranges: without them a browser cannot seek. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const [, first, last = ""] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  void reply.header("accept-ranges", "bytes");
  if (first === undefined) return reply.send(bytes);
  const [from, to] = [Number(first), last === "" ? bytes.length - 1 : Number(last)];
  return reply
    .status(206)
    .header("content-range", `bytes ${from}-${to}/${bytes.length}`)
    .send(bytes.subarray(from, to + 1));
}

const types: Readonly<Record<string, string>> = {
  m3u8: "application/vnd.apple.mpegurl",
  jpg: "image/jpeg",
  ts: "video/mp2t",
};
const typeOf = (name: string): string => types[name.split(".").at(-1) ?? ""] ?? "video/mp4";

function firstShown(): Shown {
  const standing = {
    project: "Harbour Tower",
    description: "",
    is_protected: false,
    is_locked: false,
    can: {},
  };
  return {
    video: {
      ...standing,
      code: "film4site",
      id_video: null,
      id_project: null,
      title: "Walk along the quay",
      video_date: "2026-08-21T09:30:00Z",
      duration: filmSeconds,
      width: 3840,
      height: 1920,
      north: 0,
      auto_play: false,
      muted: false,
      loop: false,
      status: "ready",
      playback: null,
    },
    channel: {
      ...standing,
      medialive_channel_id: "live4site",
      name: "Tower crane",
      state: "idle",
      state_at: "2026-08-21T09:30:00Z",
      is_360: true,
      viewers: 0,
      playback: null,
    },
    camera: {
      ...standing,
      code: "cctv4site",
      id_camera: null,
      name: "Gate 2",
      location: "South fence",
      thumbnail: null,
      state: "up",
      last_seen_at: "2026-08-21T09:30:00Z",
      playback: null,
    },
    comments: [],
    passes: ["pass1"],
    isDown: false,
  };
}

async function buildPlayers(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [tailwindcss()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      manifest: true,
      rolldownOptions: {
        input: Object.fromEntries(
          ["video", "live", "cctv"].map((name) => [name, resolve(root, `${name}.html`)]),
        ),
      },
    },
  });
}
