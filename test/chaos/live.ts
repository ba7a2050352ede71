import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRecordings } from "#server/live/recording/recordings.ts";
import { eventually, type TestEngine, testEngine } from "../live/engine.ts";
import { decode, type Push, push } from "../live/push.ts";

export interface LiveChaos {
  readonly kills: number;
  /** The kills of the encoder, as opposed to the media process. */
  readonly ofEncoder: number;
  /** Seconds that an event had reported as kept, and that were missing from the video afterwards. */
  readonly lostSeconds: number;
  /** Recordings that stayed open, or produced no playable video. */
  readonly broken: number;
  readonly recordings: number;
  /** From the kill to the first pictures of a sender that keeps reconnecting. */
  readonly backMs: readonly number[];
}

/**
 * Kills the media process and the encoder, in turn, at random moments during streaming and recording. The encoder
 * reconnects at once; every recording must end by itself and play for as long as reported.
 */
export async function runLiveChaos(
  kills: number,
  random: () => number,
  say: (line: string) => void,
): Promise<LiveChaos> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  const live = await testEngine({}, folder);
  const backMs: number[] = [];
  let sender: Push | undefined;
  let ofEncoder = 0;
  const over = new AbortController();
  const sending = async () => {
    while (!over.signal.aborted) {
      sender = push(`rtmp://127.0.0.1:${live.port}/live/chaos-key`);
      await sender.ended;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  };
  try {
    await live.arm("chaos", "chaos-key", true);
    const sends = sending();
    await becomesLive(live);
    for (let kill = 1; kill <= kills; kill += 1) {
      await new Promise((resume) => setTimeout(resume, 1500 + random() * 2000));
      const isEncoder = kill % 2 === 0;
      if (isEncoder) ofEncoder += 1;
      const begin = performance.now();
      if (isEncoder) await sender?.kill();
      else process.kill(live.engine.pid ?? 0, "SIGKILL");
      await eventually(() => {
        if (live.engine.status("chaos")?.state === "live") throw new Error("not noticed yet");
      });
      await becomesLive(live);
      backMs.push(Math.round(performance.now() - begin));
      say(
        `kill ${kill}/${kills} of the ${isEncoder ? "encoder" : "media process"}: pictures again after ${backMs.at(-1)} ms`,
      );
    }
    over.abort();
    await sender?.kill();
    await sends;
    await live.engine.disarm("chaos");
    return { kills, ofEncoder, backMs, ...(await judge(live, folder)) };
  } finally {
    over.abort();
    await sender?.kill();
    await live.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const becomesLive = (live: TestEngine) =>
  eventually(() => {
    if (live.engine.status("chaos")?.state !== "live") throw new Error("no pictures come");
  }, 30_000);

async function judge(live: TestEngine, folder: string) {
  const told = new Map<string, { seconds: number; isOpen: boolean }>();
  const collect = () => {
    for (const event of live.events)
      if (event.kind === "recording")
        told.set(event.folder, {
          seconds: Math.max(event.seconds, told.get(event.folder)?.seconds ?? 0),
          isOpen: event.endedAt === null,
        });
  };
  await eventually(() => {
    collect();
    if ([...told.values()].some(({ isOpen }) => isOpen)) throw new Error("a recording is open");
  }).catch(() => undefined);
  const recordings = createRecordings(folder);
  let [lostSeconds, broken] = [0, 0];
  for (const [name, { seconds, isOpen }] of told) {
    const file = join(folder, "film.mp4");
    const frames = await recordings
      .writeFile(name, file)
      .then(() => decode(file))
      .then(({ frames }) => frames.length)
      .catch(() => 0);
    // A recording shorter than a segment is empty, and no event reported otherwise.
    if (isOpen || (frames === 0 && seconds > 0)) broken += 1;
    lostSeconds += Math.max(0, seconds - frames / 25 - 0.05);
  }
  return { lostSeconds, broken, recordings: told.size };
}
