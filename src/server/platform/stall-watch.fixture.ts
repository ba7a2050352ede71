/** A process that blocks for the given number of milliseconds, again and again until its input ends. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { watchForStalls } from "./stall-watch.ts";

const still = Number(process.argv[2]);
const stop = watchForStalls({ told: 300, end: 1500, every: 50 });
const over = once(process.stdin.resume(), "end").then(() => true);
// The watching thread starts to count when the machine lets it: the first times may pass unseen.
do {
  for (const end = performance.now() + still; performance.now() < end; ) Math.sqrt(2);
} while (!(await Promise.race([over, sleep(200, false)])));
process.stdout.write("over\n");
stop();
