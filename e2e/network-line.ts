import type { Page } from "@playwright/test";

/** What one sends over, as slow as on a site. */
export interface Line {
  /** In bytes per second. Chromium forgets calls under way when a speed is first set: the page comes to rest before. */
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
