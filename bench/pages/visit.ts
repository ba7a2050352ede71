import type { Browser, CDPSession, Page } from "@playwright/test";

/** A slow phone line and a phone's processor. */
export const SLOW = { bitsPerSecond: 1_600_000, latencyMs: 150, cpuSlowdown: 4 };
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

/** One cold visit. Times in milliseconds since the navigation. */
export interface Visit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Time at which the element named by `usable` was there. */
  readonly usable: number;
  readonly requests: number;
  /** Kilobytes transferred, headers included. */
  readonly kilobytes: number;
  /** Paths of the scripts that had arrived before the first and before the usable moment. */
  readonly scriptsBeforePaint: readonly string[];
  readonly scriptsBeforeUse: readonly string[];
}

interface Sent {
  readonly path: string;
  readonly isScript: boolean;
  end: number;
  bytes: number;
}

/** Opens a page with an empty cache on the slow line. `usable` is a selector for what the visitor came to use. */
export async function visit(browser: Browser, address: string, usable: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await slowDown(cdp);
    const sent = await record(cdp);
    await page.addInitScript(watchPaints);
    await page.goto(address, { waitUntil: "commit" });
    await page.locator(usable).first().waitFor({ timeout: 60_000 });
    const usableAt = await page.evaluate(() => performance.now());
    await untilQuiet(page, sent.requests);
    const { first, largest } = await page.evaluate(readPaints);
    const scripts = [...sent.requests.values()].filter(({ isScript }) => isScript);
    const before = (moment: number) =>
      scripts.filter(({ end }) => end > 0 && end - sent.begin() <= moment).map(({ path }) => path);
    const all = [...sent.requests.values()];
    return {
      firstPaint: first,
      largestPaint: largest,
      usable: usableAt,
      requests: all.length,
      kilobytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      scriptsBeforePaint: before(first),
      scriptsBeforeUse: before(usableAt),
    };
  } finally {
    await context.close();
  }
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bitsPerSecond / 8,
    uploadThroughput: SLOW.bitsPerSecond / 8,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOW.cpuSlowdown });
}

/** Records network transfers; images embedded in the page are not requested. */
async function record(cdp: CDPSession) {
  const requests = new Map<string, Sent>();
  let begin = 0;
  cdp.on("Network.requestWillBeSent", ({ requestId, request, timestamp, type }) => {
    if (!request.url.startsWith("http")) return;
    if (type === "Document") begin = timestamp * 1000;
    const path = new URL(request.url).pathname;
    requests.set(requestId, { path, isScript: path.endsWith(".js"), end: 0, bytes: 0 });
  });
  cdp.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request === undefined) return;
    request.end = timestamp * 1000;
    request.bytes = encodedDataLength;
  });
  await cdp.send("Network.enable");
  return { requests, begin: () => begin };
}

declare global {
  interface Window {
    paints: { first: number; largest: number };
  }
}

function watchPaints(): void {
  window.paints = { first: 0, largest: 0 };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") window.paints.first = startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.paints.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

const readPaints = () => window.paints;

/** Waits until nothing has been in progress for a second, so that the largest paint is final. */
async function untilQuiet(page: Page, requests: ReadonlyMap<string, Sent>): Promise<void> {
  const deadline = Date.now() + 30_000;
  const last = () => [...requests.values()].filter(({ end }) => end > 0).length;
  for (let before = -1; Date.now() < deadline && before !== last(); ) {
    before = last();
    await page.waitForTimeout(1000);
  }
}
