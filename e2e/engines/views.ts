import sharp from "sharp";
import type { Facts } from "./facts.ts";
import { Skipped } from "./journey.ts";
import type { Tab } from "./tab.ts";
import { css } from "./target.ts";
import { until } from "./wait-until.ts";

/** Waits until every tile of the view is drawn, and verifies that something is visible: a blank canvas does not vary. */
export async function showsPicture(tab: Tab, { webgl }: Facts): Promise<void> {
  if (webgl === null) throw new Skipped("no WebGL on this machine");
  await tab.attached(css("[data-picture=sharp]"), 90_000);
  await until("the picture is more than one colour", async () => (await variation(tab)) > 12);
}

/** Variation of the centre of the view, as the standard deviation of its brightness (0 to 127). */
export async function variation(tab: Tab): Promise<number> {
  const png = sharp(await tab.driver.screenshot());
  const { width, height } = await png.metadata();
  const part = {
    left: Math.round(width / 4),
    top: Math.round(height / 4),
    width: Math.round(width / 2),
    height: Math.round(height / 2),
  };
  const { channels } = await sharp(await png.extract(part).toBuffer())
    .greyscale()
    .stats();
  return channels[0]?.stdev ?? 0;
}

/** Waits until one of the videos or streams within the selector plays, by its clock. */
export async function moves(tab: Tab, within: string): Promise<void> {
  const clocks = () =>
    tab.call(
      (found) =>
        [...document.querySelectorAll<HTMLVideoElement>(found)].map(({ currentTime }) => currentTime),
      `${within} video`,
    );
  const before = await until("there is a <video>", async () => {
    const found = await clocks();
    return found.length > 0 && found;
  });
  const isOn = async () => (await clocks()).some((seconds, index) => seconds > (before[index] ?? 0) + 0.2);
  await until("a clock goes on", isOn, 60_000);
}
