import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import type { Panorama, PanoramaSource, View } from "#panorama/types.ts";
import { bundle } from "#test/panorama/bundle.ts";
import { makePyramid } from "#test/panorama/make-pyramid.ts";
import { addBicubic, cropMiddle, type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";
import { ssim } from "#test/panorama/ssim.ts";
import { type StaticServer, serveFolders } from "#test/panorama/static-server.ts";

/** Interface of the test page. */
interface TestWindow extends Window {
  panorama: Panorama;
}
declare const window: TestWindow & typeof globalThis;

const SIZE = 480;
const photograph = fileURLToPath(new URL("../test/media/examplepano.jpg", import.meta.url));
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Photo</title><link rel="icon" href="data:,">
<style>html, body, #stage { margin: 0; height: 100% } #stage { position: relative }</style><div id="stage"></div>
<script type="module">
  import { createPanorama } from "/engine.js";
  window.panorama = createPanorama(document.getElementById("stage"), { label: "Test photo" });
</script>`;

let folder: string;
let server: StaticServer;
let picture: Pixels;
let source: PanoramaSource;

test.use({ viewport: { width: SIZE, height: SIZE }, deviceScaleFactor: 1 });

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "panorama-photo-"));
  picture = await readPixels(photograph);
  source = await makePyramid(photograph, { folder: join(folder, "photo"), url: "/photo", quality: 90 });
  const engine = await bundle(fileURLToPath(import.meta.resolve("#panorama/index.ts")));
  await writeFile(join(folder, "engine.js"), engine.code);
  await writeFile(join(folder, "index.html"), html);
  server = await serveFolders({ "/": folder });
});

test.afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Pixels of a source in the engine once it is sharp and at rest. */
async function settled(page: Page, shown: PanoramaSource, view: View): Promise<Pixels> {
  await page.goto(server.url);
  await page.waitForFunction(() => "panorama" in window);
  await page.evaluate(
    async ({ shown, view }) => {
      const isSharp = new Promise((resolve) => window.panorama.on("sharp", resolve));
      await window.panorama.show(shown, { view });
      await isSharp;
    },
    { shown, view },
  );
  await page.waitForTimeout(400);
  return readPixels(await page.screenshot());
}

/** Edge in pixels of the square around the centre of the view that spans this many degrees. */
const spanOf = (degrees: number, fov: number) =>
  2 * Math.round((SIZE / 2) * (Math.tan((degrees * Math.PI) / 360) / Math.tan((fov * Math.PI) / 360)));

for (const [name, pitch] of [
  ["straight down", -90],
  ["straight up", 90],
] as const) {
  for (const fov of [60, 30]) {
    test(`shows a photo in its full sharpness ${name}, ${fov} degrees high`, async ({ page }) => {
      const view = { yaw: 20, pitch, fov };
      const seen = await settled(page, source, view);
      const truth = projectView(picture, view, SIZE, SIZE);
      for (const degrees of [8, 16]) {
        const edge = spanOf(degrees, fov);
        expect(ssim(cropMiddle(seen, edge), cropMiddle(truth, edge))).toBeGreaterThan(0.9);
      }
    });
  }
}

test("places a partial panorama at its true angles, and keeps the view within it", async ({ page }) => {
  const { data, width, height } = picture;
  const [left, top] = [800, 500];
  const part = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: 2600, height: 1100 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const made = await makePyramid(part, { folder: join(folder, "part"), url: "/part", quality: 90 });
  const area = { fullWidth: width, fullHeight: height, left, top };
  const view = { yaw: 25, pitch: 5, fov: 50 };
  const seen = await settled(page, { ...made, area }, view);
  expect(ssim(seen, projectView(picture, view, SIZE, SIZE))).toBeGreaterThan(0.9);
  await page.evaluate(() => window.panorama.lookAt({ yaw: -170, pitch: 80, fov: 100 }));
  await page.waitForTimeout(600);
  const corner = await readPixels(await page.screenshot());
  const isBlack = (at: number) => corner.data.subarray(at, at + 3).every((value) => value === 0);
  const black = Array.from({ length: SIZE * SIZE }, (_, at) => isBlack(3 * at)).filter(Boolean);
  expect(black.length / SIZE ** 2).toBeLessThan(0.001);
});

/** The picture that a tilted camera would have taken instead: raised by the pitch, then rolled about its own axis. */
function heldAskew(level: Pixels, pose: { pitch: number; roll: number }, width: number): Pixels {
  const [height, radians] = [width / 2, Math.PI / 180];
  const turned = (a: number, b: number, degrees: number) => {
    const [sin, cos] = [Math.sin(degrees * radians), Math.cos(degrees * radians)];
    return [a * cos + b * sin, b * cos - a * sin] as const;
  };
  const data = new Uint8Array(width * height * 3);
  const sum = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const yaw = ((x + 0.5) / width - 0.5) * 2 * Math.PI;
      const pitch = (0.5 - (y + 0.5) / height) * Math.PI;
      // Right, up and forward of the camera: the right side goes down by the roll, the middle up by the pitch.
      const [right, up] = turned(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), pose.roll);
      const [high, ahead] = turned(up, Math.cos(yaw) * Math.cos(pitch), pose.pitch);
      sum.fill(0);
      const across = Math.atan2(right, ahead) / (2 * Math.PI) + 0.5;
      const down = 0.5 - Math.atan2(high, Math.hypot(right, ahead)) / Math.PI;
      addBicubic(level, across * level.width, down * level.height, sum);
      for (const [channel, value] of sum.entries())
        data[(y * width + x) * 3 + channel] = Math.min(Math.max(Math.round(value), 0), 255);
    }
  }
  return { width, height, data };
}

test("shows a photo of a tilted camera level", async ({ page }) => {
  const pose = { pitch: 12, roll: -8 };
  const { data, width, height } = heldAskew(picture, pose, 2048);
  const askew = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const made = await makePyramid(askew, { folder: join(folder, "askew"), url: "/askew", quality: 90 });
  const view = { yaw: 40, pitch: -10, fov: 75 };
  const truth = projectView(picture, view, SIZE, SIZE);
  const likeness = ssim(await settled(page, { ...made, pose }, view), truth);
  expect(likeness).toBeGreaterThan(0.75);
  expect(likeness - ssim(await settled(page, made, view), truth)).toBeGreaterThan(0.3);
});
