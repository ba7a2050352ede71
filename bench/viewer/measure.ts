import type { Browser, CDPSession } from "@playwright/test";
import { type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { ssim } from "#test/panorama/ssim.ts";
import type { StaticServer } from "#test/panorama/static-server.ts";
import { type Target, VIEWPORT } from "./targets.ts";

/** One visit to one page. Times in ms since the navigation; undefined for milestones never reached. */
export interface Measurement {
  /** First frame that shows a part of the picture. */
  readonly first: number | undefined;
  readonly to90: number | undefined;
  readonly to95: number | undefined;
  readonly settled: number;
  /** First frame as good as the settled one. */
  readonly sharp: number | undefined;
  /** Bytes and requests until then. */
  readonly bytes: number;
  readonly requests: number;
}

interface Frame {
  readonly at: number;
  readonly png: Buffer;
}

/** The page is done when nothing was drawn or sent for this long. */
const QUIET_MS = 1500;
const PATIENCE_MS = 45_000;
/** Below this distance to the settled picture no difference is visible. */
const AS_GOOD = 0.005;

export async function measure(
  browser: Browser,
  server: StaticServer,
  target: Target,
  truth: Pixels,
): Promise<Measurement> {
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
  const settled = judged.at(-1)?.similarity ?? 0;
  const reached = (similarity: number) => {
    const frame = judged.find((candidate) => candidate.similarity >= similarity);
    return frame && frame.at - begin;
  };
  const sharp = reached(settled - AS_GOOD);
  const traffic = server.traffic.slice(firstTraffic).filter(({ at }) => at <= begin + (sharp ?? 0));
  return {
    first: reached(FIRST_SIGN),
    to90: reached(0.9),
    to95: reached(0.95),
    settled,
    sharp,
    bytes: traffic.reduce((total, { bytes }) => total + bytes, 0),
    requests: traffic.filter(({ bytes }) => bytes === 0).length,
  };
}

/** Minimum similarity of a frame that shows some of the picture; a frame without any counts as nothing. */
const FIRST_SIGN = 0.001;

async function judgeFrames(
  frames: readonly Frame[],
  truth: Pixels,
): Promise<{ at: number; similarity: number }[]> {
  const judged: { at: number; similarity: number }[] = [];
  let before: Buffer | undefined;
  for (const { at, png } of frames) {
    const last = judged.at(-1);
    if (last && before?.equals(png)) {
      judged.push({ at, similarity: last.similarity });
      continue;
    }
    before = png;
    const pixels = await readPixels(png);
    const similarity = showsPicture(pixels, truth) ? Math.max(ssim(pixels, truth), FIRST_SIGN) : 0;
    judged.push({ at, similarity });
  }
  return judged;
}

/** Fields of this edge length are compared by their mean; a tenth of the bright ones must match. */
const FIELD = 40;
const BRIGHT = 60;
const ALIKE = 25;
const SHARE = 0.1;

/** Whether a frame shows a part of the picture, and not only a background or a progress bar. */
function showsPicture(frame: Pixels, truth: Pixels): boolean {
  if (frame.width !== truth.width || frame.height !== truth.height) return false;
  let bright = 0;
  let alike = 0;
  for (let y = 0; y + FIELD <= truth.height; y += FIELD) {
    for (let x = 0; x + FIELD <= truth.width; x += FIELD) {
      const expected = meanOf(truth, x, y);
      if (expected < BRIGHT) continue;
      bright++;
      if (Math.abs(meanOf(frame, x, y) - expected) < ALIKE) alike++;
    }
  }
  return alike / bright > SHARE;
}

function meanOf({ data, width }: Pixels, left: number, top: number): number {
  let sum = 0;
  for (let y = top; y < top + FIELD; y += 4) {
    for (let x = left; x < left + FIELD; x += 4) {
      const at = (y * width + x) * 3;
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
    }
  }
  return sum / ((FIELD / 4) ** 2 * 3);
}

async function recordFrames(cdp: CDPSession, frames: Frame[]): Promise<void> {
  cdp.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, png: Buffer.from(data, "base64") });
    // The page may already be gone; then there is nothing to acknowledge.
    cdp.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await cdp.send("Page.startScreencast", { format: "png" });
}

async function untilQuiet(lastChange: () => number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && Date.now() - lastChange() < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
