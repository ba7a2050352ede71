import { endDescendantsOnInterrupt } from "../../scripts/lib/process-tree.ts";
import { PREPARED, startDemo } from "../demo-server.ts";
import { adminClient } from "../people.ts";
import prepare from "../prepare.ts";
import { startDisplay } from "./display.ts";
import { writeTable } from "./document.ts";
import type { Engine } from "./engine.ts";
import { type Facts, factsOf } from "./facts.ts";
import {
  type EngineName,
  engineNames,
  findChromium,
  findFirefox,
  findWebkit,
  findXvfb,
  installMissing,
} from "./install.ts";
import { type Journey, type Site, Skipped, Walk } from "./journey.ts";
import { journeys } from "./journeys/index.ts";
import { launchChromium, launchFirefox } from "./puppeteer-engine.ts";
import { type Cell, type Column, tableOf } from "./table.ts";
import { launchWebkit } from "./webkit-engine.ts";

/**
 * `npm run engines [-- chromium firefox webkit] [film live …] [--install] [--write]`: the same journeys in three engines.
 * Words that name no engine choose journeys by a part of their name. What an engine lacks is installed as root with CI
 * set or with `--install`, else named and skipped. `--write` puts the table into docs/browsers.md. Ends with 1 when a
 * journey failed, or when CI is set and an engine is missing.
 */
endDescendantsOnInterrupt();
const given = process.argv.slice(2);
const options = new Set(given.filter((word) => word.startsWith("--")));
const names = given.filter((word) => !word.startsWith("--"));
const isEngine = (word: string): word is EngineName => (engineNames as readonly string[]).includes(word);
const chosenEngines = names.filter(isEngine);
const parts = names.filter((word) => !isEngine(word));
const wantedEngines = chosenEngines.length === 0 ? engineNames : chosenEngines;
const wanted = journeys.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
if (wanted.length === 0) {
  console.error(`No journey is called so. There are: ${journeys.map(({ name }) => name).join("; ")}.`);
  process.exit(2);
}

const lacking = installMissing(wantedEngines, options.has("--install"));
for (const line of lacking) console.log(line);
const ready = wantedEngines.filter((name) => !lacking.some((line) => line.startsWith(`${name}:`)));

/** Starts an engine, or undefined where it is not installed. */
const launch = async (name: EngineName, display: string, hasWebgl = true): Promise<Engine | undefined> => {
  const how = { display, hasWebgl };
  const [chromium, firefox, webkit] = [findChromium(), findFirefox(), findWebkit()];
  if (name === "chromium") return chromium === undefined ? undefined : launchChromium(chromium, how);
  if (name === "firefox") return firefox === undefined ? undefined : launchFirefox(firefox, how);
  return webkit === undefined ? undefined : launchWebkit(webkit, how);
};

async function walkOne(
  site: Site,
  engine: Engine,
  facts: Facts,
  { name, walk: body }: Journey,
): Promise<Cell> {
  const begun = performance.now();
  const walk = new Walk(site, engine, facts, name);
  const seconds = () => (performance.now() - begun) / 1000;
  try {
    await body(walk);
    return { result: "passed", seconds: seconds() };
  } catch (error) {
    if (error instanceof Skipped) return { result: "skipped", why: error.message };
    for (const tab of walk.tabs) await tab.shoot("failed").catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    if (options.has("--trace")) console.error(error);
    return { result: "failed", why, seconds: seconds() };
  } finally {
    await walk.end();
  }
}

async function walkAll(site: Site, engine: Engine): Promise<Column> {
  const asking = new Walk(site, engine, {} as Facts, "facts");
  const facts = await factsOf(await asking.open());
  await asking.end();
  const cells = new Map<string, Cell>();
  for (const journey of wanted) {
    const cell = await walkOne(site, engine, facts, journey);
    cells.set(journey.name, cell);
    const told = cell.result === "passed" ? `${cell.seconds.toFixed(1)} s` : cell.why;
    console.log(`${engine.name}: ${journey.name}: ${cell.result}, ${told}`);
  }
  return { name: engine.name, version: engine.version, facts, cells };
}

// A folder that an earlier run has prepared is used as it is.
const removePrepared = process.env[PREPARED] === undefined ? await prepare() : async () => undefined;
const server = await startDemo();
const site = { origin: server.origin, client: await adminClient(server.origin) };
const xvfb = findXvfb();
const display = xvfb === undefined ? undefined : await startDisplay(xvfb);
const columns: Column[] = [];
try {
  for (const name of ready) {
    const engine = await launch(name, display?.name ?? "");
    if (engine === undefined) continue;
    columns.push(await walkAll(site, engine));
    await engine.end();
  }
} finally {
  await display?.end();
  await server.end();
  await removePrepared();
}
const table = tableOf(wanted, columns, lacking);
console.log(`\n${table}`);
if (options.has("--write")) await writeTable(table);
const hasFailed = columns.some(({ cells }) => [...cells.values()].some(({ result }) => result === "failed"));
process.exit(hasFailed || (lacking.length > 0 && process.env["CI"] !== undefined) ? 1 : 0);
