import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import type { Panorama, PanoramaSource, View } from "#panorama/types.ts";
import { bundle } from "#test/panorama/bundle.ts";
import { gridPicture } from "#test/panorama/grid-picture.ts";
import { makePyramid } from "#test/panorama/make-pyramid.ts";
import { type Pixels, readPixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";
import { ssim } from "#test/panorama/ssim.ts";
import { type StaticServer, serveFolders } from "#test/panorama/static-server.ts";

/** Interface of the test page. */
interface TestWindow extends Window {
  panorama: Panorama;
  source: PanoramaSource;
  createPanorama: typeof import("#panorama/index.ts")["createPanorama"];
  isSupported: () => boolean;
  told: { name: string; event: unknown }[];
}
declare const window: TestWindow & typeof globalThis;

const WIDTH = 960;
const HEIGHT = 480;
/** Limit for the whole engine with all controls, compressed. */
const SIZE_LIMIT = 20 * 1024;

const page = (
  dir: string,
  hasPoster: boolean,
) => `<!doctype html><html dir="${dir}" lang="en"><meta charset="utf-8">
<title>Panorama</title><link rel="icon" href="data:,">
<style>
  html, body { margin: 0; height: 100% } #stage { position: relative; height: 100% }
  #poster { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover }
  .panorama-marker { padding: 8px; border: 0; background: #fff }
</style>
<div id="stage">${hasPoster ? '<img id="poster" src="/pictures/poster.webp" alt="">' : ""}</div>
<script type="module">
  import { createPanorama, isSupported } from "/engine.js";
  Object.assign(window, { createPanorama, isSupported, told: [] });
  window.source = await (await fetch("/pictures/source.json")).json();
  const poster = document.getElementById("poster") ?? undefined;
  try {
    window.panorama = createPanorama(document.getElementById("stage"), { label: "Test room", poster });
    for (const name of ["view", "ready", "sharp", "error", "contextlost", "contextrestored", "markerclick", "click"]) {
      window.panorama.on(name, (event) => window.told.push({ name, event: name === "markerclick" ? event.id : event }));
    }
  } catch (error) {
    window.told.push({ name: "thrown", event: error.code });
  }
  window.isLoaded = true;
</script>`;

let folder: string;
let server: StaticServer;
let picture: Pixels;
let engineSize: number;

test.use({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 1 });

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "panorama-"));
  const original = await gridPicture();
  picture = await readPixels(original);
  const pictures = join(folder, "pictures");
  const source = await makePyramid(original, { folder: pictures, url: "/pictures" });
  await writeFile(join(pictures, "source.json"), JSON.stringify(source));
  const { data, width, height } = projectView(picture, { yaw: 0, pitch: 0, fov: 60 }, 1280, 640);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 80 })
    .toFile(join(pictures, "poster.webp"));
  const engine = await bundle(fileURLToPath(import.meta.resolve("#panorama/index.ts")));
  engineSize = engine.gzipBytes;
  await writeFile(join(folder, "engine.js"), engine.code);
  await writeFile(join(folder, "index.html"), page("ltr", false));
  await writeFile(join(folder, "rtl.html"), page("rtl", false));
  await writeFile(join(folder, "poster.html"), page("ltr", true));
  server = await serveFolders({ "/": folder });
});

test.afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function open(page: Page, path = "/"): Promise<void> {
  await page.goto(server.url + path);
  await page.waitForFunction("window.isLoaded");
}

/** Shows the test picture and waits until it is sharp. */
async function showSharp(page: Page, view: Partial<View> = {}): Promise<void> {
  await page.evaluate(async (view) => {
    const isSharp = new Promise((resolve) => window.panorama.on("sharp", resolve));
    await window.panorama.show(window.source, { view });
    await isSharp;
  }, view);
}

const viewOf = (page: Page): Promise<View> => page.evaluate(() => window.panorama.view);
const toldNames = (page: Page): Promise<string[]> => page.evaluate(() => window.told.map(({ name }) => name));
const waitForTold = (page: Page, name: string) =>
  page.waitForFunction((name) => window.told.some((told) => told.name === name), name);

