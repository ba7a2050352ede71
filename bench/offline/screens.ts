import type { Page } from "@playwright/test";
import { glance, type OfflineSite, phonePage, t } from "./site.ts";

export const ROUNDS = 5;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Text of its data, which counts as the screen being there. */
  readonly shows: string;
}

export interface ScreenTimes extends Screen {
  /** Milliseconds from the navigation until its data was painted. */
  readonly times: readonly number[];
}

/** Screens opened without a connection in Chromium, after they were opened with one. */
export async function measureScreens(site: OfflineSite): Promise<ScreenTimes[]> {
  const { origin, project } = site;
  const screens: readonly Screen[] = [
    { name: "list of projects", path: "/projects", shows: "Harbour Tower" },
    { name: "project", path: `/project/${project}`, shows: "Level 1" },
    { name: "list of 50 snags", path: `/snags?view=list&id_project=${project}`, shows: "Crack 49" },
    { name: "checklist of 100 spots", path: `/coverage/${project}`, shows: "Axis 0" },
  ];
  const page = await phonePage(site);
  for (const screen of screens) {
    await page.goto(origin + screen.path);
    await whenShown(page, screen);
    await page.waitForTimeout(glance);
  }
  await page.context().setOffline(true);
  await page.getByRole("button", { name: t("offline.continue") }).click({ timeout: 60_000 });
  const measured: ScreenTimes[] = [];
  for (const screen of screens) {
    const times: number[] = [];
    // The first time is not warm.
    for (let round = 0; round <= ROUNDS; round += 1) {
      await page.goto(origin + screen.path, { waitUntil: "commit" });
      const time = await whenShown(page, screen);
      if (round > 0) times.push(time);
    }
    measured.push({ ...screen, times });
  }
  await page.context().close();
  return measured;
}

/** Milliseconds from the navigation until the frame in which the screen shows its data. */
const whenShown = (page: Page, { shows }: Screen): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((done) => {
        const look = () => {
          const isThere = document.querySelector("main")?.textContent.includes(text) === true;
          if (isThere) requestAnimationFrame(() => done(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    shows,
  );
