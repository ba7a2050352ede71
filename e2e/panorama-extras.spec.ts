import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import type { Panorama, PanoramaSource } from "#panorama/types.ts";
import { bundle } from "#test/panorama/bundle.ts";
import { gridPicture } from "#test/panorama/grid-picture.ts";
import { makePyramid } from "#test/panorama/make-pyramid.ts";
import { type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";
import { ssim } from "#test/panorama/ssim.ts";
import { type StaticServer, serveFolders } from "#test/panorama/static-server.ts";

/** A headset emulator without a person: github.com/meta-quest/immersive-web-emulation-runtime. */
interface Headset {
  quaternion: { set(x: number, y: number, z: number, w: number): void };
  controllers: { right?: { updateButtonValue(id: string, value: number): void } };
}

interface TestWindow extends Window {
  panorama: Panorama;
  source: PanoramaSource;
  headset: Headset;
  gazes: { yaw: number; pitch: number }[];
  hasEnded: boolean;
  leave: () => void;
  extras: typeof import("#panorama/extras/headset.ts") &
    typeof import("#panorama/extras/vr.ts") &
    typeof import("#panorama/extras/auto-rotate.ts") &
    typeof import("#panorama/extras/gyroscope.ts");
}
declare const window: TestWindow & typeof globalThis;

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Panorama</title><link rel="icon" href="data:,">
<style>html, body { margin: 0; height: 100% } #stage { position: relative; height: 100% }</style><div id="stage"></div>
<script type="module">
  import { createPanorama } from "/engine.js";
  const parts = await Promise.all(["headset", "vr", "auto-rotate", "gyroscope"].map((name) => import("/" + name + ".js")));
  window.extras = Object.assign({}, ...parts);
  window.source = await (await fetch("/pictures/source.json")).json();
  window.panorama = createPanorama(document.getElementById("stage"), { label: "Test room" });
  const sharp = new Promise((resolve) => window.panorama.on("sharp", resolve));
  await window.panorama.show(window.source);
  await sharp;
  window.isLoaded = true;
</script>`;

let folder: string;
let server: StaticServer;
let picture: Pixels;

test.use({ viewport: { width: 960, height: 480 }, deviceScaleFactor: 1 });

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "panorama-extras-"));
  const original = await gridPicture();
  picture = await readPixels(original);
  const pictures = join(folder, "pictures");
  const source = await makePyramid(original, { folder: pictures, url: "/pictures" });
  await writeFile(join(pictures, "source.json"), JSON.stringify(source));
  const parts = { engine: "index.ts", vr: "extras/vr.ts", "auto-rotate": "extras/auto-rotate.ts" };
  const more = { gyroscope: "extras/gyroscope.ts", headset: "extras/headset.ts" };
  for (const [name, file] of Object.entries({ ...parts, ...more })) {
    const { code } = await bundle(fileURLToPath(import.meta.resolve(`#panorama/${file}`)));
    await writeFile(join(folder, `${name}.js`), code);
  }
  await writeFile(join(folder, "index.html"), html);
  server = await serveFolders({ "/": folder });
});

test.afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function open(page: Page): Promise<void> {
  await page.goto(`${server.url}/`);
  await page.waitForFunction("window.isLoaded");
}

const yawOf = (page: Page) => page.evaluate(() => window.panorama.view.yaw);

test("shows the picture to both eyes of a headset, follows the head, and reports the gaze on the trigger", async ({
  page,
}, info) => {
  const emulator = await readFile(fileURLToPath(import.meta.resolve("iwer/build/iwer.min.js")), "utf8");
  // One script, since the order of several is not guaranteed.
  const worn = `window.headset = new IWER.XRDevice(IWER.metaQuest3, { stereoEnabled: true });
    window.headset.installRuntime({ forceInstall: true });`;
  await page.addInitScript({ content: `${emulator};${worn}` });
  await open(page);
  await page.evaluate(async () => {
    const { panorama, extras, headset } = window;
    await panorama.lookAt({ yaw: 90, pitch: 0 });
    // The head is turned by 30 degrees to the left.
    headset.quaternion.set(0, Math.sin(Math.PI / 12), 0, Math.cos(Math.PI / 12));
    window.gazes = [];
    if (!(await extras.hasHeadset())) throw new Error("no headset");
    window.leave = await extras.enterVr(panorama, {
      select: (gaze) => window.gazes.push(gaze),
      ended: () => (window.hasEnded = true),
    });
  });
  await page.waitForTimeout(1500);
  await page.screenshot({ path: info.outputPath("headset.png") });
  await page.evaluate(async () => {
    window.headset.controllers.right?.updateButtonValue("trigger", 1);
    await new Promise((done) => setTimeout(done, 300));
    window.headset.controllers.right?.updateButtonValue("trigger", 0);
  });
  await expect.poll(() => page.evaluate(() => window.gazes.length)).toBeGreaterThan(0);
  const gaze = await page.evaluate(() => window.gazes[0]);
  expect(gaze?.yaw).toBeCloseTo(60, 0);
  expect(gaze?.pitch).toBeCloseTo(0, 0);
  await page.evaluate(() => window.leave());
  await expect.poll(() => page.evaluate(() => window.hasEnded)).toBe(true);
});

test("rotates by itself, pauses under the pointer, and continues on release", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const { signal } = new AbortController();
    window.extras.autoRotate(window.panorama, { speed: 30, pause: 400, signal });
  });
  await expect.poll(() => yawOf(page)).toBeGreaterThan(5);
  await page.mouse.move(480, 240);
  await page.mouse.down();
  await page.waitForTimeout(100);
  const held = await yawOf(page);
  await page.waitForTimeout(500);
  expect(await yawOf(page)).toBeCloseTo(held, 3);
  await page.mouse.up();
  await expect.poll(() => yawOf(page)).toBeGreaterThan(held + 3);
});

test("follows the orientation of the device, and says when there is none", async ({ page }) => {
  await open(page);
  const follows = await page.evaluate(async () => {
    const { signal } = new AbortController();
    const following = window.extras.followDevice(window.panorama, signal);
    const hold = (alpha: number, beta: number) =>
      window.dispatchEvent(new DeviceOrientationEvent("deviceorientation", { alpha, beta, gamma: 0 }));
    await new Promise((done) => setTimeout(done, 50));
    hold(100, 90);
    hold(80, 110);
    return following;
  });
  expect(follows).toBe(true);
  const view = await page.evaluate(() => window.panorama.view);
  expect(view.yaw).toBeCloseTo(20, 3);
  expect(view.pitch).toBeCloseTo(20, 3);
  await open(page);
  const silent = page.evaluate(() =>
    window.extras.followDevice(window.panorama, new AbortController().signal),
  );
  expect(await silent).toBe(false);
});

test("captures exactly the view, without overlays", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    window.panorama.setMarkers([{ id: "a", label: "Over the picture", yaw: 0, pitch: 0 }]);
  });
  const bytes = await page.evaluate(async () => {
    await window.panorama.lookAt({ yaw: 10, pitch: 5, fov: 60 });
    await new Promise((done) => setTimeout(done, 800));
    const file = await window.panorama.capture("image/png");
    return [...new Uint8Array(await file.arrayBuffer())];
  });
  const found = await readPixels(Buffer.from(bytes));
  expect([found.width, found.height]).toEqual([960, 480]);
  expect(ssim(found, projectView(picture, { yaw: 10, pitch: 5, fov: 60 }, 960, 480))).toBeGreaterThan(0.93);
});
