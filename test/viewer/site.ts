import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import sharp from "sharp";
import type { Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { makeVariants } from "#server/media/variants.ts";
import { pages } from "#server/pages/index.ts";
import { noReports } from "#server/pages/reports.fixture.ts";
import { AppError } from "#server/platform/errors.ts";
import { createCodeLookups } from "#server/platform/http/code-lookups.ts";
import { RateLimiter } from "#server/platform/http/rate.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { buildPublicPages } from "../../scripts/vite/public-pages.ts";
import { gridPicture } from "../panorama/grid-picture.ts";
import { freshSettings } from "../settings.ts";

export interface ViewerSite {
  readonly origin: string;
  /** Visits by share code; tests change them while the site runs. */
  readonly visits: Map<string, ViewerVisit>;
  readonly points: Map<number, Poi[]>;
  /** A room whose picture shows yaw and pitch in every field; `shift` degrees are cut off at its left edge. */
  room(change: Partial<Room> & { id: number }): Room;
  close(): Promise<void>;
}

/** Only visits exist here. */
const nothing = {
  open: () => Promise.reject(new AppError("NOT_FOUND")),
  unlock: () => Promise.reject(new AppError("NOT_FOUND")),
};
const noPlayers = { video: nothing, live: nothing, cctv: nothing };

/** Degrees by which the pictures start further to the right; north shifts with them. */
const shifts = [0, 90, 200];

/** The public viewer as it is served, with page and pictures made by the product's own code, without a database. */
export async function openViewerSite(): Promise<ViewerSite> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-viewer-"));
  const webRoot = join(folder, "web");
  await Promise.all([buildPublicPages(webRoot), makePictures(folder)]);
  const visits = new Map<string, ViewerVisit>();
  const points = new Map<number, Poi[]>();
  const server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  type Query = { code?: string; id_room?: string };
  const find = (request: { query: unknown }) => visits.get((request.query as Query).code ?? "");
  server.get("/api/viewer-visit", async (request) => ({ data: find(request) }));
  server.get("/api/viewer-room-pois", async (request) => ({
    data: points.get(Number((request.query as Query).id_room)) ?? [],
  }));
  await server.register(fastifyStatic, {
    root: join(folder, "media"),
    prefix: "/media/",
    decorateReply: false,
  });
  await server.register(
    pages({
      webRoot,
      config: { PUBLIC_URL: "" },
      key: createAppKey("k".repeat(40)),
      lookups: createCodeLookups(new RateLimiter(Date.now), 1000),
      settings: freshSettings,
      realtime: () => ({ key: "" }),
      domains: {
        sessions: { find: async () => undefined },
        currentUser: async () => null,
        settingsOf: () => freshSettings(),
        sharedVisit: async (code) => visits.get(code),
        unlockVisit: async () => undefined,
        players: noPlayers,
        showcase: async () => undefined,
        publicProfile: async () => undefined,
        scannedSpot: async () => undefined,
        reportPages: noReports,
        openAnswers: () => Promise.reject(new AppError("NOT_FOUND")),
        isClosed: () => false,
      },
      media: { read: (address) => readFile(join(folder, address)).catch(() => null) },
    }),
  );
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    visits,
    points,
    room,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function makePictures(folder: string): Promise<void> {
  const width = 2048;
  const grid = await gridPicture(width);
  for (const [index, shift] of shifts.entries()) {
    const cut = Math.round((shift / 360) * width);
    const file = join(folder, `${index}.jpg`);
    await sharp(await turned(grid, width, cut))
      .jpeg({ quality: 85 })
      .toFile(file);
    const directory = join(folder, "media", String(index));
    await mkdir(directory, { recursive: true });
    await makeVariants(file, directory);
  }
}

/** The picture with its first columns moved to its end. */
async function turned(picture: Buffer, width: number, cut: number): Promise<Buffer> {
  if (cut === 0) return picture;
  const height = width / 2;
  const left = await sharp(picture).extract({ left: 0, top: 0, width: cut, height }).toBuffer();
  const rest = await sharp(picture)
    .extract({ left: cut, top: 0, width: width - cut, height })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "black" } })
    .composite([
      { input: rest, left: 0, top: 0 },
      { input: left, left: width - cut, top: 0 },
    ])
    .png()
    .toBuffer();
}

function room(change: Partial<Room> & { id: number }): Room {
  const index = (change.id - 1) % shifts.length;
  const at = `/media/${index}`;
  return {
    id_room: change.id,
    id_visit: 1,
    name: `Room ${change.id}`,
    order: change.id,
    north: ((540 - (shifts[index] ?? 0)) % 360) - 180,
    has_north: true,
    captured_at: null,
    file: "",
    picture: {
      state: "ready",
      problem: null,
      width: 2048,
      height: 1024,
      tile_size: 512,
      levels: [{ width: 2048, height: 1024 }],
      area: null,
      pose: null,
      tiles: `${at}/t/{level}/{col}_{row}.jpeg`,
      base: `${at}/base.webp`,
      thumbnail: `${at}/thumb.webp`,
      poster: `${at}/poster.webp`,
      card: `${at}/card.webp`,
    },
    ...change,
  };
}
