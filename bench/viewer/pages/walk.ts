import { createPanorama } from "#panorama/index.ts";
import type { PanoramaSource } from "#panorama/types.ts";

/** Interface driven by the bench: a walk through rooms, and a turn in place. */
export interface WalkWindow extends Window {
  /** Milliseconds from requesting a room whose base is already loaded until it is drawn. */
  jump(times: number): Promise<number[]>;
  rooms(count: number): Promise<number>;
  /** Milliseconds of each frame while the picture turns by 90 degrees, and of frames that only clear the canvas. */
  turn(frames: number): Promise<{ turning: number[]; empty: number[] }>;
  isReady: boolean;
}
declare const window: WalkWindow & typeof globalThis;

const source = JSON.parse(document.querySelector("#source")?.textContent ?? "") as PanoramaSource;
const stage = document.querySelector<HTMLElement>("#viewer");
if (stage === null) throw new Error("The page has no place for the picture.");
const panorama = createPanorama(stage, { label: "Room", reducedMotion: true });

/** The same picture under another address counts as another room. */
const room = (n: number): PanoramaSource => ({
  ...source,
  base: `${source.base}?${n}`,
  tiles: `${source.tiles}?${n}`,
});

const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));

async function showSharp(next: PanoramaSource): Promise<void> {
  const isSharp = new Promise((resolve) => {
    const stop = panorama.on("sharp", () => {
      stop();
      resolve(undefined);
    });
  });
  await panorama.show(next);
  await isSharp;
}

window.jump = async (times) => {
  const taken: number[] = [];
  for (let n = 1; n <= times; n++) {
    await showSharp(room(n));
    panorama.preload(room(n + 1));
    await new Promise((done) => setTimeout(done, 400));
    const begin = performance.now();
    await panorama.show(room(n + 1));
    taken.push(performance.now() - begin);
  }
  return taken;
};

window.rooms = async (count) => {
  for (let n = 0; n < count; n++) await panorama.show(room(100 + n), { view: { yaw: n * 40 } });
  await new Promise((done) => setTimeout(done, 1500));
  return panorama.stats.textures;
};

window.turn = async (frames) => {
  await showSharp(room(1));
  const turning = await timed(frames, (at) => void panorama.lookAt({ yaw: (at / frames) * 90 }));
  const canvas = document.createElement("canvas");
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  canvas.setAttribute("style", "position:fixed;inset:0");
  document.body.append(canvas);
  const gl = canvas.getContext("webgl2");
  const empty = await timed(frames, (at) => {
    gl?.clearColor(at / frames, 0, 0, 1);
    gl?.clear(gl.COLOR_BUFFER_BIT);
  });
  canvas.remove();
  return { turning, empty };
};

async function timed(frames: number, draw: (at: number) => void): Promise<number[]> {
  const taken: number[] = [];
  let before = await nextFrame();
  for (let at = 0; at < frames; at++) {
    draw(at);
    const now = await nextFrame();
    taken.push(now - before);
    before = now;
  }
  // The first frames include the cost of earlier work.
  return taken.slice(3);
}

window.isReady = true;
