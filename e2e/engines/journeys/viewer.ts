import sharp from "sharp";
import { account } from "../account.ts";
import { readyVisit } from "../demo-site.ts";
import type { Journey } from "../journey.ts";
import type { Tab } from "../tab.ts";
import { button, css, field, role } from "../target.ts";
import { showsPicture } from "../views.ts";
import { until } from "../wait-until.ts";

/** Yaw of the view in degrees, read from the link to it. */
async function yawOf(tab: Tab, label: string): Promise<number> {
  await tab.press("s");
  const { value } = await tab.see(field(label, role("dialog")));
  await tab.press("Escape");
  await tab.seeNone(role("dialog"));
  return Number(new URL(value).searchParams.get("yaw"));
}

/** Share of pixels (0 to 1) that differ clearly between two screens. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).greyscale().raw().toBuffer()));
  if (a === undefined || b === undefined || a.length !== b.length) return 1;
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 24) count += 1;
  return count / a.length;
}

export const turn: Journey = {
  name: "viewer, turned",
  async walk(walk) {
    const { t, site } = walk;
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/viewer/${await readyVisit(site)}?yaw=0&pitch=0&fov=75`);
    await showsPicture(tab, walk.facts);
    const before = await tab.shoot("before");
    // The grabbed point stays under the pointer: 320 pixels of 1280 to the left turn by about a quarter of the view.
    await tab.drag({ x: 800, y: 380 }, { x: 480, y: 380 });
    await showsPicture(tab, walk.facts);
    const after = await tab.shoot("turned");
    if ((await difference(before, after)) < 0.1)
      throw new Error("The picture is the same after it was dragged.");
    const label = t("sharing.links.link");
    const dragged = await yawOf(tab, label);
    if (!(dragged > 10 && dragged < 60))
      throw new Error(`Dragged by a quarter of the view, it looks to ${dragged}°.`);
    await tab.press("ArrowRight");
    await until("the arrow key turns on", async () => (await yawOf(tab, label)) > dragged + 2);
    await tab.press("+");
    await tab.press("+");
    await showsPicture(tab, walk.facts);
    await tab.shoot("closer");
  },
};

export const walkOn: Journey = {
  name: "viewer, walked from room to room",
  async walk(walk) {
    const { t, site } = walk;
    const code = await readyVisit(site);
    const { rooms } = await site.client.call("GET /api/viewer-visit", { query: { code } });
    const [first, second, third] = rooms;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("The demo's visit has fewer than three rooms.");
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/viewer/${code}`);
    await showsPicture(tab, walk.facts);
    await tab.click(button(t("viewer.rooms.next")));
    await tab.at(`/viewer/${code}/${second.id}`);
    await showsPicture(tab, walk.facts);
    await tab.press("]");
    await tab.at(`/viewer/${code}/${third.id}`);
    await showsPicture(tab, walk.facts);
    await tab.press("PageUp");
    await tab.at(`/viewer/${code}/${second.id}`);
    await showsPicture(tab, walk.facts);
    await tab.press("PageUp");
    await tab.at(`/viewer/${code}/${first.id}`);
    await showsPicture(tab, walk.facts);

    // By an arrow in the picture, after turning to it.
    const ways = css("button[data-point]", css("#stage"));
    const way = await until("a way stands in the picture", async () => {
      const found = await tab.look(ways);
      if (found.visible > 0 && found.isHit) return found;
      await tab.press("ArrowRight");
      return false;
    });
    await tab.shoot("way");
    const label = way.attributes["aria-label"] ?? way.text;
    const target = rooms.find(({ name }) => label.includes(t("viewer.rooms.go_to", { room: name })));
    if (target === undefined) throw new Error(`"${label}" names no room of the visit.`);
    await tab.click(ways);
    await tab.at(`/viewer/${code}/${target.id}`);
    await showsPicture(tab, walk.facts);
    await tab.shoot("walked");
  },
};
