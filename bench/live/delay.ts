import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { TestEngine } from "#test/live/engine.ts";
import { ffmpegPath } from "#test/live/push.ts";

const [WIDTH, HEIGHT, BITS, STRIPE] = [1280, 720, 40, 32];
const root = join(import.meta.dirname, "../..");

/** A camera that records its own clock: the time of each frame as black and white stripes, 25 times a second. */
function filmClock(address: string): { stop(): void } {
  const args = `-loglevel error -f rawvideo -pix_fmt gray -s ${WIDTH}x${HEIGHT} -r 25 -i - -f lavfi -i sine=sample_rate=48000 -c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 50 -b:v 2500k -c:a aac -f flv ${address}`;
  const child = spawn(ffmpegPath, args.split(" "), { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.on("error", () => undefined);
  const frame = Buffer.alloc(WIDTH * HEIGHT, 128);
  const begin = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    if (performance.now() - begin < sent * 40 || child.stdin.writableLength > frame.length) return;
    sent += 1;
    const time = BigInt(Date.now());
    for (let bit = 0; bit < BITS; bit += 1) {
      const value = ((time >> BigInt(bit)) & 1n) === 1n ? 255 : 0;
      for (let row = 0; row < 64; row += 1)
        frame.fill(value, row * WIDTH + bit * STRIPE, row * WIDTH + (bit + 1) * STRIPE);
    }
    child.stdin.write(Buffer.from(frame));
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      child.kill("SIGKILL");
    },
  };
}

const READ = `
window.delays = [];
window.watch = (video) => {
  const canvas = new OffscreenCanvas(${BITS * STRIPE}, 64);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const look = () => {
    context.drawImage(video, 0, 0, ${BITS * STRIPE}, 64, 0, 0, ${BITS * STRIPE}, 64);
    const { data } = context.getImageData(0, 32, ${BITS * STRIPE}, 1);
    let time = 0;
    for (let bit = 0; bit < ${BITS}; bit += 1) if (data[(bit * ${STRIPE} + ${STRIPE / 2}) * 4] > 128) time += 2 ** bit;
    const now = Date.now();
    const whole = Math.floor(now / 2 ** ${BITS}) * 2 ** ${BITS} + time;
    window.delays.push(now - whole);
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
};
window.hls = (address, low) => {
  const video = document.querySelector("video");
  // Same settings as the product's player, and its own class: it catches up after a busy moment.
  const hls = new Hls({
    lowLatencyMode: low, maxLiveSyncPlaybackRate: 1.1, liveSyncOnStallIncrease: 0, liveDurationInfinity: true,
  });
  const distance = new LiveDistance(hls);
  hls.on(Hls.Events.ERROR, (_, { details }) => {
    if (details === Hls.ErrorDetails.BUFFER_STALLED_ERROR) distance.stalled(performance.now());
  });
  setInterval(() => distance.check(performance.now()), 500);
  hls.loadSource(address);
  hls.attachMedia(video);
  video.play();
  window.watch(video);
};
window.instant = (address) => {
  const video = document.querySelector("video");
  const socket = new WebSocket(new URL(address, location.href.replace("http", "ws")));
  socket.binaryType = "arraybuffer";
  const queue = [];
  let buffer;
  const feed = () => {
    if (!buffer || buffer.updating) return;
    const { buffered } = video;
    if (buffered.length > 0) {
      const end = buffered.end(buffered.length - 1);
      if (end - video.currentTime > 1 || video.currentTime < buffered.start(0)) video.currentTime = end - 0.1;
      video.playbackRate = end - video.currentTime > 0.45 ? 1.1 : 1;
    }
    const next = queue.shift();
    if (next) buffer.appendBuffer(next);
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") { queue.push(data); feed(); return; }
    const { mime } = JSON.parse(data);
    if (!mime) return;
    const source = new MediaSource();
    video.src = URL.createObjectURL(source);
    source.onsourceopen = () => { buffer = source.addSourceBuffer(mime); buffer.onupdateend = feed; feed(); };
  };
  setInterval(feed, 50);
  video.play().catch(() => {});
  window.watch(video);
};`;

/** The player's own class as a script: the file imports nothing. */
async function liveDistance(): Promise<string> {
  const path = join(root, "src/web/features/media/player/source/live-distance.ts");
  return stripTypeScriptTypes(await readFile(path, "utf8")).replaceAll("export ", "");
}

export interface Delays {
  readonly hls: readonly number[];
  readonly instant: readonly number[];
}

/** Latency from the clock in front of the camera to the pixel in the browser, in milliseconds, frame by frame. */
export async function measureDelay(live: TestEngine, seconds: number): Promise<Delays> {
  await live.arm("clock", "clock-key");
  const camera = filmClock(`rtmp://127.0.0.1:${live.port}/live/clock-key`);
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--autoplay-policy=no-user-gesture-required",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--mute-audio",
    ],
  });
  try {
    await new Promise((resume) => setTimeout(resume, 5000));
    const measure = async (start: string): Promise<number[]> => {
      const page = await browser.newPage();
      // Any response will do: a page without an origin may open no socket to this machine.
      await page.goto(`${live.origin}/page`);
      await page.setContent("<video muted></video>");
      await page.addScriptTag({
        content: await readFile(join(root, "node_modules/hls.js/dist/hls.min.js"), "utf8"),
      });
      await page.addScriptTag({ content: `${await liveDistance()}\n${READ}` });
      await page.evaluate(start);
      // The first half minute is spent catching up with the newest frame.
      await page.waitForTimeout(40_000);
      await page.evaluate("window.delays.length = 0");
      await page.waitForTimeout(seconds * 1000);
      const delays = (await page.evaluate("window.delays")) as number[];
      await page.close();
      return delays;
    };
    const { instant } = live.engine.addresses("clock", new Date(Date.now() + 600_000));
    const hls = await measure(`window.hls(${JSON.stringify(live.file("clock", "live.m3u8"))}, true)`);
    return { hls, instant: await measure(`window.instant(${JSON.stringify(instant)})`) };
  } finally {
    camera.stop();
    await browser.close();
    await live.engine.disarm("clock");
  }
}
