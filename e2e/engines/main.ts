import { endDescendantsOnInterrupt } from "../../scripts/lib/process-tree.ts";
import { PREPARED, startDemo } from "../demo-server.ts";
import { adminClient } from "../people.ts";
import prepare from "../prepare.ts";
import { startDisplay } from "./display.ts";
import { writeTable } from "./document.ts";
import { type EngineName, engineNames, findXvfb, installMissing } from "./install.ts";
import { journeys } from "./journeys/index.ts";
import { launchEngine } from "./launch.ts";
import { runEngine } from "./run.ts";
import { type Column, tableOf } from "./table.ts";

/**
 * `npm run engines [-- chromium firefox webkit] [video live …] [--install] [--write] [--trace]`: runs the same journeys
 * in three engines. Words that name no engine select journeys by a part of their name. Missing packages of an engine
 * are installed as root with CI set or with `--install`, otherwise named and the engine skipped. `--write` puts the
 * table into docs/browsers.md. Exits with 1 when a journey failed, or when CI is set and an engine is missing.
 */
endDescendantsOnInterrupt();
const given = process.argv.slice(2);
const options = new Set(given.filter((word) => word.startsWith("--")));
const names = given.filter((word) => !word.startsWith("--"));
const isEngine = (word: string): word is EngineName => (engineNames as readonly string[]).includes(word);
const parts = names.filter((word) => !isEngine(word));
const wantedEngines = names.some(isEngine) ? names.filter(isEngine) : engineNames;
const wanted = journeys.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
if (wanted.length === 0) {
  console.error(`No journey is called so. There are: ${journeys.map(({ name }) => name).join("; ")}.`);
  process.exit(2);
}

const lacking = installMissing(wantedEngines, options.has("--install"));
for (const line of lacking) console.log(line);
const ready = wantedEngines.filter((name) => !lacking.some((line) => line.startsWith(`${name}:`)));

// A folder prepared by an earlier run is reused as it is.
const removePrepared = process.env[PREPARED] === undefined ? await prepare() : async () => undefined;
const xvfb = findXvfb();
const display = xvfb === undefined ? undefined : await startDisplay(xvfb);
const columns: Column[] = [];
try {
  for (const name of ready) {
    const launch = (hasWebgl: boolean) => launchEngine(name, { display: display?.name ?? "", hasWebgl });
    // One server per engine: each sends a wrong password, and after the third a puzzle is asked for.
    const server = await startDemo();
    try {
      const site = { origin: server.origin, client: await adminClient(server.origin) };
      columns.push(await runEngine({ site, journeys: wanted, launch, isTraced: options.has("--trace") }));
    } finally {
      await server.end();
    }
  }
} finally {
  await display?.end();
  await removePrepared();
}
const table = tableOf(wanted, columns, lacking);
console.log(`\n${table}`);
if (options.has("--write")) await writeTable(table);
const hasFailed = columns.some(({ cells }) => [...cells.values()].some(({ result }) => result === "failed"));
process.exit(hasFailed || (lacking.length > 0 && process.env["CI"] !== undefined) ? 1 : 0);
