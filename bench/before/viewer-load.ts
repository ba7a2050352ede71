import type { Browser } from "@playwright/test";
import sharp from "sharp";
import { type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { type Frame, judgeFrames, milestonesOf, recordFrames, untilQuiet } from "../viewer/frames.ts";
import { openCold } from "./cold-page.ts";
import { type Turned, turn } from "./turn.ts";

/** One cold load of the viewer. Milliseconds since the navigation and bytes; undefined for a moment never reached. */
export interface ViewerLoad extends Turned {
  /** The first byte of the page, and its last. */
  readonly answered: number;
  readonly received: number;
  readonly first: number | undefined;
  readonly to90: number | undefined;
  readonly to95: number | undefined;
  readonly sharp: number | undefined;
  readonly control: number;
  readonly controlName: string;
  readonly scriptToFirst: number;
  readonly scriptToSharp: number;
  readonly scriptToSettled: number;
  readonly bytesToSharp: number;
  readonly bytesToSettled: number;
}

/** A part of the page that shows the picture alone: within the interface, above the arrows of the demo visit's first room. */
const CENTRE = { left: 320, top: 100, width: 640, height: 320 };

export async function loadViewer(browser: Browser, address: string): Promise<ViewerLoad> {
  const { context, page, cdp, traffic, go, firstControl } = await openCold(browser);
  try {
    const frames: Frame[] = [];
    await recordFrames(cdp, frames);
    const begin = await go(address);
    const control = await firstControl();
    const document = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return { answered: entry?.responseStart ?? 0, received: entry?.responseEnd ?? 0 };
    });
    await untilQuiet(() => Math.max(begin, frames.at(-1)?.at ?? 0, traffic.lastAt()));
    await cdp.send("Page.stopScreencast");
    frames.push({ at: Date.now(), png: await page.screenshot() });
    const settledAt = Date.now();
    const bytes = {
      all: (time: number) => traffic.bytesBy(begin + time, "all"),
      script: (time: number) => traffic.bytesBy(begin + time, "script"),
    };
    const { first, to90, to95, sharp } = await judge(frames, begin);
    const settled = settledAt - begin;
    const sizes = {
      scriptToFirst: bytes.script(first ?? settled),
      scriptToSharp: bytes.script(sharp ?? settled),
      scriptToSettled: bytes.script(settled),
      bytesToSharp: bytes.all(sharp ?? settled),
      bytesToSettled: bytes.all(settled),
    };
    const turned = await turn(page, () => page.screenshot().then(centreOf));
    const moments = { ...document, first, to90, to95, sharp, control: control.at };
    return { ...moments, controlName: control.name, ...sizes, ...turned };
  } finally {
    await context.close();
  }
}

/** Compares all frames with the last one. */
async function judge(frames: readonly Frame[], begin: number) {
  const last = frames.at(-1);
  if (last === undefined) throw new Error("No frame was drawn.");
  const drawn = frames.filter(({ at }) => at >= begin);
  return milestonesOf(await judgeFrames(drawn, await centreOf(last.png), centreOf), begin);
}

const centreOf = async (png: Buffer): Promise<Pixels> =>
  readPixels(await sharp(png).extract(CENTRE).png({ compressionLevel: 0 }).toBuffer());
