import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import type { Scene } from "./reach-scenes.ts";
import { outOfReach } from "./reachable-controls.ts";
import { words } from "./words.ts";

/** Phones in portrait and landscape, and a tablet. */
export const touchSizes = [
  [320, 568],
  [360, 740],
  [390, 844],
  [568, 320],
  [667, 375],
  [740, 360],
  [768, 1024],
] as const;
/** A desktop, which has a mouse. */
export const deskSizes = [[1440, 900]] as const;

interface Walk {
  readonly language: Language;
  readonly scenes: readonly Scene[];
  /** Opens the page to check, at the current size. */
  readonly open: (page: Page) => Promise<void>;
  readonly signIn?: ((context: BrowserContext) => Promise<void>) | undefined;
  readonly sizes?: readonly (readonly [number, number])[] | undefined;
}

/** Opens each scene at each size, and lists the controls out of reach. One sign-in serves all sizes of a kind. */
export async function walkScenes(browser: Browser, walk: Walk): Promise<string[]> {
  const found: string[] = [];
  for (const isTouch of [true, false]) {
    const all = isTouch ? touchSizes : deskSizes;
    const sizes = all.filter(([width]) => walk.sizes?.some(([wanted]) => wanted === width) ?? true);
    if (sizes.length === 0) continue;
    const context = await browser.newContext({
      hasTouch: isTouch,
      isMobile: isTouch,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    context.setDefaultTimeout(8_000);
    await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), walk.language);
    await walk.signIn?.(context);
    const page = await context.newPage();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await walk.open(page);
      for (const scene of walk.scenes) {
        const problems = await problemsOf(page, scene, { isTouch, walk });
        found.push(
          ...problems.map((problem) => `${width}×${height} ${walk.language}, ${scene.name}: ${problem}`),
        );
      }
    }
    await context.close();
  }
  return found;
}

async function problemsOf(
  page: Page,
  { open, close }: Scene,
  { isTouch, walk }: { isTouch: boolean; walk: Walk },
): Promise<string[]> {
  const t = words(walk.language);
  try {
    await open(page, t);
    const problems = await lastingProblems(page, isTouch);
    await close?.(page, t);
    return problems;
  } catch (error) {
    // A scene that cannot be opened or closed counts as out of reach; the other scenes begin on a fresh page.
    await walk.open(page);
    return [String(error).split("\n").slice(0, 12).join(" ")];
  }
}

/** Milliseconds in which what loads late may find its place. */
const patience = 10_000;

/** A floor plan whose picture is still on its way has all its dots at one point: only what stays is a fault. */
async function lastingProblems(page: Page, isTouch: boolean): Promise<string[]> {
  for (const end = Date.now() + patience; ; await page.waitForTimeout(500)) {
    await stillness(page);
    const problems = await outOfReach(page, { isTouch });
    if (problems.length === 0 || Date.now() > end) return problems;
  }
}

/** Waits until finite animations have ended; endless ones, such as a spinner, are ignored. */
async function stillness(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
}
