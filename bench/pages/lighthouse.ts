import type { Browser } from "@playwright/test";
import lighthouse from "lighthouse";
import { amountFigure, type Figure, ratioFigure, type Section, table } from "../lib/report.ts";
import { median } from "../lib/stats.ts";
import { makeVisit, openSite } from "./site.ts";
import { openFronts, type TlsFront } from "./tls-front.ts";

const RUNS = 3;

/** Fields read from a report. Times in milliseconds as simulated for a slow phone. */
interface Audit {
  readonly score: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocked: number;
  readonly shift: number;
  readonly kilobytes: number;
}

interface Page {
  readonly name: string;
  readonly address: string;
  readonly cookie?: string;
  readonly audits: Audit[];
}

/**
 * Measures with Lighthouse, with its standard phone and line (simulated slow 4G, processor four times slower), the
 * pages that visitors see first, alternating with references: the least that such a page can weigh.
 */
export async function runLighthouse(): Promise<Section> {
  const site = await openSite();
  const fronts: TlsFront[] = [];
  try {
    const openFront = await openFronts(site.folder);
    const behindFront = async ({ origin }: { readonly origin: string }) => {
      const front = await openFront(origin);
      fronts.push(front);
      return front.origin;
    };
    for (let number = 1; number <= 50; number += 1)
      await site.client.call("POST /api/projects", { body: { name: `Tower ${number}` } });
    const code = await makeVisit(site.client);
    const origin = await behindFront(site.server);
    const cookie = site.client.cookie();
    const page = (name: string, address: string, signedIn = false): Page => ({
      name,
      address,
      audits: [],
      ...(signedIn && { cookie }),
    });
    const floor = page("reference: React and a form", `${await behindFront(site.floorServer)}/`);
    const libraries = page("reference: libraries and a list", `${await behindFront(site.librariesServer)}/`);
    const list = page(
      "reference: libraries and a list, with our styles, font and texts",
      `${await behindFront(site.listServer)}/`,
    );
    const signIn = page(
      "reference: `/login` as a finished document",
      `${await behindFront(site.signInServer)}/`,
    );
    const login = page("`/login`", `${origin}/login`);
    const dashboard = page("`/dashboard`", `${origin}/dashboard`, true);
    const projects = page("`/projects`, 50 projects", `${origin}/projects`, true);
    const viewer = page("`/viewer/{code}`", `${origin}/viewer/${code}`);
    const pages = [floor, libraries, list, signIn, login, dashboard, projects, viewer];
    for (let run = 0; run < RUNS; run += 1)
      for (const one of pages) {
        await keepCookies(site.browser, origin, one.cookie);
        one.audits.push(await audit(one, site.steering));
      }
    return report(pages, { floor, login, dashboard, projects });
  } finally {
    await Promise.all(fronts.map((front) => front.close()));
    await site.close();
  }
}

/**
 * Signs the browser in or out. A header on each request is not enough: a socket would be opened without it, and the page
 * would sign out while it is measured.
 */
async function keepCookies(browser: Browser, origin: string, cookie = ""): Promise<void> {
  const tools = await browser.newBrowserCDPSession();
  await tools.send("Storage.clearCookies");
  const cookies = cookie
    .split("; ")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      // By HTTPS the names of our cookies have this prefix.
      const [name, value] = [`__Host-${pair.slice(0, equals)}`, pair.slice(equals + 1)];
      return { name, value, url: origin, path: "/", httpOnly: true, secure: true };
    });
  if (cookies.length > 0) await tools.send("Storage.setCookies", { cookies });
  await tools.detach();
}

async function audit({ address }: Page, port: number): Promise<Audit> {
  const result = await lighthouse(address, {
    port,
    logLevel: "silent",
    onlyCategories: ["performance"],
  });
  if (result === undefined) throw new Error(`${address} gave no report.`);
  const { audits, categories, runtimeError, finalDisplayedUrl } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${address}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}.`);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    score: categories["performance"]?.score ?? 0,
    firstPaint: value("first-contentful-paint"),
    largestPaint: value("largest-contentful-paint"),
    blocked: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
    kilobytes: value("total-byte-weight") / 1000,
  };
}

const middle = ({ audits }: Page, of: (audit: Audit) => number) => median(audits.map(of));

function report(
  pages: readonly Page[],
  named: Readonly<Record<"floor" | "login" | "dashboard" | "projects", Page>>,
): Section {
  const { floor, login, dashboard, projects } = named;
  const score = middle(login, (audit) => audit.score);
  const least: Figure = {
    what: "Score of `/login`",
    target: "≥ 0.97",
    measured: score.toFixed(2),
    isMet: score >= 0.97,
  };
  const largest = ({ largestPaint }: Audit) => largestPaint;
  return {
    title: "Lighthouse",
    method: `Lighthouse 13.5, performance only, with its default phone and network, through HTTPS and HTTP/2 as behind the reverse proxy of an installation; medians of ${RUNS} alternating runs.`,
    figures: [
      least,
      ratioFigure(
        "Largest paint of `/login`, compared with the reference page",
        middle(login, largest) / middle(floor, largest),
        1.5,
      ),
      amountFigure(
        "Blocking time of `/login`",
        middle(login, ({ blocked }) => blocked),
        150,
        "ms",
      ),
      amountFigure(
        "Layout shift of `/login`",
        middle(login, ({ shift }) => shift),
        0.02,
        "",
        3,
      ),
      amountFigure("Largest paint of `/dashboard`", middle(dashboard, largest) / 1000, 2.5, "s", 2),
      amountFigure("Largest paint of `/projects`", middle(projects, largest) / 1000, 2.5, "s", 2),
    ],
    details: [
      table(
        ["page", "score", "first paint, ms", "largest paint, ms", "blocked, ms", "shift", "KB"],
        pages.map((page) => [
          page.name,
          middle(page, (audit) => audit.score).toFixed(2),
          middle(page, ({ firstPaint }) => firstPaint).toFixed(0),
          middle(page, largest).toFixed(0),
          middle(page, ({ blocked }) => blocked).toFixed(0),
          middle(page, ({ shift }) => shift).toFixed(3),
          middle(page, ({ kilobytes }) => kilobytes).toFixed(0),
        ]),
      ),
    ],
  };
}
