import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { runCctvChaos } from "./cctv.ts";
import { runFilmChaos } from "./films.ts";
import { runLiveChaos } from "./live.ts";
import { runLiveServerChaos } from "./live-server.ts";
import { runPartsChaos } from "./parts.ts";
import { runRealtimeChaos } from "./realtime.ts";
import { runUploadChaos } from "./uploads.ts";

/**
 * `npm run chaos [-- uploads parts films cctv realtime live]`: faults, and what they cost. Prints what was acknowledged, what was lost (must
 * be 0) and how long recovery took. `CHAOS_KILLS` and `CHAOS_SEED` choose how often and at which moments.
 */
const kills = Number(process.env["CHAOS_KILLS"] ?? 10);
let state = Number(process.env["CHAOS_SEED"] ?? 1);

/** A small generator (mulberry32), so that a run that found something can be repeated. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

const say = (line: string) => console.log(line);
/** Median and worst. */
const times = (list: readonly number[]) => {
  const sorted = list.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}`;
};

async function uploads(): Promise<boolean> {
  const result = await runUploadChaos(kills, random, say);
  say(`
| fault | times | rooms acknowledged | lost | half-built | complete without an answer | recovery median / worst, ms |
|---|---|---|---|---|---|---|
| kill -9 of server, database or both during upload and ingest | ${result.kills} | ${result.acknowledged} | ${result.lost} | ${result.halfBuilt} | ${result.unacknowledged} | ${times(result.recoveryMs)} |
`);
  return result.lost === 0 && result.halfBuilt === 0;
}

async function parts(): Promise<boolean> {
  const result = await runPartsChaos(kills, random, say);
  say(`
| fault | times | uploads | acknowledged bytes lost | not exactly one room, or other bytes | goes on, median / worst, ms |
|---|---|---|---|---|---|
| kill -9 of the server, ${result.duringParts} times in a part, ${result.duringFinish} times while a room was made | ${result.kills} | ${result.uploads} | ${result.lostBytes} | ${result.wrong} | ${times(result.resumeMs)} |
`);
  return result.lostBytes === 0 && result.wrong === 0 && result.leftovers === 0;
}

async function films(): Promise<boolean> {
  const result = await runFilmChaos(kills, random, say);
  say(`
| fault | times | videos acknowledged | lost | acknowledged bytes lost | leftovers | ready after the fault, median / worst, ms |
|---|---|---|---|---|---|---|
| kill -9 of the server, ${result.duringParts} times in a part, ${result.duringFinish} while a video was made, ${result.duringSizes} while sizes were made; of ffmpeg ${result.ofFfmpeg} times | ${result.kills} | ${result.videos} | ${result.lost} | ${result.lostBytes} | ${result.leftovers} | ${times(result.readyMs)} |
`);
  return result.lost === 0 && result.lostBytes === 0 && result.leftovers === 0;
}

async function realtime(): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs as another account, which must be able to pass through.
  await chmod(root, 0o755);
  const postgres = await startPostgres({ root, database: "sitewalk", log: createLog("warn") });
  try {
    const database = postgres.connection;
    const result = await runRealtimeChaos({
      database,
      dataDir: join(root, "data-dir"),
      kills,
      random,
      pause: 20,
      say,
    });
    say(`
| fault | times | visits acknowledged | never shown | told | fetched after a break | heard again median / worst, ms |
|---|---|---|---|---|---|---|
| kill -9 of who listens or who writes, in turns, of two processes | ${result.kills} | ${result.acknowledged} | ${result.missing} | ${result.told} | ${result.fetched} | ${times(result.resumeMs)} |
`);
    return result.missing === 0;
  } finally {
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function cctv(): Promise<boolean> {
  const result = await runCctvChaos(Math.min(kills, 5), random, say);
  say(`
| fault | times | films asked for | not ready or not whole in the end | ready after the start, median / worst, ms |
|---|---|---|---|---|
| kill -9 of the server while a film is made of stills | ${result.kills} | ${result.films} | ${result.lost} | ${times(result.readyMs)} |
`);
  return result.lost === 0;
}

async function live(): Promise<boolean> {
  const media = await runLiveChaos(kills, random, say);
  const server = await runLiveServerChaos(Math.min(kills, 5), random, say);
  say(`
| fault | times | recordings | seconds told and lost | gone, open or unplayable | pictures again median / worst, ms |
|---|---|---|---|---|---|
| kill -9 of the media process, ${media.kills - media.ofEncoder} times, and of the encoder, ${media.ofEncoder} times, while recorded | ${media.kills} | ${media.recordings} | ${media.lostSeconds.toFixed(1)} | ${media.broken} | ${times(media.backMs)} |
| kill -9 of the server while a channel is recorded | ${server.kills} | ${server.recordings} | ${server.lostSeconds.toFixed(1)} | ${server.broken} | ${times(server.backMs)} |
`);
  return [media, server].every(({ lostSeconds, broken }) => lostSeconds === 0 && broken === 0);
}

const drills = { uploads, parts, films, cctv, realtime, live };
const wanted = process.argv.slice(2);
let isClean = true;
for (const [name, drill] of Object.entries(drills))
  if (wanted.length === 0 || wanted.includes(name)) isClean = (await drill()) && isClean;
process.exit(isClean ? 0 : 1);
