import { writeSection } from "../../bench/lib/document.ts";
import { runCctvChaos } from "./cctv.ts";
import { runDatabaseDrill } from "./database.ts";
import { runDecoderDrill } from "./decoder.ts";
import { runDisk } from "./disk.ts";
import { runDuplicates } from "./duplicates.ts";
import { type Drill, isClean, rowOf, sectionOf, title } from "./faults.ts";
import { runFilmChaos } from "./films.ts";
import { runHistoryDrill } from "./history.ts";
import { runInvoices } from "./invoices.ts";
import { runLinkDrill } from "./link.ts";
import { runLiveChaos } from "./live.ts";
import { runLiveNodesDrill } from "./live-nodes.ts";
import { runLiveServerChaos } from "./live-server.ts";
import { runMultiNodeDrill } from "./multi-node.ts";
import { runObjectsDrill } from "./objects.ts";
import { runOutboxDrill } from "./outbox.ts";
import { runPartsChaos } from "./parts.ts";
import { runProcessDrill } from "./process.ts";
import { seeded } from "./random.ts";
import { runRealtimeDrill } from "./realtime-drill.ts";
import { runRestoreDrill } from "./restore.ts";
import { runSocketsDrill } from "./sockets.ts";
import { runUpgradeDrill } from "./upgrade.ts";
import { runUploadChaos } from "./uploads.ts";

/**
 * `npm run chaos [-- uploads parts ...] [--write]`: faults, and their effects. Prints acknowledged and lost items (must
 * be 0) and the time until work resumed; `--write` writes it into docs/figures.md. `CHAOS_KILLS` and `CHAOS_SEED` set
 * the number and the moments of faults, `CHAOS_SECONDS` how long each seed of `history` runs.
 */
const drills: Readonly<Record<string, Drill>> = {
  uploads: async ({ kills, random, say }) => {
    const result = await runUploadChaos(kills, random, say);
    return [
      {
        fault: "kill -9 of server, database or both during upload and processing",
        times: result.kills,
        acknowledged: `${result.acknowledged} rooms`,
        lost: result.lost,
        wrong: { "half processed": result.halfBuilt },
        backMs: result.recoveryMs,
      },
    ];
  },
  parts: async ({ kills, random, say }) => {
    const result = await runPartsChaos(kills, random, say);
    return [
      {
        fault: `kill -9 of the server, ${result.duringParts} times during a part, ${result.duringFinish} times while a room was created`,
        times: result.kills,
        acknowledged: `${result.uploads} uploads in parts`,
        lost: result.lostBytes,
        wrong: { "not exactly one room, or other bytes": result.wrong, leftovers: result.leftovers },
        backMs: result.resumeMs,
      },
    ];
  },
  films: async ({ kills, random, say }) => {
    const result = await runFilmChaos(kills, random, say);
    return [
      {
        fault: `kill -9 of the server, ${result.duringParts} times during a part, ${result.duringFinish} while a video was created, ${result.duringSizes} while sizes were created; of ffmpeg ${result.ofFfmpeg} times`,
        times: result.kills,
        acknowledged: `${result.videos} videos`,
        lost: result.lost,
        wrong: { "acknowledged bytes lost": result.lostBytes, leftovers: result.leftovers },
        backMs: result.readyMs,
      },
    ];
  },
  cctv: async ({ kills, random, say }) => {
    const result = await runCctvChaos(Math.min(kills, 5), random, say);
    return [
      {
        fault: "kill -9 of the server while a time-lapse is created",
        times: result.kills,
        acknowledged: `${result.films} time-lapses`,
        lost: result.lost,
        wrong: {},
        backMs: result.readyMs,
      },
    ];
  },
  realtime: runRealtimeDrill,
  sockets: runSocketsDrill,
  several: runMultiNodeDrill,
  process: runProcessDrill,
  objects: runObjectsDrill,
  "live-nodes": runLiveNodesDrill,
  live: async ({ kills, random, say }) => {
    const media = await runLiveChaos(kills, random, say);
    const server = await runLiveServerChaos(Math.min(kills, 5), random, say);
    return [
      {
        fault: `kill -9 of the media process, ${media.kills - media.ofEncoder} times, and of the encoder, ${media.ofEncoder} times, while recorded`,
        times: media.kills,
        acknowledged: `${media.recordings} recordings`,
        lost: media.lostSeconds,
        wrong: { "missing, open or unplayable": media.broken },
        backMs: media.backMs,
      },
      {
        fault: "kill -9 of the server while a channel is recorded",
        times: server.kills,
        acknowledged: `${server.recordings} recordings`,
        lost: server.lostSeconds,
        wrong: { "missing, open or unplayable": server.broken },
        backMs: server.backMs,
      },
    ];
  },
  restore: runRestoreDrill,
  upgrade: runUpgradeDrill,
  database: runDatabaseDrill,
  duplicates: runDuplicates,
  invoices: runInvoices,
  history: runHistoryDrill,
  disk: runDisk,
  link: runLinkDrill,
  decoder: runDecoderDrill,
  outbox: runOutboxDrill,
};

const random = seeded(Number(process.env["CHAOS_SEED"] ?? 1));
const words = process.argv.slice(2);
const wanted = words.filter((word) => word !== "--write");
const order = Object.keys(drills);
const unknown = wanted.filter((word) => drills[word] === undefined);
if (unknown.length > 0) {
  console.error(`There is no drill named ${unknown.join(", ")}. There are: ${order.join(", ")}.`);
  process.exit(2);
}

const day = new Date().toISOString().slice(0, 10);
const ran = new Map<string, readonly string[]>();
let isEveryClean = true;
for (const [name, drill] of Object.entries(drills)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const lines = await drill({
    kills: Number(process.env["CHAOS_KILLS"] ?? 10),
    random,
    say: (line) => console.log(line),
  });
  isEveryClean = lines.every(isClean) && isEveryClean;
  const rows = lines.map((line) => rowOf(name, line, day));
  console.log(`\n${rows.join("\n")}\n`);
  ran.set(name, rows);
  // After each drill, so that an hour's results are not lost with the last one.
  if (words.includes("--write")) await writeSection(title, (former) => sectionOf(former, ran, order));
}
process.exit(isEveryClean ? 0 : 1);
