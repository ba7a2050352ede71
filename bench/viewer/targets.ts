import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { horizontalFov } from "#panorama/projection/camera.ts";
import type { PanoramaSource } from "#panorama/source.ts";
import { TILE_SIZE, TILE_TYPE } from "#server/media/keys.ts";
import { makeVariants } from "#server/media/variants.ts";
import { bundle } from "#test/panorama/bundle.ts";
import type { Pixels } from "#test/panorama/pixels.ts";
import { type MarzipanoLevel, type MultiRes, makeCubePyramid, makeMarzipanoCube } from "./cube.ts";

/** One viewer on one page. */
export interface Target {
  readonly name: string;
  readonly path: string;
  /** Scripts and styles of the page, compressed. */
  readonly scriptBytes: number;
  readonly isOwn: boolean;
  /** Whether it fetches only the visible parts instead of the whole picture. */
  readonly isTiled: boolean;
}

/** Initial view of every viewer. */
export const VIEW = { yaw: 0, pitch: 0, fov: 60 };
export const VIEWPORT = { width: 1280, height: 640 };

/** A page that shows our poster and nothing else: no page with it can show it sooner. */
export const POSTER: Target = {
  name: "the poster alone",
  path: "/poster.html",
  scriptBytes: 0,
  isOwn: false,
  isTiled: false,
};

/** A page with our poster that fetches the files named in its address, and makes textures of the pictures among them. */
export const TRANSFER = "/transfer.html";

const STYLE =
  "html,body,#viewer{margin:0;height:100%;background:#000}#viewer{position:relative;overflow:hidden}";

function page(body: string, head = ""): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><link rel="icon" href="data:,"><style>${STYLE}</style>${head}<body><div id="viewer"></div>${body}</html>`;
}

/** Writes pages, scripts and pictures of all viewers into a folder. */
export async function prepareTargets(original: string, picture: Pixels, folder: string): Promise<Target[]> {
  await mkdir(folder, { recursive: true });
  await copyFile(original, join(folder, "original.jpg"));
  const source = await makeOwnPyramid(original, join(folder, "own"));
  const multiRes = await makeCubePyramid(picture, join(folder, "cube"));
  const levels = await makeMarzipanoCube(picture, join(folder, "marzipano"));
  return [
    ...(await prepareOwn(source, folder)),
    ...(await preparePannellum(multiRes, folder)),
    await prepareMarzipano(levels, folder),
    await preparePhotoSphereViewer(folder),
  ];
}

/** Uses the product's own ingest, so that the measurement covers what visitors get. */
async function makeOwnPyramid(original: string, folder: string): Promise<PanoramaSource> {
  await mkdir(folder, { recursive: true });
  const { width, height, levels } = await makeVariants(original, folder);
  const tiles = `/own/t/{level}/{col}_{row}.${TILE_TYPE}`;
  return { width, height, levels, tiles, tileSize: TILE_SIZE, base: "/own/base.webp" };
}

async function prepareOwn(source: PanoramaSource, folder: string): Promise<Target[]> {
  const { code, gzipBytes } = await bundle(entry("own"));
  await writeFile(join(folder, "own.js"), code);
  const poster = await readFile(join(folder, "own", "poster.webp"));
  // As the product's page (`src/server/pages/viewer-page.ts`): the base is requested while the script is still loading.
  const base = `<link rel="preload" as="fetch" crossorigin fetchpriority="high" href="${source.base}">`;
  const head = `${base}<link rel="modulepreload" href="/own.js">`;
  const script = `<script id="source" type="application/json">${JSON.stringify(source)}</script><script type="module" src="/own.js"></script>`;
  const cover = "position:absolute;inset:0;width:100%;height:100%;object-fit:cover";
  const image = `<img alt="" style="${cover}" src="data:image/webp;base64,${poster.toString("base64")}">`;
  const withPoster = (body: string, inHead = "") =>
    page(body, inHead).replace('<div id="viewer">', `<div id="viewer">${image}`);
  await writeFile(join(folder, "own.html"), page(script, head));
  await writeFile(join(folder, TRANSFER), withPoster(transferScript));
  await writeFile(join(folder, POSTER.path), withPoster(""));
  await writeFile(join(folder, "own-poster.html"), withPoster(script, head));
  const common = { scriptBytes: gzipBytes, isOwn: true, isTiled: true };
  return [
    { name: "own, poster in the page", path: "/own-poster.html", ...common },
    { name: "own, no poster", path: "/own.html", ...common },
  ];
}

const transferScript = `<script type="module">
  const files = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const gl = document.createElement("canvas").getContext("webgl2");
  await Promise.all(files.map(async (file) => {
    const bytes = await (await fetch(file)).blob();
    if (file.endsWith(".js")) return;
    const picture = await createImageBitmap(bytes);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  }));
  gl.finish();
  document.documentElement.dataset.took = performance.now();
