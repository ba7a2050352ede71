import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { recordTraffic, type Traffic } from "./traffic.ts";

export const VIEWPORT = { width: 1280, height: 800 };

export interface Control {
  /** Milliseconds since the navigation. */
  readonly at: number;
  readonly name: string;
}

/** A page of a browser that has never been here, on the slow line. */
export interface ColdPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly traffic: Traffic;
  /** Opens an address; returns the time of the navigation in ms since the epoch. */
  go(address: string): Promise<number>;
  /** The first control that can be pressed. */
  firstControl(): Promise<Control>;
}

declare global {
  interface Window {
    firstControl: Control | undefined;
  }
}

export async function openCold(browser: Browser): Promise<ColdPage> {
  // Transfers of a service worker are neither slowed down nor recorded with those of its page.
  const serviceWorkers = "block";
  const screen = { viewport: VIEWPORT, deviceScaleFactor: 1, locale: "en-GB" };
  const context = await browser.newContext({ ...screen, serviceWorkers });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const traffic = await recordTraffic(cdp);
  await page.addInitScript(watchControls);
  return {
    context,
    page,
    cdp,
    traffic,
    async go(address) {
      await page.goto(address, { waitUntil: "commit" });
      return page.evaluate(() => performance.timeOrigin);
    },
    async firstControl() {
      const found = await page.waitForFunction(() => window.firstControl, undefined, { timeout: 60_000 });
      const control = await found.jsonValue();
      if (control === undefined) throw new Error("The page has no control.");
      return control;
    },
  };
}

/**
 * Runs in the page, frame by frame, until a button is visible, enabled and not covered. Arrows and pins in the picture
 * do not count. Questions about cookies and the guided tour are answered already, since they would.
 */
function watchControls(): void {
  localStorage.setItem("app-cookies", "necessary");
  localStorage.setItem("onboardingCompleted", "true");
  const canBePressed = (button: Element): boolean => {
    if (
      button.matches(":disabled, [aria-disabled=true]") ||
      button.closest("[inert], [role=application]") !== null
    )
      return false;
    if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, top, width, height } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && height > 0 && hit !== null && button.contains(hit);
  };
  const check = () => {
    const button = [...document.querySelectorAll("button, [role=button]")].find(canBePressed);
    if (button === undefined) return void requestAnimationFrame(check);
    const name = button.getAttribute("aria-label") ?? button.textContent.trim();
    window.firstControl = { at: performance.now(), name };
  };
  requestAnimationFrame(check);
}
