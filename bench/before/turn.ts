import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Pixels } from "#test/panorama/pixels.ts";
import { ssim } from "#test/panorama/ssim.ts";
import { percentile } from "../lib/stats.ts";

/** Times between frames while the picture turns, in ms. */
export interface Turned {
  readonly frameMedian: number;
  readonly frameP95: number;
  readonly frameWorst: number;
  /** Share of frames over 50 ms, in per cent. */
  readonly frameSlow: number;
}

const SECONDS = 3;
/** Pixels from right to left over the centre. */
const [FROM, TO] = [940, 340];
/** Above this similarity the picture has not turned. */
const SAME = 0.98;

declare global {
  interface Window {
    frameTimes: number[] | undefined;
  }
}

/** Turns the picture with the mouse for three seconds and counts frames. */
export async function turn(page: Page, look: () => Promise<Pixels>): Promise<Turned> {
  const before = await look();
  const y = await freeLine(page);
  await page.mouse.move(FROM, y);
  await page.mouse.down();
  await page.evaluate(countFrames);
  const begin = performance.now();
  for (let share = 0; share < 1; await sleep(8)) {
    share = Math.min(1, (performance.now() - begin) / (SECONDS * 1000));
    await page.mouse.move(FROM + (TO - FROM) * share, y);
  }
  const times = await page.evaluate(() => window.frameTimes ?? []);
  await page.mouse.up();
  if (ssim(before, await look()) > SAME) throw new Error("The picture did not turn.");
  return {
    frameMedian: percentile(times, 0.5),
    frameP95: percentile(times, 0.95),
    frameWorst: Math.max(...times),
    frameSlow: (times.filter((time) => time > 50).length / times.length) * 100,
  };
}

/** A height at which the drag begins on the picture and not on a button. */
async function freeLine(page: Page): Promise<number> {
  const line = await page.evaluate(
    ([x, heights]) =>
      heights.find((y) => document.elementFromPoint(x, y)?.closest("a, button, [role=button]") === null),
    [FROM, [400, 360, 440, 320, 480, 280, 520]] as const,
  );
  if (line === undefined) throw new Error("Buttons cover the picture.");
  return line;
}

function countFrames(): void {
  const times: number[] = [];
  window.frameTimes = times;
  let before = performance.now();
  const next = (now: number) => {
    times.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    before = now;
    requestAnimationFrame(next);
  });
}
