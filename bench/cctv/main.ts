import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startHlsCamera } from "#test/cameras/hls-camera.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
import { amountFigure, ratioFigure, type Section, table } from "../lib/report.ts";
import { type Watched, watch } from "./viewer.ts";

const SECONDS = 30;
const CROWD = 100;
/** One second at 2.5 Mbit/s. */
const SEGMENT_BYTES = 312_500;
const targets = { ratio: 1.6 };

interface Run {
  readonly viewers: number;
  /** Requests received by the camera. */
  readonly upstream: number;
  readonly segments: number;
  readonly downstream: number;
  readonly megabytes: number;
  readonly failures: number;
  /** Per cent of one core. */
  readonly cpu: number;
}

/** Measures one camera watched by one viewer and by a hundred. */
export async function runCctvBench(): Promise<Section> {
  const one = await measure(1);
  const crowd = await measure(CROWD);
  const failures = one.failures + crowd.failures;
  return {
    title: "Cameras",
    method: `A camera that serves HLS with a password, segments of one second at 2.5 Mbit/s; each viewer fetches the playlist once a second and every segment once, for ${SECONDS} s. The relay is a separate process, and its CPU is that of all its threads; camera and viewers run on the same machine.`,
    figures: [
      ratioFigure(
        `Requests to the camera, ${CROWD} viewers compared with one`,
        crowd.upstream / one.upstream,
        targets.ratio,
      ),
      amountFigure("Failed requests", failures, 0, ""),
    ],
    details: [
      table(
        [
          "viewers",
          "requests to the camera",
          "of which segments",
          "requests of viewers",
          "MB to viewers",
          "CPU, % of a core",
        ],
        [one, crowd].map((run) => [
          String(run.viewers),
          String(run.upstream),
          String(run.segments),
          run.downstream.toLocaleString("en"),
          run.megabytes.toFixed(1),
          run.cpu.toFixed(1),
        ]),
      ),
    ],
  };
}

async function measure(viewers: number): Promise<Run> {
  const camera = await startHlsCamera({ segmentBytes: SEGMENT_BYTES });
  const relay = fork(join(import.meta.dirname, "relay.ts"), [camera.url, camera.username, camera.password]);
  try {
    await once(relay, "message");
    const addresses: string[] = [];
    for (let n = 0; n < viewers; n += 1) addresses.push(await linkFrom(relay));
    // Code is compiled and connections are open before counting begins.
    await watch(addresses[0] ?? "", 2_000);
    const before = { asked: camera.asked.length, cpu: cpuOfTrees([relay.pid ?? 0]), at: performance.now() };
    const watched = await Promise.all(addresses.map((address) => watch(address, SECONDS * 1000)));
    const asked = camera.asked.slice(before.asked);
    const sum = (of: (each: Watched) => number) => watched.reduce((total, each) => total + of(each), 0);
    return {
      viewers,
      upstream: asked.length,
      segments: asked.filter((path) => path.startsWith("/seg-")).length,
      downstream: sum(({ requests }) => requests),
      megabytes: sum(({ bytes }) => bytes) / 1e6,
      failures: sum(({ failures }) => failures),
      cpu: ((cpuOfTrees([relay.pid ?? 0]) - before.cpu) / (performance.now() - before.at)) * 100,
    };
  } finally {
    relay.kill();
    await camera.close();
  }
}

async function linkFrom(relay: ChildProcess): Promise<string> {
  const answer = once(relay, "message");
  relay.send("link");
  const [link] = (await answer) as [string];
  return link;
}
