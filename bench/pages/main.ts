import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { manifests, type ScriptSize, sizeOf, staticClosure } from "../../scripts/lib/script-sizes.ts";
import { amountFigure, ratioFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, spread } from "../lib/stats.ts";
import { buildPages } from "./build.ts";
import { serveFolder } from "./serve-folder.ts";
import { SLOW, type Visit, visit } from "./visit.ts";

const ROUNDS = 5;
const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
const pictures = ["01-entrance-hall.jpg", "02-living-hall.jpg"];

interface Target {
  readonly name: string;
  readonly address: string;
  readonly usable: string;
  readonly visits: Visit[];
}

/**
 * What stands between a click and the page, on a slow phone: script sizes from the build, times and bytes from
 * Chromium, against a floor page of React with a bare form, visited in turns.
 */
export async function runPagesBench(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-pages-"));
  await chmod(folder, 0o755);
  const { web, floor } = await buildPages(folder);
  const environment = { DATA_DIR: join(folder, "data"), DEMO: "off", LOG_LEVEL: "silent", WEB_ROOT: web };
  const server = await startServer(await freePort(), { ...environment, ...admin });
  const floorServer = await serveFolder(floor);
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    const code = await makeVisit(server.origin);
    const floorPage = target("floor: React and a form", `${floorServer.origin}/`, "form button");
    const login = target("/login", `${server.origin}/login`, "form button[type=submit]");
    const viewer = target("/viewer/{code}", `${server.origin}/viewer/${code}`, "[data-picture]");
    await goRound(browser, [floorPage, login, viewer]);
    return await report(web, floor, floorPage, login, viewer);
  } finally {
    await browser.close();
    await floorServer.close();
    await stopGently(server.child);
    await rm(folder, { recursive: true, force: true });
  }
}

const target = (name: string, address: string, usable: string): Target => ({
  name,
  address,
  usable,
  visits: [],
});

/** A visit of two rooms, their pictures ready. Answers its share code. */
async function makeVisit(origin: string): Promise<string> {
  const client = new TestClient(origin);
  const body = { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD };
  await client.call("POST /api/login", { body });
  const project = await client.call("POST /api/projects", { body: { name: "Villa" } });
  const made = await client.call("POST /api/visits", {
    body: { id_project: project.id, name: "First fix", visit_date: "2026-04-08T09:00:00Z" },
  });
  for (const name of pictures) {
    const bytes = await readFile(new URL(`../../demo/2026-04-08/${name}`, import.meta.url));
    const reply = await client.upload(
      "POST /api/rooms",
      { id_visit: String(made.id) },
      { file: { name, bytes } },
    );
    if (reply.status !== 201) throw new Error(`The picture was refused: ${JSON.stringify(reply.body)}`);
  }
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const { rooms } = await client.call("GET /api/visits/{id}", { params: { id: made.id } });
    if (rooms.every(({ picture }) => picture.state === "ready")) return made.code;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error("The pictures are not ready after two minutes.");
}

async function goRound(browser: Browser, targets: readonly Target[]): Promise<void> {
  // Nobody is the first to wake the servers.
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
  const viewerClosure = await sizeOf(web, await staticClosure(web, ["viewer.html"]));
  const entryClosure = await sizeOf(web, await staticClosure(web, ["door.html"], manifests.doors));
  const loginRatios = ratios(login, floor);
  return {
    title: "Pages",
    method: `Cold visits by Chromium as a phone of 412 x 823 at ${SLOW.bitsPerSecond / 1e6} Mbit/s, ${SLOW.latencyMs} ms, processor ${SLOW.cpuSlowdown} times slower, no cache; ${ROUNDS} rounds in turns with the floor page, medians, lowest to highest in brackets. Sizes are gzip -9 of the files that had arrived.`,
    figures: [
      amountFigure("Script of /login until the form is there", loginScripts.gzip / 1000, 85, "KB gz", 1),
      ratioFigure("Largest paint of /login, by the floor", median(loginRatios), 1.5, spread(loginRatios)),
      amountFigure("Script of the viewer before the first pixel", viewerPaint.gzip / 1000, 60, "KB gz", 1),
      amountFigure(
        "The viewer's first script with all it imports",
        viewerClosure.gzip / 1000,
        60,
        "KB gz",
        1,
      ),
    ],
    details: [
      table(
        ["page", "first paint, ms", "largest paint, ms", "usable, ms", "requests", "KB over the line"],
        [floor, login, viewer].map(row),
      ),
      table(
        ["script", "files", "gzip, KB", "brotli, KB"],
        [
          sizes("floor, until the form is there", floorScripts),
          sizes("/login, until the form is there", loginScripts),
          sizes("/login, first script with its static imports", entryClosure),
          sizes("viewer, arrived before the first paint", viewerPaint),
          sizes("viewer, first script with its static imports", viewerClosure),
        ],
      ),
      "The viewer is usable when its engine has drawn; its poster, inside the page, is what is painted first.",
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
