import type { Page } from "@playwright/test";
import { glance, type OfflineSite, phonePage, signedInPage, t } from "./site.ts";

/** Comments that a phone writes without a connection, each time. */
export const COMMENTS = 5;
const ROUNDS = 5;

/**
 * Milliseconds from the moment the phone has a connection again until another browser, which has the same snag open
 * and is not reloaded, shows all that was written meanwhile.
 */
export async function measureConnectionBack(site: OfflineSite): Promise<number[]> {
  const { origin, browser, project, snag } = site;
  const address = `${origin}/snags/${snag}?view=list&id_project=${project}`;
  const phone = await phonePage(site);
  const desk = await signedInPage(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    origin,
  );
  for (const page of [phone, desk]) {
    await page.goto(address);
    await commentField(page).waitFor();
    await page.waitForTimeout(glance);
  }
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await phone.context().setOffline(true);
    await phone.getByRole("button", { name: t("offline.continue") }).click({ timeout: 60_000 });
    for (let n = 1; n <= COMMENTS; n += 1) {
      await commentField(phone).fill(`Round ${round}, comment ${n}`);
      await commentField(phone).press("Control+Enter");
      await phone.getByText(`Round ${round}, comment ${n}`, { exact: true }).waitFor();
    }
    const shown = whenShown(desk, `Round ${round}, comment ${COMMENTS}`);
    const begin = Date.now();
    await phone.context().setOffline(false);
    times.push((await shown) - begin);
    await phone.waitForTimeout(glance);
  }
  await Promise.all([phone, desk].map((page) => page.context().close()));
  return times;
}

const commentField = (page: Page) =>
  page.getByRole("article").getByRole("textbox", { name: t("snags.comments.field") });

/** Time of the frame that shows a text, in milliseconds since the epoch. */
const whenShown = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (sought) =>
      new Promise<number>((done) => {
        const look = () => {
          const isThere = document.body.textContent.includes(sought);
          requestAnimationFrame(() => (isThere ? done(Date.now()) : look()));
        };
        look();
      }),
    text,
  );
