import { join } from "node:path";
import sharp from "sharp";
import { flatView, keepPicture } from "./entrance-picture.ts";

/**
 * Crops the pictures of the front page from the demo site: one corner of the kitchen on its three dates, for a wide
 * screen and for a phone, and a full panorama of a room as taken. Run it again after the demo site was rendered anew.
 */
const root = join(import.meta.dirname, "..");
const dates = ["2026-02-18", "2026-04-08", "2026-09-30"];
/** Degrees; `fov` is the height of the view. */
const views = {
  wide: { size: [1600, 1000], view: { yaw: -2, pitch: 2, fov: 74 } },
  small: { size: [780, 900], view: { yaw: 8, pitch: 0, fov: 88 } },
} as const;

async function main(): Promise<void> {
  for (const [index, date] of dates.entries()) {
    const { data, info } = await sharp(join(root, `demo/${date}/03-kitchen.jpg`))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const sphere = { data, width: info.width, height: info.height };
    for (const [name, { size, view }] of Object.entries(views)) {
      const [width, height] = size;
      const flat = flatView(sphere, view, width, height);
      const picture = sharp(flat.data, { raw: { width, height, channels: 3 } });
      await keepPicture(picture, `home-${name}-${index + 1}`, 52);
    }
  }
  // As a camera takes it: the full circle in one strip, without the sky and the tripod.
  const around = sharp(join(root, "demo/2026-04-08/02-living-hall.jpg"))
    .extract({ left: 0, top: 520, width: 3840, height: 1000 })
    .resize(1600);
  await keepPicture(around, "home-around", 48);
}

if (import.meta.main) await main();
