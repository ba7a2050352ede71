import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { manifests, type ScriptSize, sizeOf, staticClosure } from "../../scripts/lib/script-sizes.ts";
import { amountFigure, ratioFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, spread } from "../lib/stats.ts";
import { makeVisit, openSite } from "./site.ts";
import { SLOW, type Visit, visit } from "./visit.ts";

const ROUNDS = 5;

interface Target {
  readonly name: string;
  readonly address: string;
  readonly usable: string;
  readonly visits: Visit[];
}

/**
 * Measures what delays a page after a click on a slow phone: script sizes from the build, times and bytes from
 * Chromium, against a React floor page with a bare form, visited in turns.
 */
export async function runPagesBench(): Promise<Section> {
  const site = await openSite();
  const { web, floor, server, floorServer, browser } = site;
  try {
    const code = await makeVisit(site.client);
    const floorPage = target("reference: React and a form", `${floorServer.origin}/`, "form button");
    const login = target("`/login`", `${server.origin}/login`, "form button[type=submit]");
    const viewer = target("`/viewer/{code}`", `${server.origin}/viewer/${code}`, "[data-picture]");
    await goRound(browser, [floorPage, login, viewer]);
    return await report(web, floor, floorPage, login, viewer);
  } finally {
    await site.close();
  }
}

const target = (name: string, address: string, usable: string): Target => ({
  name,
  address,
  usable,
  visits: [],
});

async function goRound(browser: Browser, targets: readonly Target[]): Promise<void> {
  // Warms up the servers, so that no measured visit is the first.
  for (const { address, usable } of targets) await visit(browser, address, usable);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { address, usable, visits } of targets) visits.push(await visit(browser, address, usable));
  }
}

async function report(
  web: string,
  floorFolder: string,
  floor: Target,
  login: Target,
  viewer: Target,
): Promise<Section> {
  const files = async (folder: string, paths: readonly string[]) =>
    sizeOf(
      folder,
      paths.map((path) => path.replace(/^\//, "")),
    );
  const most = (of: (visit: Visit) => readonly string[], { visits }: Target) =>
    visits.map(of).reduce((longest, paths) => (paths.length > longest.length ? paths : longest), []);
  const loginScripts = await files(
    web,
    most(({ scriptsBeforeUse }) => scriptsBeforeUse, login),
  );
  const floorScripts = await files(
    floorFolder,
    most(({ scriptsBeforeUse }) => scriptsBeforeUse, floor),
  );
  const viewerPaint = await files(
    web,
    most(({ scriptsBeforePaint }) => scriptsBeforePaint, viewer),
  );
  const viewerClosure = await sizeOf(web, await staticClosure(web, ["viewer.html"], manifests.public));
  const entryClosure = await sizeOf(web, await staticClosure(web, ["door.html"], manifests.doors));
  const loginRatios = ratios(login, floor);
  return {
    title: "Pages",
    method: `Cold loads in Chromium as a phone of 412 x 823 at ${SLOW.bitsPerSecond / 1e6} Mbit/s, ${SLOW.latencyMs} ms latency, CPU slowed down ${SLOW.cpuSlowdown} times, no cache; ${ROUNDS} rounds alternating with the reference page, medians, lowest to highest in brackets. Sizes are gzip -9 of the files loaded by then.`,
    figures: [
      amountFigure("Script of `/login` until the form appears", loginScripts.gzip / 1000, 85, "KB gz", 1),
      ratioFigure(
        "Largest paint of `/login`, compared with the reference page",
        median(loginRatios),
        1.5,
        spread(loginRatios),
      ),
      amountFigure("Script of the viewer before the first pixel", viewerPaint.gzip / 1000, 60, "KB gz", 1),
      amountFigure("First script of the viewer with its imports", viewerClosure.gzip / 1000, 60, "KB gz", 1),
    ],
    details: [
      table(
        ["page", "first paint, ms", "largest paint, ms", "usable, ms", "requests", "KB transferred"],
        [floor, login, viewer].map(row),
      ),
      table(
        ["script", "files", "gzip, KB", "brotli, KB"],
        [
          sizes("reference, until the form appears", floorScripts),
          sizes("`/login`, until the form appears", loginScripts),
          sizes("`/login`, first script with its static imports", entryClosure),
          sizes("viewer, loaded before the first paint", viewerPaint),
          sizes("viewer, first script with its static imports", viewerClosure),
        ],
      ),
      "The viewer counts as usable once its engine has rendered; the first paint is the poster inside the page.",
    ],
  };
}

const ratios = (own: Target, floor: Target) =>
  own.visits.map(
    ({ largestPaint }, index) => largestPaint / (floor.visits[index]?.largestPaint ?? Number.NaN),
  );

function row({ name, visits }: Target): string[] {
  const cell = (of: (visit: Visit) => number) => {
    const values = visits.map(of);
    return `${median(values).toFixed(0)} (${spread(values, 0)})`;
  };
  return [
    name,
    cell(({ firstPaint }) => firstPaint),
    cell(({ largestPaint }) => largestPaint),
    cell(({ usable }) => usable),
    String(median(visits.map(({ requests }) => requests))),
    cell(({ kilobytes }) => kilobytes),
  ];
}

const sizes = (name: string, { files, gzip, brotli }: ScriptSize): string[] => [
  name,
  String(files),
  (gzip / 1000).toFixed(1),
  (brotli / 1000).toFixed(1),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderSection(await runPagesBench()));
