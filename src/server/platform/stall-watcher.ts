/** The thread of stall-watch.ts. It shares nothing with the rest but a counter, and writes its line by itself. */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";

const { beats, every, told, end } = workerData as {
  beats: Int32Array;
  every: number;
  told: number;
  end: number;
};

const LEVELS = { warn: 40, fatal: 60 };
const say = (level: keyof typeof LEVELS, msg: string, still: number) =>
  writeSync(
    1,
    `${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), seconds: still / 1000, msg })}\n`,
  );

let seen = Atomics.load(beats, 0);
let still = 0;
let isTold = false;
for (;;) {
  await sleep(every);
  const now = Atomics.load(beats, 0);
  if (now !== seen) {
    if (isTold) say("warn", "the event loop turns again", still);
    seen = now;
    still = 0;
    isTold = false;
    continue;
  }
  still += every;
  if (still >= told && !isTold) {
    isTold = true;
    say("warn", "the event loop stands still", still);
  }
  if (still >= end) {
    say("fatal", "the event loop stood still for too long: the process is ended", still);
    process.kill(process.pid, "SIGKILL");
  }
}
