import sharp from "sharp";

/** Frequently used sizes, made once per process: encoding one takes a second. */
const made = new Map<string, Promise<Buffer>>();

/**
 * A JPEG of soft gradients and a few edges, different for each seed: enough detail to exercise the decoder, small
 * enough for uploads.
 */
export function panorama({ width = 3840, height = 1920, seed = 1 } = {}): Promise<Buffer> {
  const key = `${width}x${height}#${seed}`;
  const known = made.get(key) ?? draw(width, height, seed);
  made.set(key, known);
  return known;
}

function draw(width: number, height: number, seed: number): Promise<Buffer> {
  const hue = (seed * 67) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 60% 70%)"/><stop offset=".5" stop-color="hsl(${hue} 30% 92%)"/>
      <stop offset=".5" stop-color="hsl(${(hue + 40) % 360} 20% 55%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 25% 25%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    ${Array.from({ length: 24 }, (_, index) => {
      const x = Math.round((index / 24) * width);
      return `<rect x="${x}" y="${Math.round(height * 0.35)}" width="24" height="${Math.round(height * 0.3)}" fill="hsl(${(hue + index * 15) % 360} 50% 45%)"/>
        <text x="${x + 34}" y="${Math.round(height * 0.5)}" font-size="72" fill="#111">${index * 15}</text>`;
    }).join("")}
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 70 }).toBuffer();
}