/** The view once it has stopped moving. */
async function settledView(page: Page): Promise<View> {
  let before = await viewOf(page);
  for (;;) {
    await page.waitForTimeout(150);
    const now = await viewOf(page);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

/** Similarity of the screen to the true projection; the last, finer frame comes a moment after the last tile. */
async function fidelity(page: Page, view: View): Promise<number> {
  await page.waitForTimeout(400);
  const size = page.viewportSize() ?? { width: WIDTH, height: HEIGHT };
  return ssim(await readPixels(await page.screenshot()), projectView(picture, view, size.width, size.height));
}

test("keeps the engine with all its controls below 20 KB", () => {
  expect(engineSize).toBeLessThan(SIZE_LIMIT);
});

for (const view of [
  { yaw: 0, pitch: 0, fov: 60 },
  { yaw: 180, pitch: 30, fov: 90 },
  { yaw: -70, pitch: -85, fov: 75 },
]) {
  test(`the settled view at yaw ${view.yaw}, pitch ${view.pitch} equals the true projection`, async ({
    page,
  }) => {
    await open(page);
    await showSharp(page, view);
    expect(await fidelity(page, view)).toBeGreaterThan(0.96);
    const told = await toldNames(page);
    expect(told.indexOf("ready")).toBeLessThan(told.indexOf("sharp"));
    expect(told).not.toContain("error");
  });
}

test("fetches only tiles of the wanted level that are in view", async ({ page }) => {
  await open(page);
  const before = server.requests.length;
  await showSharp(page, { yaw: 0, pitch: 0, fov: 60 });
  const tiles = server.requests.slice(before).filter((path) => !path.endsWith("base.webp"));
  const { level } = await page.evaluate(() => window.panorama.stats);
  expect(tiles.length).toBeGreaterThan(2);
  expect(tiles.every((path) => path.startsWith(`/pictures/${level}-`))).toBe(true);
  expect(tiles.some((path) => path.startsWith(`/pictures/${level}-0-`))).toBe(false);
});

test("the point that is grabbed stays under the pointer, and the picture keeps turning after a throw", async ({
  page,
}) => {
  await open(page);
  await showSharp(page);
  const held = await page.evaluate(() => window.panorama.directionAt(600, 300));
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(500, 260, { steps: 5 });
  const under = await page.evaluate(() => window.panorama.directionAt(500, 260));
  expect(under.yaw).toBeCloseTo(held.yaw, 6);
  expect(under.pitch).toBeCloseTo(held.pitch, 6);
  await page.mouse.up();
  // A busy machine may let the pointer pause before its release; then there is no throw.
  await expect(async () => {
    await page.mouse.move(600, 300);
    const thrown = await page.evaluate(() => window.panorama.directionAt(600, 300));
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 3 });
    await page.mouse.up();
    await settledView(page);
    const end = await page.evaluate((direction) => window.panorama.pointOf(direction), thrown);
    expect(end?.x).toBeLessThan(490);
  }).toPass();
  expect(await toldNames(page)).not.toContain("click");
});

test("stops a throw at its release with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await showSharp(page);
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(500, 300, { steps: 5 });
  const letGo = await viewOf(page);
  await page.mouse.up();
  expect(await settledView(page)).toEqual(letGo);
});

test("never tips the view over the pole", async ({ page }) => {
  await open(page);
  await showSharp(page, { pitch: 80 });
  await page.mouse.move(480, 50);
  await page.mouse.down();
  await page.mouse.move(470, 470, { steps: 8 });
  await page.mouse.up();
  expect((await settledView(page)).pitch).toBeLessThanOrEqual(90);
});

