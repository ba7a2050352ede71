import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { horizontalFov } from "#panorama/projection/camera.ts";
import { TILE_SIZE, TILE_TYPE } from "#server/media/keys.ts";
import { makeVariants } from "#server/media/variants.ts";
import { bundle } from "#test/panorama/bundle.ts";
import { type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { serveFolders } from "#test/panorama/static-server.ts";
import { makeCubePyramid } from "./cube.ts";
import type { WalkWindow } from "./pages/walk.ts";
import { findPicture } from "./pictures.ts";
import { VIEW, VIEWPORT } from "./targets.ts";

declare const window: WalkWindow & typeof globalThis;

/** Milliseconds, bytes and counts of one run. */
export interface Walk {
  /** Median time from requesting a preloaded room to its first frame. */
  readonly jump: number;
  /** Heap growth over a hundred rooms, after garbage collection. */
  readonly heapGrowth: number;
  readonly textures: number;
  /** Times of frames while the picture turns, and of frames that draw nothing. */
  readonly turning: FrameTimes;
  readonly empty: FrameTimes;
  /** The same turn in Pannellum, on its tiles of the same photo. */
  readonly peer: FrameTimes;
}

interface FrameTimes {
  readonly median: number;
  readonly worst: number;
}

const JUMPS = 7;
const ROOMS = 100;
const FRAMES = 60;
/** Ours and that of the peer, alternately: one slow frame of either is chance. */
const TURNS = 3;

/** Walks through rooms and turns in place, in our engine with the output of our ingest, over an unlimited line. */
export async function runWalkBench(): Promise<Walk> {
  const folder = await mkdtemp(join(tmpdir(), "walk-bench-"));
  await mkdir(join(folder, "own"));
  const picture = await findPicture();
  const { width, height, levels } = await makeVariants(picture, join(folder, "own"));
  const tiles = `/own/t/{level}/{col}_{row}.${TILE_TYPE}`;
  const source = { width, height, levels, tiles, tileSize: TILE_SIZE, base: "/own/base.webp" };
  const { code } = await bundle(fileURLToPath(new URL("./pages/walk.ts", import.meta.url)));
  await writeFile(join(folder, "walk.js"), code);
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Walk</title><link rel="icon" href="data:,">
    <style>html,body,#viewer{margin:0;height:100%}#viewer{position:relative}</style><div id="viewer"></div>
    <script id="source" type="application/json">${JSON.stringify(source)}</script>
    <script type="module" src="/walk.js"></script></html>`,
  );
  await preparePeer(await readPixels(picture), folder);
  const server = await serveFolders({ "/": folder });
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(`${server.url}/`);
    await page.waitForFunction("window.isReady");
    const jumps = await page.evaluate((times) => window.jump(times), JUMPS);
    const turns: Record<"turning" | "empty" | "peer", FrameTimes>[] = [];
    for (let at = 0; at < TURNS; at += 1) {
      const { turning, empty } = await page.evaluate((frames) => window.turn(frames), FRAMES);
      const peer = await turnPeer(browser, `${server.url}/peer.html`);
      turns.push({ turning: timesOf(turning), empty: timesOf(empty), peer });
    }
    const medianOf = (of: "turning" | "empty" | "peer"): FrameTimes => ({
      median: timesOf(turns.map((turn) => turn[of].median)).median,
      worst: timesOf(turns.map((turn) => turn[of].worst)).median,
    });
    return {
      jump: timesOf(jumps).median,
      ...(await heapOver(page)),
      turning: medianOf("turning"),
      empty: medianOf("empty"),
      peer: medianOf("peer"),
    };
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** A page with Pannellum that turns as ours does. */
async function preparePeer(picture: Pixels, folder: string): Promise<void> {
  const from = fileURLToPath(new URL(".", import.meta.resolve("pannellum/build/pannellum.js")));
  for (const file of ["pannellum.js", "pannellum.css"]) await copyFile(join(from, file), join(folder, file));
  const multiRes = await makeCubePyramid(picture, join(folder, "cube"));
  const hfov = horizontalFov(VIEW.fov, VIEWPORT.width / VIEWPORT.height);
  const config = { type: "multires", multiRes: { basePath: "/cube", ...multiRes }, autoLoad: true, hfov };
  await writeFile(
    join(folder, "peer.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Peer</title><link rel="icon" href="data:,">
    <link rel="stylesheet" href="/pannellum.css"><script src="/pannellum.js"></script>
    <style>html,body,#viewer{margin:0;height:100%}</style><div id="viewer"></div>
    <script>window.peer = pannellum.viewer("viewer", ${JSON.stringify(config)})</script></html>`,
  );
}

/** As ours, it loads the tiles of the way while it turns. */
async function turnPeer(browser: Browser, url: string): Promise<FrameTimes> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(url);
  await page.waitForFunction("window.peer.isLoaded()");
  await page.waitForLoadState("networkidle");
  const taken = await page.evaluate(async (frames) => {
    const { peer } = window as unknown as { peer: { setYaw(yaw: number, animated: boolean): void } };
    const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
    const times: number[] = [];
    let before = await nextFrame();
    for (let at = 0; at < frames; at += 1) {
      peer.setYaw((at / frames) * 90, false);
      const now = await nextFrame();
      times.push(now - before);
      before = now;
    }
    // As in the page of ours: the first frames include the cost of earlier work.
    return times.slice(3);
  }, FRAMES);
  await page.close();
  return timesOf(taken);
}

async function heapOver(page: Page): Promise<{ heapGrowth: number; textures: number }> {
  const cdp = await page.context().newCDPSession(page);
  const heap = async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    return (await cdp.send("Runtime.getHeapUsage")).usedSize;
  };
  // Small, so that the time goes into changing rooms and not into rendering without a GPU.
  await page.setViewportSize({ width: 480, height: 240 });
  await page.evaluate(() => window.rooms(20));
  const before = await heap();
  const textures = await page.evaluate((rooms) => window.rooms(rooms), ROOMS);
  return { heapGrowth: (await heap()) - before, textures };
}

/** To the millisecond: frames come with the display, and the browser rounds their times in either direction. */
function timesOf(times: readonly number[]): FrameTimes {
  const sorted = times.map(Math.round).toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN };
}
