import { words } from "../../words.ts";
import { account } from "../account.ts";
import { readyVisit } from "../demo-site.ts";
import { desk, type Journey, phone, type Walk } from "../journey.ts";
import type { Tab } from "../tab.ts";
import { button, css, field, role, text } from "../target.ts";
import { showsPicture } from "../views.ts";

const t = words("ar");

/** Expects the page to read from right to left without overflowing the screen. */
async function isRightToLeft(tab: Tab): Promise<void> {
  const { direction, beyond, family } = await tab.call(() => ({
    direction: getComputedStyle(document.documentElement).direction,
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    family: getComputedStyle(document.body).fontFamily,
  }));
  if (direction !== "rtl") throw new Error("The page does not read from the right.");
  if (beyond > 0) throw new Error(`The page is ${beyond} pixels wider than the screen.`);
  if (!family.includes("Noto Sans Arabic")) throw new Error(`The page is set in ${family}.`);
}

async function look(walk: Walk, size: typeof desk, name: string): Promise<void> {
  const { site, tag } = walk;
  const tab = await walk.open({ language: "ar", as: account, size });
  await tab.goto(`${site.origin}/projects`);
  await tab.see(text(/Palm Court Villa/));
  await isRightToLeft(tab);
  await tab.still();
  await tab.shoot(`projects-${name}`);
  if (size === desk) {
    const menu = (await tab.see({ ...role("navigation"), nth: 0 })).box;
    if (menu === undefined || menu.x < size.width / 2)
      throw new Error("The menu does not stand at the right.");
    await tab.click(button(t("projects.new")));
    await tab.write(field(t("projects.name"), role("dialog")), `رصيف ${tag}`);
    await tab.shoot("dialog");
    await tab.click(button(t("projects.add"), role("dialog")));
    await tab.at(/\/project\/\d+/);
    await tab.see({ ...role("heading"), has: `رصيف ${tag}` });
    await isRightToLeft(tab);
  }
  await tab.goto(`${site.origin}/snags?view=list`);
  await tab.see({ ...role("heading"), nth: 0 });
  await isRightToLeft(tab);
  await tab.still();
  await tab.shoot(`snags-${name}`);
  await tab.goto(`${site.origin}/viewer/${await readyVisit(site)}`);
  await showsPicture(tab, walk.facts);
  await tab.attached(css("html[dir=rtl]"));
  await tab.shoot(`viewer-${name}`);
}

export const arabic: Journey = {
  name: "Arabic, at a desk and on a phone",
  async walk(walk) {
    const door = await walk.open({ language: "ar" });
    await door.goto(`${walk.site.origin}/login`);
    await door.see(button(t("auth.submit")));
    await isRightToLeft(door);
    await door.shoot("door");
    await look(walk, desk, "desk");
    await look(walk, phone, "phone");
  },
};
