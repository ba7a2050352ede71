import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { startHlsCamera } from "#test/cameras/hls-camera.ts";
import { stopGently } from "#test/chaos/server-process.ts";
import { isInterrupted } from "../../scripts/lib/process-tree.ts";
import type { Section } from "../lib/report.ts";
import { VIEWPORT } from "./cold-page.ts";
import type { Loads, Measured } from "./compare.ts";
import { type GuestPage, type Opened, playerPages, viewerPage } from "./contents.ts";
import { loadPlayer } from "./player-load.ts";
import { type PlayerResult, report } from "./report.ts";
import { type Site, startSite, untilPrepared } from "./site.ts";
import { checkOut, haveSamePackages, temporaryFolder, type Version, workingTree } from "./versions.ts";
import { loadViewer } from "./viewer-load.ts";

/** The last commit with the hand-made interface of the viewer. */
const LAST_HAND_MADE = "9380f810";

export interface BeforeOptions {
  /** The earlier commit. */
  readonly commit?: string | undefined;
  /** Cold loads of each page of each version. */
  readonly runs?: number | undefined;
}

/** Measures the guests' pages of an earlier commit and of the working tree, in turns. */
export async function runBeforeBench({ commit = LAST_HAND_MADE, runs = 5 }: BeforeOptions): Promise<Section> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const folder = temporaryFolder();
    const before = await checkOut(commit, join(folder, "before"));
    const after = await workingTree(join(folder, "after"));
    const start = async (version: Version, name: string) => {
      const site = await startSite(version, join(folder, `${name}-data`));
      ends.push(() => stopGently(site.server.child));
      return site;
    };
    const pair = { before: await start(before, "before"), after: await start(after, "after") };
    await untilPrepared(pair.before);
    await untilPrepared(pair.after);
    const browser = await launch();
    ends.push(() => browser.close());
    const viewer = await measure({ pair, browser, page: viewerPage, load: loadViewer, runs });
    const camera = await startHlsCamera();
    ends.push(() => camera.close());
    const players: PlayerResult[] = [];
    for (const page of playerPages(camera)) {
      const measured = await measure({ pair, browser, page, load: loadPlayer, runs });
      players.push({ name: page.name, ...measured });
    }
    const hasSamePackages = await haveSamePackages(before, after);
    return report({ before, after, hasSamePackages, runs, viewport: VIEWPORT, viewer, players });
  } catch (error) {
    // The processes are being ended and this one exits after them; the error is a result of that.
    if (isInterrupted()) await new Promise(() => undefined);
    throw error;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

interface Pair {
  readonly before: Site;
  readonly after: Site;
}

interface Task<Load> {
  readonly pair: Pair;
  readonly browser: Browser;
  readonly page: GuestPage;
  readonly load: (browser: Browser, address: string) => Promise<Load>;
  readonly runs: number;
}

async function measure<Load>({ pair, browser, page, load, runs }: Task<Load>): Promise<Measured<Load>> {
  const opened: Opened[] = [];
  const open = async (site: Site) => {
    const content = await page.open(site);
    opened.push(content);
    return site.server.origin + content.path;
  };
  try {
    const addresses = await Promise.all([open(pair.before), open(pair.after)]).catch(problemOf);
    if ("problem" in addresses) return addresses;
    return { loads: await inTurns(addresses, (address) => load(browser, address), runs) };
  } finally {
    for (const { close } of opened) await close();
  }
}

function problemOf(error: unknown): { problem: string } {
  if (isInterrupted()) throw error;
  return { problem: error instanceof Error ? error.message : String(error) };
}

/** Alternates which version is first, after one load of each that warms up the servers. */
async function inTurns<Load>(
  [before = "", after = ""]: readonly string[],
  load: (address: string) => Promise<Load>,
  runs: number,
): Promise<Loads<Load>> {
  const loads: Loads<Load> = { before: [], after: [] };
  const steps = [
    { address: before, into: loads.before },
    { address: after, into: loads.after },
  ];
  for (const { address } of steps) await load(address);
  for (let run = 0; run < runs; run += 1)
    for (const { address, into } of run % 2 === 0 ? steps : steps.toReversed())
      into.push(await load(address));
  return loads;
}

/** Its own handlers of signals would end this process before the servers have ended. */
const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: [
      "--no-sandbox",
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
      "--autoplay-policy=no-user-gesture-required",
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
