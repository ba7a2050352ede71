import sharp from "sharp";

/**
 * Renders a flat view of an equirectangular picture, as the 360 viewer shows it: `look.ts in.jpg out.png yaw pitch
 * fov`.
 */
const [input, output, yawText = "0", pitchText = "0", fovText = "65"] = process.argv.slice(2);
if (!input || !output)
  throw new Error("Usage: look.ts <picture.jpg> <view.png> [yaw] [pitch] [vertical fov]");
const [yaw, pitch, fov] = [yawText, pitchText, fovText].map((text) => (Number(text) * Math.PI) / 180) as [
  number,
  number,
  number,
];
const { data, info } = await sharp(input).raw().toBuffer({ resolveWithObject: true });
const width = 1200;
const height = 750;
const view = new Uint8Array(width * height * 3);
const scale = Math.tan(fov / 2);

function bilinear(x: number, y: number, k: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.min(info.height - 2, Math.max(0, Math.floor(y)));
  const u = x - x0;
  const v = Math.min(1, Math.max(0, y - y0));
  const at = (i: number, j: number) => data[(j * info.width + ((i + info.width) % info.width)) * 3 + k]!;
  return (
    (at(x0, y0) * (1 - u) + at(x0 + 1, y0) * u) * (1 - v) +
    (at(x0, y0 + 1) * (1 - u) + at(x0 + 1, y0 + 1) * u) * v
  );
}

for (let j = 0; j < height; j++)
  for (let i = 0; i < width; i++) {
    const right = (((i + 0.5) / width) * 2 - 1) * scale * (width / height);
    const up0 = (1 - ((j + 0.5) / height) * 2) * scale;
    const forward = Math.cos(pitch) - up0 * Math.sin(pitch);
    const up = Math.sin(pitch) + up0 * Math.cos(pitch);
    const a = yaw + Math.atan2(right, forward);
    const p = Math.atan2(up, Math.hypot(right, forward));
    const x = (a / (2 * Math.PI) + 0.5) * info.width - 0.5;
    const y = (0.5 - p / Math.PI) * info.height - 0.5;
    for (let k = 0; k < 3; k++) view[(j * width + i) * 3 + k] = bilinear(x, y, k);
  }
await sharp(view, { raw: { width, height, channels: 3 } })
  .png()
  .toFile(output);