test("turns by arrows, zooms by plus and minus, returns by Home", async ({ page }) => {
  await open(page);
  await showSharp(page, { yaw: 10, pitch: 5, fov: 60 });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("application", { name: "Test room" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  const turned = await settledView(page);
  expect(turned.yaw).toBeGreaterThan(12);
  expect(turned.pitch).toBeGreaterThan(7);
  await page.keyboard.press("+");
  expect((await settledView(page)).fov).toBeLessThan(60);
  for (let i = 0; i < 12; i++) await page.keyboard.press("-");
  expect((await settledView(page)).fov).toBe(100);
  await page.keyboard.press("Home");
  expect(await settledView(page)).toEqual({ yaw: 10, pitch: 5, fov: 60 });
});

test("zooms about the pointer by wheel and double click", async ({ page }) => {
  await open(page);
  await showSharp(page);
  const before = await page.evaluate(() => window.panorama.directionAt(700, 150));
  await page.mouse.move(700, 150);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(() => window.panorama.view.fov < 60);
  const after = await page.evaluate(() => window.panorama.directionAt(700, 150));
  expect(after.yaw).toBeCloseTo(before.yaw, 6);
  expect(after.pitch).toBeCloseTo(before.pitch, 6);
  const { fov } = await settledView(page);
  await page.mouse.dblclick(700, 150);
  const zoomed = await settledView(page);
  expect(zoomed.fov).toBeLessThan(fov);
  const still = await page.evaluate(() => window.panorama.directionAt(700, 150));
  expect(still.yaw).toBeCloseTo(before.yaw, 4);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  async function touch(
    cdp: CDPSession,
    type: "touchStart" | "touchMove" | "touchEnd",
    points: [number, number][],
  ) {
    await cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  }

  test("zooms with two fingers and keeps the point between them fixed", async ({ page }) => {
    await open(page);
    await showSharp(page);
    const before = await page.evaluate(() => window.panorama.directionAt(500, 200));
    const cdp = await page.context().newCDPSession(page);
    await touch(cdp, "touchStart", [[450, 200]]);
    await touch(cdp, "touchStart", [
      [450, 200],
      [550, 200],
    ]);
    for (let spread = 50; spread <= 100; spread += 10) {
      await touch(cdp, "touchMove", [
        [500 - spread, 200],
        [500 + spread, 200],
      ]);
    }
    await page.waitForFunction(() => window.panorama.view.fov < 40);
    const after = await page.evaluate(() => window.panorama.directionAt(500, 200));
    expect(after.yaw).toBeCloseTo(before.yaw, 3);
    expect(after.pitch).toBeCloseTo(before.pitch, 3);
    // Twice the distance means twice the size.
    const { fov } = await viewOf(page);
    expect(Math.tan((fov * Math.PI) / 360)).toBeCloseTo(Math.tan(Math.PI / 6) / 2, 3);
    await touch(cdp, "touchEnd", []);
  });
});

for (const path of ["/", "/rtl.html"]) {
  test(`places markers at their direction, and presses them by key and pointer on ${path}`, async ({
    page,
  }) => {
    await open(page, path);
    await showSharp(page);
    await page.evaluate(() =>
      window.panorama.setMarkers([
        { id: "door", yaw: 15, pitch: 0, label: "Door" },
        { id: "window", yaw: -15, pitch: 10, label: "Window" },
        { id: "behind", yaw: 180, pitch: 0, label: "Behind" },
      ]),
    );
    const door = page.getByRole("button", { name: "Door" });
    const expected = await page.evaluate(() => window.panorama.pointOf({ yaw: 15, pitch: 0 }));
    const box = await door.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(expected?.x ?? 0, 0);
    expect(expected?.x).toBeGreaterThan(WIDTH / 2);
    await expect(page.locator("button", { hasText: "Behind" })).toBeHidden();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(door).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Window" }).click();
    const pressed = await page.evaluate(() => window.told.filter(({ name }) => name === "markerclick"));
    expect(pressed.map(({ event }) => event)).toEqual(["door", "window"]);
    expect(await door.getAttribute("dir")).toBe(path === "/" ? "ltr" : "rtl");
  });
}

test("turns the picture by a drag that begins on a marker, and presses nothing", async ({ page }) => {
  await open(page);
  await showSharp(page);
  await page.evaluate(() => window.panorama.setMarkers([{ id: "door", yaw: 0, pitch: 0, label: "Door" }]));
  await page.mouse.move(WIDTH / 2, HEIGHT / 2);
  await page.mouse.down();
  await page.mouse.move(WIDTH / 2 + 60, HEIGHT / 2, { steps: 4 });
  await page.mouse.up();
  expect((await settledView(page)).yaw).toBeLessThan(-2);
  expect(await toldNames(page)).not.toContain("markerclick");
});

test("keeps the focus of a marker when the set changes, and moves it to the picture when the marker turns away", async ({
  page,
}) => {
  await open(page);
  await showSharp(page);
  const set = (ids: string[]) =>
    page.evaluate((ids) => {
      window.panorama.setMarkers(ids.map((id, i) => ({ id, label: id, yaw: i * 10, pitch: 0 })));
    }, ids);
  await set(["a", "b"]);
  await page.getByRole("button", { name: "b" }).focus();
  await set(["b", "c"]);
  await expect(page.getByRole("button", { name: "b" })).toBeFocused();
  await page.evaluate(() => window.panorama.lookAt({ yaw: 180 }));
  await expect(page.getByRole("application")).toBeFocused();
});

test("reports the direction of a press on the picture", async ({ page }) => {
  await open(page);
  await showSharp(page);
  await page.mouse.click(300, 100);
  const [click] = await page.evaluate(() => window.told.filter(({ name }) => name === "click"));
  const expected = await page.evaluate(() => window.panorama.directionAt(300, 100));
  expect(click?.event).toMatchObject({ ...expected });
});

test("follows the size of its container", async ({ page }) => {
  await open(page);
  await showSharp(page);
  await page.setViewportSize({ width: 500, height: 700 });
  await page.waitForFunction(() => document.querySelector("canvas")?.height === 700);
  await page.waitForFunction(() => window.panorama.stats.requests === 0);
  expect(await fidelity(page, await viewOf(page))).toBeGreaterThan(0.96);
});

test("after a lost graphics context the picture comes back by itself", async ({ page }) => {
  await open(page);
  await showSharp(page);
  await page.evaluate(async () => {
    const gl = document.querySelector("canvas")?.getContext("webgl2")?.getExtension("WEBGL_lose_context");
    window.told.length = 0;
    gl?.loseContext();
    await new Promise((resolve) => setTimeout(resolve, 100));
    gl?.restoreContext();
  });
  await waitForTold(page, "sharp");
  expect((await toldNames(page)).filter((name) => name !== "view")).toEqual([
    "contextlost",
    "contextrestored",
    "sharp",
  ]);
  expect(await fidelity(page, await viewOf(page))).toBeGreaterThan(0.96);
});

test("a browser without WebGL gets an error with a code and an untouched container", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await open(page);
  expect(await page.evaluate(() => window.told)).toEqual([{ name: "thrown", event: "no-webgl" }]);
  expect(await page.evaluate(() => window.isSupported())).toBe(false);
  await expect(page.locator("#stage > *")).toHaveCount(0);
});

test("keeps the old picture when a new one fails to load, and lets a later one win over an earlier one", async ({
  page,
}) => {
  await open(page);
  await showSharp(page);
  const outcome = await page.evaluate(async () => {
    const { panorama, source } = window;
    const failed = await panorama
      .show({ ...source, base: "/pictures/nothing.webp" })
      .catch((error) => error.code);
    const kept = panorama.source === source;
    const both = await Promise.all([panorama.show({ ...source }), panorama.show({ ...source })]);
    const contradiction = await panorama.show({ ...source, width: 99 }).catch((error) => error.code);
    return { failed, kept, both, contradiction };
  });
  expect(outcome).toEqual({
    failed: "load-failed",
    kept: true,
    both: [false, true],
    contradiction: "bad-source",
  });
});

test("reports a missing tile once and does not disturb the rest", async ({ page }) => {
  await open(page);
  await page.route(/\/pictures\/1-4-1\.webp/, (route) => route.fulfill({ status: 404 }));
  await page.evaluate(() => window.panorama.show(window.source));
  await waitForTold(page, "error");
  await page.waitForFunction(() => window.panorama.stats.requests === 0);
  await page.evaluate(() => window.panorama.lookAt({ yaw: 3 }));
  await page.waitForTimeout(300);
  expect((await toldNames(page)).filter((name) => name === "error")).toHaveLength(1);
});

test("keeps the compass heading in the next room and does not refetch a preloaded base", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    window.source = { ...window.source, north: 20 };
  });
  await showSharp(page, { yaw: 50 });
  const bases = () => server.requests.filter((path) => path.endsWith("base.webp")).length;
  const before = bases();
  await page.evaluate(() => {
    window.panorama.preload({ ...window.source, base: "/pictures/base.webp?next" });
  });
  await expect.poll(bases).toBe(before + 1);
  const shown = await page.evaluate(async () => {
    const next = { ...window.source, base: "/pictures/base.webp?next", north: -100 };
    return window.panorama.show(next, { keepHeading: true });
  });
  expect(shown).toBe(true);
  expect((await viewOf(page)).yaw).toBeCloseTo(-70);
  expect(bases()).toBe(before + 1);
});