</script>`;

async function preparePannellum(multiRes: MultiRes, folder: string): Promise<Target[]> {
  const files = ["pannellum.js", "pannellum.css"];
  const from = fileURLToPath(new URL(".", import.meta.resolve("pannellum/build/pannellum.js")));
  for (const file of files) await copyFile(join(from, file), join(folder, file));
  const scriptBytes = await compressedSize(files.map((file) => join(folder, file)));
  const head = '<link rel="stylesheet" href="/pannellum.css"><script src="/pannellum.js"></script>';
  const common = {
    autoLoad: true,
    showControls: false,
    hfov: horizontalFov(VIEW.fov, VIEWPORT.width / VIEWPORT.height),
    yaw: VIEW.yaw,
    pitch: VIEW.pitch,
  };
  const start = (config: object) =>
    page(`<script>pannellum.viewer("viewer", ${JSON.stringify({ ...common, ...config })})</script>`, head);
  const image = start({ type: "equirectangular", panorama: "/original.jpg" });
  await writeFile(join(folder, "pannellum-image.html"), image);
  const tiles = start({ type: "multires", multiRes: { basePath: "/cube", ...multiRes } });
  await writeFile(join(folder, "pannellum-multires.html"), tiles);
  const peer = { scriptBytes, isOwn: false };
  return [
    { name: "Pannellum, multires", path: "/pannellum-multires.html", ...peer, isTiled: true },
    { name: "Pannellum, one image", path: "/pannellum-image.html", ...peer, isTiled: false },
  ];
}

async function prepareMarzipano(levels: readonly MarzipanoLevel[], folder: string): Promise<Target> {
  const script = fileURLToPath(import.meta.resolve("marzipano/dist/marzipano.js"));
  await copyFile(script, join(folder, "marzipano.js"));
  const fov = (VIEW.fov * Math.PI) / 180;
  // At a yaw of exactly 0, release 0.10.2 leaves the faces at the sides black.
  const yaw = (VIEW.yaw * Math.PI) / 180 + 1e-6;
  const start = `<script>
    const viewer = new Marzipano.Viewer(document.getElementById("viewer"));
    viewer.createScene({
      source: Marzipano.ImageUrlSource.fromString("/marzipano/{z}/{f}/{y}/{x}.jpg"),
      geometry: new Marzipano.CubeGeometry(${JSON.stringify(levels)}),
      view: new Marzipano.RectilinearView({ yaw: ${yaw}, pitch: 0, fov: ${fov} }),
    }).switchTo({ transitionDuration: 0 });
  </script>`;
  await writeFile(join(folder, "marzipano.html"), page(start, '<script src="/marzipano.js"></script>'));
  const scriptBytes = await compressedSize([script]);
  return { name: "Marzipano", path: "/marzipano.html", scriptBytes, isOwn: false, isTiled: true };
}

async function preparePhotoSphereViewer(folder: string): Promise<Target> {
  const { code, gzipBytes } = await bundle(entry("photo-sphere-viewer"));
  await writeFile(join(folder, "psv.js"), code);
  const style = fileURLToPath(import.meta.resolve("@photo-sphere-viewer/core/index.css"));
  await copyFile(style, join(folder, "psv.css"));
  const scriptBytes = gzipBytes + (await compressedSize([style]));
  const head = '<link rel="stylesheet" href="/psv.css">';
  await writeFile(join(folder, "psv.html"), page('<script type="module" src="/psv.js"></script>', head));
  const name = "Photo Sphere Viewer, one image";
  return { name, path: "/psv.html", scriptBytes, isOwn: false, isTiled: false };
}

function entry(name: string): string {
  return fileURLToPath(new URL(`./pages/${name}.ts`, import.meta.url));
}

async function compressedSize(files: readonly string[]): Promise<number> {
  const bodies = await Promise.all(files.map((file) => readFile(file)));
  return bodies.reduce((total, body) => total + gzipSync(body, { level: 9 }).length, 0);
}
