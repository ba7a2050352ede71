import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { endDescendantsOnInterrupt, isInterrupted } from "./lib/process-tree.ts";

/**
 * `npm run dev`: rebuilds the web part at every change and restarts the server at every change of its own. The pages
 * come from the server, as in production: with their first picture, their token and their policy.
 */
const root = join(import.meta.dirname, "..");
const vite = join(root, "node_modules/.bin/vite");

const children: ChildProcess[] = [
  spawn(vite, ["build", "--watch", "--mode", "development"], { cwd: root, stdio: "inherit" }),
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "src/server/main.ts"], {
    cwd: root,
    stdio: "inherit",
    env: { HOST: "127.0.0.1", ...process.env },
  }),
];

endDescendantsOnInterrupt();
// A development server needs both.
for (const child of children) child.on("exit", () => isInterrupted() || process.kill(process.pid, "SIGTERM"));