for (const size of [
  { width: 390, height: 780 },
  { width: 1280, height: 500 },
]) {
  test(`replaces the poster by the canvas without a visible step at ${size.width}x${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await open(page, "/poster.html");
    await page.locator("#poster").evaluate((image: HTMLImageElement) => image.decode());
    const poster = await readPixels(await page.screenshot());
    await showSharp(page);
    await expect(page.locator("#poster")).toHaveCount(0);
    await page.waitForTimeout(400);
    const canvas = await readPixels(await page.screenshot());
    expect(ssim(poster, canvas)).toBeGreaterThan(0.93);
    expect(await fidelity(page, await viewOf(page))).toBeGreaterThan(0.96);
  });
}

test("keeps the poster over the softer base, but not over another view", async ({ page }) => {
  await open(page, "/poster.html");
  await page.route(/\/pictures\/\d-\d-\d\.webp/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.evaluate(() => window.panorama.show(window.source));
  await expect(page.locator("#poster")).toHaveCount(1);
  await page.evaluate(() => window.panorama.lookAt({ yaw: 40 }));
  await expect(page.locator("#poster")).toHaveCount(0);
  expect(await toldNames(page)).not.toContain("sharp");
});

test("never shows anything beyond a cropped picture", async ({ page }) => {
  await open(page);
  const view = await page.evaluate(async () => {
    const area = { fullWidth: 8192, fullHeight: 4096, left: 2048, top: 1024 };
    await window.panorama.show({ ...window.source, area }, { view: { yaw: 80, pitch: 40, fov: 40 } });
    return window.panorama.view;
  });
  // The picture covers ±90 and ±45 degrees; the view, 40 degrees high and twice as wide, must end at its edges. Its upper
  // corner is farthest from its middle: 44 degrees of yaw.
  const degree = Math.PI / 180;
  const [up, aside, pitch] = [Math.tan(20 * degree), 2 * Math.tan(20 * degree), 25 * degree];
  const corner = Math.atan2(aside, Math.cos(pitch) - up * Math.sin(pitch)) / degree;
  expect(view.pitch).toBeCloseTo(25);
  expect(view.yaw).toBeCloseTo(90 - corner, 1);
});

test("keeps memory flat over 100 rooms", async ({ page }) => {
  // Small, so that the time goes into changing rooms and not into rendering without a GPU.
  await page.setViewportSize({ width: 480, height: 240 });
  await open(page);
  const cdp = await page.context().newCDPSession(page);
  const heap = async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    return (await cdp.send("Runtime.getHeapUsage")).usedSize;
  };
  const walk = (rooms: number) =>
    page.evaluate(async (rooms) => {
      const textures: number[] = [];
      for (let i = 0; i < rooms; i++) {
        window.told.length = 0;
        await window.panorama.show({ ...window.source }, { view: { yaw: i * 40 } });
        textures.push(window.panorama.stats.textures);
      }
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return { most: Math.max(...textures), last: window.panorama.stats.textures };
    }, rooms);
  await walk(20);
  const before = await heap();
  const { most, last } = await walk(100);
  expect(most).toBeLessThan(24);
  expect(last).toBeLessThan(16);
  expect((await heap()) - before).toBeLessThan(500_000);
  await page.evaluate(() => window.panorama.destroy());
  expect(await page.evaluate(() => window.panorama.stats.textures)).toBe(0);
  await expect(page.locator("#stage > *")).toHaveCount(0);
});
