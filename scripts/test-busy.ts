import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { endDescendantsOnInterrupt } from "./lib/process-tree.ts";

/**
 * `npm run test:busy`: runs `npm test` next to one busy-looping program per core, as on a shared machine. `npm run
 * test:busy -- 5` does so five times and ends with the first failure. No journey is retried.
 */
const runs = Number(process.argv[2] ?? 1);
if (!Number.isInteger(runs) || runs < 1) {
  console.error("Say how often: npm run test:busy -- 5");
  process.exit(2);
}

endDescendantsOnInterrupt();
const { CI: _, ...environment } = process.env;
const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
let failed = 0;
for (let run = 1; run <= runs && failed === 0; run += 1) {
  const begin = Date.now();
  const test = spawn(process.execPath, [join(import.meta.dirname, "test.ts")], {
    stdio: "inherit",
    env: environment,
  });
  const code = await new Promise<number>((resolve) => test.on("close", (status) => resolve(status ?? 1)));
  if (code !== 0) failed = code;
  console.log(
    `busy run ${run} of ${runs}: ${code === 0 ? "passed" : "failed"} after ${((Date.now() - begin) / 60_000).toFixed(1)} min`,
  );
}
for (const program of busy) program.kill("SIGKILL");
process.exit(failed);
