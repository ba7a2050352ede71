import type { PanoramaSource } from "../source.ts";

const TILE_SIZE = 512;
const WIDTH = 4096;

/**
 * Cuts a picture into a pyramid within the browser, as blobs. A server would do this once, ahead of time; here it keeps
 * the example self-contained.
 */
export async function makeSource(picture: ImageBitmap, north = 0): Promise<PanoramaSource> {
  const levels = [WIDTH / 2, WIDTH].map((width) => ({ width, height: width / 2 }));
  const urls: string[] = [];
  for (const { width, height } of levels) {
    const whole = resize(picture, width, height);
    for (let row = 0; row * TILE_SIZE < height; row++) {
      for (let col = 0; col * TILE_SIZE < width; col++) {
        const tile = new OffscreenCanvas(TILE_SIZE, TILE_SIZE);
        tile.getContext("2d")?.drawImage(whole, -col * TILE_SIZE, -row * TILE_SIZE);
        urls.push(await urlOf(tile));
      }
    }
  }
  const base = await urlOf(resize(picture, 1024, 512));
  return { width: WIDTH, height: WIDTH / 2, tileSize: TILE_SIZE, levels, tiles: publish(urls), base, north };
}

/** A room drawn with lines: every 15 degrees, with its angles labelled in each field. */
export async function drawRoom(hue: number): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(WIDTH, WIDTH / 2);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  const cell = WIDTH / 24;
  context.font = "28px system-ui";
  for (let row = 0; row < 12; row++) {
    for (let col = 0; col < 24; col++) {
      context.fillStyle = `hsl(${hue + col * 4} 35% ${(row + col) % 2 ? 62 - row * 3 : 56 - row * 3}%)`;
      context.fillRect(col * cell, row * cell, cell, cell);
      context.fillStyle = "#fff";
      context.fillText(`${col * 15 - 180}°, ${90 - row * 15}°`, col * cell + 10, row * cell + 34);
    }
  }
  return canvas.transferToImageBitmap();
}

/** Blob URLs follow no template, so a replaced `fetch` of this page answers the template instead. */
function publish(urls: readonly string[]): string {
  const name = `tiles-${crypto.randomUUID()}`;
  const coarseColumns = WIDTH / 2 / TILE_SIZE;
  const coarseTiles = coarseColumns * (coarseColumns / 2);
  const original = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const match = typeof input === "string" ? new RegExp(`^${name}/(\\d)/(\\d+)/(\\d+)$`).exec(input) : null;
    if (!match) return original(input, init);
    const [level = 0, col = 0, row = 0] = match.slice(1).map(Number);
    const index = level === 0 ? row * coarseColumns + col : coarseTiles + row * coarseColumns * 2 + col;
    return original(urls[index] ?? "", init);
  };
  return `${name}/{level}/{col}/{row}`;
}

function resize(picture: ImageBitmap, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context) context.imageSmoothingQuality = "high";
  context?.drawImage(picture, 0, 0, width, height);
  return canvas;
}

async function urlOf(canvas: OffscreenCanvas): Promise<string> {
  return URL.createObjectURL(await canvas.convertToBlob({ type: "image/webp", quality: 0.85 }));
}
