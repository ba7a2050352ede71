import { runUploadChaos } from "./uploads.ts";

/**
 * `npm run chaos`: faults, and what they cost. Prints what was acknowledged, what was lost (must be 0) and how long
 * recovery took. `CHAOS_KILLS` and `CHAOS_SEED` choose how often and at which moments.
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

const result = await runUploadChaos(kills, random, (line) => console.log(line));
const sorted = result.recoveryMs.toSorted((a, b) => a - b);
console.log(`
| fault | times | rooms acknowledged | lost | half-built | complete without an answer | recovery median / worst, ms |
|---|---|---|---|---|---|---|
| kill -9 of server, database or both during upload and ingest | ${result.kills} | ${result.acknowledged} | ${result.lost} | ${result.halfBuilt} | ${result.unacknowledged} | ${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)} |
`);
process.exit(result.lost === 0 && result.halfBuilt === 0 ? 0 : 1);
