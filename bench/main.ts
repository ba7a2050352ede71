import { endDescendantsOnInterrupt } from "../scripts/lib/process-tree.ts";
import { runApiBench } from "./api/main.ts";
import { runAuditBench } from "./audit/main.ts";
import { runBeforeBench } from "./before/main.ts";
import { runCctvBench } from "./cctv/main.ts";
import { runExportBench } from "./exports/main.ts";
import { runFilmBench } from "./films/main.ts";
import { ingestSection } from "./ingest-section.ts";
import { runLapseBench } from "./lapse/main.ts";
import { machineLine, textOf, writeFigures } from "./lib/document.ts";
import type { Section } from "./lib/report.ts";
import { runLiveBench } from "./live/main.ts";
import { runMemoryBench } from "./memory/main.ts";
import { runOfflineBench } from "./offline/main.ts";
import { runLighthouse } from "./pages/lighthouse.ts";
import { runPagesBench } from "./pages/main.ts";
import { runPlayerBench } from "./player/main.ts";
import { runProjectsBench } from "./projects/main.ts";
import { runRealtimeBench } from "./realtime/main.ts";
import { runSearchBench } from "./search/main.ts";
import { viewerSection } from "./viewer-section.ts";
import { runWalksBench } from "./walks/main.ts";
import { runWorkersBench } from "./workers.ts";
import { runYearsBench } from "./years/main.ts";

/**
 * `npm run bench [-- ingest workers films lapse api projects export search pages lighthouse realtime live cctv viewer memory
 * audit offline walks] [--write]`: runs one after the other, so that none disturbs another. `before [--commit=<rev>] [--runs=<n>]`, which
 * compares with an earlier commit, and `years` with `[--scale=<share>] [--data=<folder>]`, which take long, run only by
 * their names.
 */
const words = process.argv.slice(2);
const option = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const before = { commit: option("commit"), runs: Number(option("runs") ?? 5) };

const benches: Readonly<Record<string, { title: string; run: () => Promise<Section> }>> = {
  ingest: { title: "Ingest", run: ingestSection },
  workers: { title: "Workers", run: runWorkersBench },
  films: { title: "Videos", run: runFilmBench },
  lapse: { title: "Time-lapses of spots", run: runLapseBench },
  api: { title: "API calls", run: runApiBench },
  projects: { title: "Projects", run: runProjectsBench },
  export: { title: "Export", run: runExportBench },
  search: { title: "Search", run: runSearchBench },
  pages: { title: "Pages", run: runPagesBench },
  lighthouse: { title: "Lighthouse", run: runLighthouse },
  realtime: { title: "Real time", run: runRealtimeBench },
  live: { title: "Live channels", run: runLiveBench },
  cctv: { title: "Cameras", run: runCctvBench },
  players: { title: "Video player", run: runPlayerBench },
  viewer: { title: "Viewer", run: viewerSection },
  memory: { title: "Memory", run: runMemoryBench },
  audit: { title: "Audit log", run: runAuditBench },
  offline: { title: "Offline", run: runOfflineBench },
  walks: { title: "Path of 360 videos", run: runWalksBench },
  years: {
    title: "Ten years",
    run: () => runYearsBench({ scale: Number(option("scale") ?? 0.1), folder: option("data") }),
  },
  before: { title: "Guest pages before and after", run: () => runBeforeBench(before) },
};

const onlyByName = ["before", "years"];

endDescendantsOnInterrupt();
const isToWrite = words.includes("--write");
const wanted = words.filter(
  (word) => word !== "--write" && !/^--(?:commit=.+|runs=[1-9]\d*|scale=(?:0\.\d+|1)|data=.+)$/.test(word),
);
const unknown = wanted.filter((word) => benches[word] === undefined);
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(2);
}

const order = Object.values(benches).map(({ title }) => title);
const texts = new Map<string, string>();
let missed = 0;
for (const [name, { run }] of Object.entries(benches)) {
  if (wanted.length > 0 ? !wanted.includes(name) : onlyByName.includes(name)) continue;
  console.error(`bench: ${name} …`);
  const machine = machineLine();
  const section = await run();
  missed += section.figures.filter(({ isMet }) => !isMet).length;
  const text = textOf(section, machine);
  console.log(`${text}\n`);
  texts.set(section.title, text);
  // Writes after each bench, so that a failure in the last one does not lose an hour's work.
  if (isToWrite) await writeFigures(texts, order);
}
console.log(missed === 0 ? "Every target is met." : `${missed} targets are missed.`);
