/** A process that blocks for the given number of milliseconds. */
import { watchForStalls } from "./stall-watch.ts";

const still = Number(process.argv[2]);
const stop = watchForStalls({ told: 300, end: 1500, every: 50 });
// The thread must have started counting.
await new Promise((resume) => setTimeout(resume, 300));
for (const end = performance.now() + still; performance.now() < end; ) Math.sqrt(2);
await new Promise((resume) => setTimeout(resume, 200));
process.stdout.write("over\n");
stop();
