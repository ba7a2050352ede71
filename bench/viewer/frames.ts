import type { CDPSession } from "@playwright/test";
import { type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { ssim } from "#test/panorama/ssim.ts";

/** A drawn frame; its time is in ms since the epoch. */
export interface Frame {
  readonly at: number;
  readonly png: Buffer;
}

interface Judged {
  readonly at: number;
  /** SSIM; 0 for a frame that shows nothing of the picture. */
  readonly similarity: number;
}

/** Times in ms since the navigation; undefined for milestones never reached. */
export interface Milestones {
  /** First frame that shows a part of the picture. */
  readonly first: number | undefined;
  readonly to90: number | undefined;
  readonly to95: number | undefined;
  /** Similarity of the last frame. */
  readonly settled: number;
  /** First frame as good as the settled one. */
  readonly sharp: number | undefined;
}

/** The page is done when nothing was drawn or sent for this long. */
const QUIET_MS = 1500;
const PATIENCE_MS = 45_000;
/** Below this distance to the settled picture no difference is visible. */
const AS_GOOD = 0.005;

/** Minimum similarity of a frame that shows some of the picture; a frame without any counts as nothing. */
const FIRST_SIGN = 0.001;

/** Compares every frame with the truth. `read` decodes a frame to the size of the truth. */
export async function judgeFrames(
  frames: readonly Frame[],
  truth: Pixels,
  read: (png: Buffer) => Promise<Pixels> = readPixels,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  let before: Buffer | undefined;
  for (const { at, png } of frames) {
    const last = judged.at(-1);
    if (last && before?.equals(png)) {
      judged.push({ at, similarity: last.similarity });
      continue;
    }
    before = png;
    const pixels = await read(png);
    const similarity = showsPicture(pixels, truth) ? Math.max(ssim(pixels, truth), FIRST_SIGN) : 0;
    judged.push({ at, similarity });
  }
  return judged;
}

/** Times at which a page reached each similarity; `begin` is the time of its navigation. */
export function milestonesOf(judged: readonly Judged[], begin: number): Milestones {
  const settled = judged.at(-1)?.similarity ?? 0;
  const reached = (similarity: number) => {
    const frame = judged.find((candidate) => candidate.similarity >= similarity);
    return frame && frame.at - begin;
  };
  return {
    first: reached(FIRST_SIGN),
    to90: reached(0.9),
    to95: reached(0.95),
    settled,
    sharp: reached(settled - AS_GOOD),
  };
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

/** Records every frame that Chromium draws from now on. */
export async function recordFrames(cdp: CDPSession, frames: Frame[]): Promise<void> {
  cdp.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, png: Buffer.from(data, "base64") });
    // The page may already be gone; then there is nothing to acknowledge.
    cdp.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await cdp.send("Page.startScreencast", { format: "png" });
}

/** Waits until nothing has changed for a while; `lastChange` returns a time since the epoch. */
export async function untilQuiet(lastChange: () => number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && Date.now() - lastChange() < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
