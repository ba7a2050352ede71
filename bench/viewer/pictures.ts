import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/** A picture shown by every viewer, usually 4096 pixels wide. */
export interface BenchPicture {
  readonly name: string;
  readonly path: string;
}

const SIZE = { width: 4096, height: 2048 };
const QUALITY = 92;

/**
 * The photograph, and two hard pictures drawn here: fine grass before a lake, which no tile and no poster holds in few
 * bytes, and lettering, where ringing around every edge is visible. Drawn ones are the same each time.
 */
export async function benchPictures(folder: string): Promise<BenchPicture[]> {
  const [grass, lettering] = [join(folder, "grass.jpg"), join(folder, "lettering.jpg")];
  await drawGrass(grass);
  await drawLettering(lettering);
  return [
    { name: "photograph", path: await findPicture() },
    { name: "grass, drawn", path: grass },
    { name: "lettering, drawn", path: lettering },
  ];
}

/** `SITEWALK_BENCH_PICTURE` or the first JPEG under `demo/`. */
export async function findPicture(): Promise<string> {
  const given = process.env["SITEWALK_BENCH_PICTURE"];
  if (given) return given;
  const demo = fileURLToPath(new URL("../../demo", import.meta.url));
  const files = await readdir(demo, { recursive: true }).catch(() => []);
  const [first] = files.filter((file) => file.endsWith(".jpg")).toSorted();
  if (!first) throw new Error("no picture: set SITEWALK_BENCH_PICTURE to a 360 degree JPEG");
  return join(demo, first);
}

/** Deterministic pseudo-random numbers from 0 to 1 for a seed. */
function* chance(seed: string): Generator<number, never> {
  for (let block = 0; ; block += 1) {
    const bytes = createHash("sha256").update(`${seed} ${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32LE(at) / 2 ** 32;
  }
}

/** Overlapping blades, shorter and paler towards the horizon; above them a lake and a sky without detail. */
async function drawGrass(path: string): Promise<void> {
  const { width, height } = SIZE;
  const random = chance("grass");
  const next = () => random.next().value;
  const horizon = height * 0.47;
  const blades: { y: number; line: string }[] = [];
  for (let count = 0; count < 60_000; count += 1) {
    const depth = next() ** 2;
    const y = horizon + 40 + depth * (height - horizon);
    const x = next() * width;
    const long = 8 + depth * 90 * (0.5 + next());
    const lean = (next() - 0.5) * long;
    const [hue, light] = [55 + next() * 60, 18 + next() * 50];
    const wide = (0.7 + depth * 2.2).toFixed(1);
    const line = `<path d="M${x.toFixed(1)} ${y.toFixed(1)}q${(lean / 4).toFixed(1)} ${(-long / 2).toFixed(1)} ${lean.toFixed(1)} ${(-long).toFixed(1)}" stroke="hsl(${hue.toFixed(0)},45%,${light.toFixed(0)}%)" stroke-width="${wide}"/>`;
    blades.push({ y, line });
  }
  const drawn = blades.toSorted((a, b) => a.y - b.y).map(({ line }) => line);
  await write(
    path,
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#6f9fd8"/><stop offset="1" stop-color="#dfe9f2"/></linearGradient>
    <linearGradient id="lake" x2="0" y2="1"><stop stop-color="#8fa9bd"/><stop offset="1" stop-color="#3d5468"/></linearGradient></defs>
    <rect width="${width}" height="${horizon}" fill="url(#sky)"/>
    <rect y="${horizon}" width="${width}" height="${height}" fill="url(#lake)"/>
    <g fill="none" stroke-linecap="round">${drawn.join("")}</g>`,
  );
}

/** Boards with small print, and scaffolding: edges at every angle, dark on light and light on dark. */
async function drawLettering(path: string): Promise<void> {
  const { width, height } = SIZE;
  const random = chance("lettering");
  const next = () => random.next().value;
  const parts: string[] = [];
  for (let x = 0; x < width; x += 128) {
    for (let y = 256; y < height - 256; y += 128) {
      const isDark = next() < 0.5;
      const hue = Math.round(next() * 360);
      parts.push(
        `<rect x="${x + 6}" y="${y + 6}" width="116" height="116" fill="hsl(${hue},${isDark ? "50%,25%" : "40%,85%"})"/>`,
      );
      for (let line = 0; line < 6; line += 1) {
        const words = Math.floor(next() * 1e9)
          .toString(36)
          .toUpperCase();
        const size = 10 + ((line * 5) % 12);
        parts.push(
          `<text x="${x + 12}" y="${y + 26 + line * 18}" font-size="${size}" fill="${isDark ? "#fff" : "#111"}">${words}</text>`,
        );
      }
    }
  }
  for (let count = 0; count < 260; count += 1) {
    const [x, y] = [next() * width, height * (0.15 + next() * 0.7)];
    parts.push(
      `<path d="M${x.toFixed(0)} ${y.toFixed(0)}l${((next() - 0.5) * 700).toFixed(0)} ${((next() - 0.5) * 500).toFixed(0)}" stroke="hsl(40,${Math.round(next() * 90)}%,${Math.round(next() * 90)}%)" stroke-width="${(1 + next() * 5).toFixed(1)}"/>`,
    );
  }
  await write(
    path,
    `<rect width="100%" height="100%" fill="#b9b4aa"/><g font-family="sans-serif">${parts.join("")}</g>`,
  );
}

async function write(path: string, body: string): Promise<void> {
  const { width, height } = SIZE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
  await sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().jpeg({ quality: QUALITY }).toFile(path);
}
