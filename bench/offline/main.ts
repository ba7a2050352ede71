import { fileURLToPath } from "node:url";
import { amountFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, spread } from "../lib/stats.ts";
import { COMMENTS, measureConnectionBack } from "./connection-back.ts";
import { measureScreens, ROUNDS } from "./screens.ts";
import { withSite } from "./site.ts";
import { measureSpots, PHOTOS, SPOTS } from "./spots.ts";

const target = { screen: 500, spots: 50, back: 2000 };

/** Measures how fast screens open without a connection, how soon others see what was written meanwhile, and what the coverage of the largest project costs. */
export async function runOfflineBench(): Promise<Section> {
  const { judged, walked } = measureSpots();
  const { screens, back } = await withSite(async (site) => ({
    screens: await measureScreens(site),
    back: await measureConnectionBack(site),
  }));
  const [slowest] = screens.toSorted((a, b) => median(b.times) - median(a.times));
  if (slowest === undefined) throw new Error("No screen was measured.");
  const spots = SPOTS.toLocaleString("en");
  return {
    title: "Offline",
    method: `Screens seen before, loaded by their address without a connection in Chromium as a phone of 390 x 844, until the frame with their data; ${ROUNDS} times each after a first one, medians. Coverage is computed from ${spots} spots on ten floor plans and ${PHOTOS.toLocaleString("en")} photos of a hundred days, the checklist with every spot due; medians of 21 times. A phone writes ${COMMENTS} comments without a connection; the time runs from its return until another browser, which has the snag open and is not reloaded, shows all of them; median of ${back.length}.`,
    figures: [
      amountFigure(
        `First offline screen, warm, slowest of ${screens.length} (${slowest.name})`,
        median(slowest.times),
        target.screen,
        "ms",
      ),
      amountFigure(
        "Connection back until another browser shows all comments",
        median(back),
        target.back,
        "ms",
      ),
      amountFigure(`Coverage of ${spots} spots`, median(judged), target.spots, "ms", 1),
      amountFigure(`Checklist of ${spots} due spots in walking order`, median(walked), target.spots, "ms", 1),
    ],
    details: [
      table(
        ["screen", "until its data is shown, ms", "lowest to highest"],
        screens.map(({ name, times }) => [name, median(times).toFixed(0), spread(times, 0)]),
      ),
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderSection(await runOfflineBench()));
