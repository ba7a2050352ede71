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
import { type Target, VIEWPORT } from "./targets.ts";

/** One visit to one page. */
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
): Promise<Measurement> {
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
  const traffic = server.traffic.slice(firstTraffic).filter(({ at }) => at <= end);
  return {
    ...milestones,
    bytes: traffic.reduce((total, { bytes }) => total + bytes, 0),
    requests: traffic.filter(({ bytes }) => bytes === 0).length,
  };
}
