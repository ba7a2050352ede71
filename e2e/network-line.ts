import type { Page } from "@playwright/test";

/** A network connection as slow as on a site. */
export interface Line {
  /** In bytes per second. Chromium drops calls in progress when a speed is first set, so the page settles first. */
  slow(speed: number): Promise<void>;
  cut(): Promise<void>;
  free(): Promise<void>;
}

export async function openLine(page: Page): Promise<Line> {
  const browser = await page.context().newCDPSession(page);
  const set = async (uploadThroughput: number, offline = false) => {
    await browser.send("Network.emulateNetworkConditions", {
      offline,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  return {
    slow: async (speed) => {
      await page.waitForLoadState("networkidle");
      await set(speed);
    },
    cut: () => set(-1, true),
    free: () => set(-1),
  };
}
