import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { openPlayerSite, type PlayerSite } from "#test/player/site.ts";
import { amountFigure, ratioFigure, type Section, table } from "../lib/report.ts";
import { median } from "../lib/stats.ts";
import { buildWeb } from "../pages/build.ts";
import { makeBenchFilm, smallFile } from "./films.ts";

/** At 60 Mbit/s about 200 MB. */
const seconds = 27;
/** Length of the streamed part: more than is watched and prefetched. */
const streamed = 12;
const runs = 3;
/** A line of 10 Mbit/s with 40 ms latency. */
const line = {
  offline: false,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 2_000_000 / 8,
  latency: 40,
};

interface Watched {
  /** Milliseconds from the start of the page. */
  readonly firstView: number;
  readonly firstFrame: number;
  /** Duration of five seconds of the video, counted from the first one. */
  readonly fiveSeconds: number;
}

/** Measures how soon a video appears and how evenly it plays, as a stream of size variants and as the camera's own file. */
export async function runPlayerBench(): Promise<Section> {
  const build = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  const site = await openPlayerSite(await buildWeb(build));
  const { bytes, bitrates, stillBytes } = await makeBenchFilm(join(site.folder, "bench"), seconds, streamed);
  const at = "/media/films/pass1/bench";
  const own = { mp4: `${at}/film.mp4`, poster: `${at}/poster.jpg` };
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
      "--no-first-run",
      "--no-sandbox",
    ],
  });
  Object.assign(site.shown.video, { auto_play: true, muted: true, duration: seconds });
  const watchOnce = (hls: string | null): Promise<Watched> => {
    site.shown.video.playback = site.playback({ ...own, hls });
    return watch(browser, site);
  };
  const bareOnce = () => watchBare(browser, site.origin, { src: `${at}/${smallFile}`, poster: own.poster });
  const [stream, file]: [Watched[], Watched[]] = [[], []];
  const bare: number[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(await bareOnce());
    stream.push(await watchOnce(`${at}/hls/master.m3u8`));
    file.push(await watchOnce(null));
  }
  await browser.close();
  await site.close();
  await rm(build, { recursive: true, force: true });
  const of = (all: readonly Watched[], key: keyof Watched) => median(all.map((one) => one[key]));
  const row = (name: string, all: readonly Watched[]) => [
    name,
    of(all, "firstView").toFixed(0),
    of(all, "firstFrame").toFixed(0),
    (of(all, "fiveSeconds") / 1000).toFixed(1),
  ];
  return {
    title: "Video player",
    method: `A video of ${(bytes / 1e6).toFixed(0)} MB at 60 Mbit/s (3840x1920, ${seconds} s; a photograph with sensor noise) on its public page, over 10 Mbit/s with 40 ms latency, as the sizes that the product creates (${bitrates.map((rate) => (rate / 1e6).toFixed(1)).join(" and ")} Mbit/s) and as the plain MP4 with its index at the front, alternately; medians of ${runs} cold runs, without a GPU. The least that can be waited for a frame is a page with nothing but a video element, the poster and the smaller size as one file with its index in front.`,
    figures: [
      amountFigure("First view of the video on the screen", of(stream, "firstView"), 700, "ms", 0),
      ratioFigure(
        "First frame of the video, compared with a video element on an empty page",
        of(stream, "firstFrame") / median(bare),
        1.5,
        `${of(stream, "firstFrame").toFixed(0)} ms against ${median(bare).toFixed(0)} ms`,
      ),
      ratioFigure(
        "The same, compared with the plain MP4 on the same page",
        of(stream, "firstFrame") / of(file, "firstFrame"),
        0.5,
      ),
      amountFigure("Time to play five seconds", of(stream, "fiveSeconds") / 1000, 6, "s", 1),
    ],
    details: [
      table(
        ["", "first view, ms", "first frame, ms", "5 s played after, s"],
        [row("stream of two sizes", stream), row("plain MP4", file)],
      ),
      `Of the time to the first frame, transfer alone takes ${(stillBytes / line.downloadThroughput).toFixed(1)} s for the poster shown meanwhile and ${((bitrates[0] ?? 0) / 8 / line.downloadThroughput).toFixed(1)} s for the first second of the smaller size; scripts, decoding and rendering without a GPU share the cores with everything else.`,
    ],
  };
}

/** @returns milliseconds from the start of the page to the first frame of the element */
async function watchBare(browser: Browser, origin: string, { src, poster }: { src: string; poster: string }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.emulateNetworkConditions", line);
  const body = `<!doctype html><video muted autoplay playsinline poster="${poster}" src="${src}"></video>`;
  await page.route(`${origin}/bare`, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const element = document.querySelector("video");
      if (element === null) return;
      observer.disconnect();
      element.requestVideoFrameCallback(() => Object.assign(globalThis, { frame: performance.now() }));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${origin}/bare`);
  const frame = await page.waitForFunction(() => (globalThis as { frame?: number }).frame, undefined, {
    timeout: 180_000,
  });
  const ms = (await frame.jsonValue()) ?? Number.NaN;
  await page.close();
  return ms;
}

async function watch(browser: Browser, { origin }: PlayerSite): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.emulateNetworkConditions", line);
  // The playing element is in no document, so it is intercepted at `play`; its position is read from the timeline.
  await page.addInitScript(() => {
    const marks: Record<string, number> = {};
    Object.assign(globalThis, { marks });
    const { prototype } = HTMLVideoElement;
    const { play } = prototype;
    prototype.play = function (this: HTMLVideoElement) {
      this.requestVideoFrameCallback(() => (marks["frame"] ??= performance.now()));
      return play.call(this);
    };
    const look = () => {
      const slider = document.querySelector<HTMLInputElement>("[data-player] input[type=range]");
      if (marks["view"] === undefined && document.querySelector("#poster")) marks["view"] = performance.now();
      const at = slider?.valueAsNumber ?? 0;
      if (at > 0) marks["frame"] ??= performance.now();
      if (at >= 5 && marks["five"] === undefined) marks["five"] = performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(`${origin}/video/film4site`);
  await page.waitForFunction(
    () => (globalThis as unknown as { marks: { five?: number } }).marks.five !== undefined,
    undefined,
    {
      timeout: 180_000,
    },
  );
  const { view, frame, five } = await page.evaluate(
    () => (globalThis as unknown as { marks: { view: number; frame: number; five: number } }).marks,
  );
  await page.close();
  return { firstView: view, firstFrame: frame, fiveSeconds: five - frame };
}
