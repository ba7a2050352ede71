import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import type { Pixels } from "#test/panorama/pixels.ts";
import type { StaticServer } from "#test/panorama/static-server.ts";
import {
  type Frame,
  judgeFrames,
  type Milestones,
  milestonesOf,
  recordFrames,
  untilQuiet,
} from "./frames.ts";
import { type Target, TRANSFER, VIEWPORT } from "./targets.ts";

/** One visit to one page, and the files that had arrived when it reached a similarity of 0.95. */
export interface Visit extends Measurement {
  readonly files: readonly string[];
}

/** Times and sizes of one visit. */
export interface Measurement extends Milestones {
  /** Bytes and requests until the page is sharp. */
  readonly bytes: number;
  readonly requests: number;
}

export async function measure(
  browser: Browser,
  server: StaticServer,
  target: Target,
  truth: Pixels,
): Promise<Visit> {
  // The textures of the viewer before are released after its page was closed, on the same cores.
  await sleep(500);
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1 });
  const page = await context.newPage();
  const frames: Frame[] = [];
  const cdp = await context.newCDPSession(page);
  await recordFrames(cdp, frames);
  const firstTraffic = server.traffic.length;
  await page.goto(server.url + target.path, { waitUntil: "commit" });
  const begin = await page.evaluate(() => performance.timeOrigin);
  await untilQuiet(() => Math.max(frames.at(-1)?.at ?? begin, server.traffic.at(-1)?.at ?? begin));
  const last = await page.screenshot();
  await context.close();

  const judged = await judgeFrames(
    [...frames.filter(({ at }) => at >= begin), { at: Date.now(), png: last }],
    truth,
  );
  const milestones = milestonesOf(judged, begin);
  const end = begin + (milestones.sharp ?? 0);
  const all = server.traffic.slice(firstTraffic);
  const traffic = all.filter(({ at }) => at <= end);
  return {
    ...milestones,
    files: arrivedBy(all, begin + (milestones.to95 ?? 0)).filter((path) => path !== target.path),
    bytes: traffic.reduce((total, { bytes }) => total + bytes, 0),
    requests: traffic.filter(({ bytes }) => bytes === 0).length,
  };
}

/** Paths of the files whose last chunk was sent by then. */
function arrivedBy(traffic: StaticServer["traffic"], end: number): string[] {
  const last = new Map(traffic.map(({ path, at }) => [path, at]));
  return [...last].filter(([, at]) => at <= end).map(([path]) => path);
}

/**
 * The least time for these files: milliseconds from the navigation until a page with the same poster and nothing else
 * has fetched them all, and decoded and uploaded the pictures as textures, as every viewer must.
 */
export async function measureTransfer(
  browser: Browser,
  { url }: StaticServer,
  files: readonly string[],
): Promise<number> {
  await sleep(500);
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1 });
  const page = await context.newPage();
  await page.goto(`${url}${TRANSFER}#${encodeURIComponent(JSON.stringify(files))}`, { waitUntil: "commit" });
  const took = await page.waitForFunction(() => document.documentElement.dataset["took"]);
  const milliseconds = Number(await took.jsonValue());
  await context.close();
  return milliseconds;
}
