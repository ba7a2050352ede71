import type { Page } from "@playwright/test";
import { cardShape } from "#server/media/keys.ts";
import { demoProject, readyVisit } from "./demo.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";

/** Cards whose photo is loaded, and those that show the small file stretched, or the large one where the small is enough. */
const cardsOf = (page: Page) =>
  page.evaluate((cardWidth) => {
    const photos = [...document.querySelectorAll<HTMLImageElement>("article img")].filter(
      ({ complete, currentSrc }) => complete && currentSrc.includes("/media/"),
    );
    const all = photos.map(({ currentSrc, clientWidth }) => ({
      isSmall: currentSrc.endsWith("/card.webp"),
      needed: clientWidth * devicePixelRatio,
    }));
    return {
      loaded: all.length,
      wrong: all.filter(({ isSmall, needed }) =>
        isSmall ? needed > 1.1 * cardWidth : needed < 0.9 * cardWidth,
      ),
    };
  }, cardShape.width);

const desktop = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 };
const dense = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };

test("cards of lists load photos in the size they are shown", async ({ browser, server: { origin } }) => {
  await readyVisit(origin);
  const { project } = await demoProject(origin);
  const paths = ["/dashboard", "/projects", "/visits", `/project/${project.code}`];
  for (const screen of [desktop, dense, phone])
    for (const path of paths) {
      // Each in a new context: a browser shows the larger file where it has it already.
      const page = await signedIn(browser, origin, { language: "en", ...screen });
      await page.goto(`${origin}${path}`);
      const where = `${path} at ${screen.viewport.width}, ${screen.deviceScaleFactor} ×`;
      await expect.poll(async () => (await cardsOf(page)).loaded, where).toBeGreaterThan(0);
      expect((await cardsOf(page)).wrong, where).toEqual([]);
      await page.context().close();
    }
});
