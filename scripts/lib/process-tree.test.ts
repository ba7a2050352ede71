import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "#test/chaos/server-process.ts";
import { descendantsOf, isAlive } from "./process-tree.ts";

/**
 * Commands that a newcomer starts, by their script of package.json, and the number of child processes that shows they
 * are running.
 */
const commands = [
  { name: "npm test, its checkers", script: ["scripts/test.ts"], atLeast: 5 },
  { name: "npm test with a filter", script: ["scripts/test.ts", "src/server/platform/attempts"], atLeast: 4 },
  { name: "npm run bench", script: ["bench/main.ts", "search"], atLeast: 2 },
  { name: "npm run dev", script: ["scripts/dev.ts"], atLeast: 6 },
  { name: "npm start", script: ["src/server/main.ts"], atLeast: 4 },
] as const;

const root = join(import.meta.dirname, "../..");
const started: { child: ChildProcess; folder: string }[] = [];

afterEach(async () => {
  for (const { child, folder } of started.splice(0)) {
    for (const pid of child.pid === undefined ? [] : descendantsOf(child.pid)) process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

describe.runIf(process.platform === "linux")("an interrupted command leaves no process behind", () => {
  for (const [index, { name, script, atLeast }] of commands.entries()) {
    const signal = index % 2 === 0 ? "SIGTERM" : "SIGINT";
    test(`${name}, ${signal}`, { timeout: 180_000 }, async () => {
      const child = await start(script);
      const running = () => descendantsOf(child.pid ?? 0);
      await expect.poll(() => running().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(atLeast);
      const descendants = running();
      const ended = new Promise((resolve) => child.once("exit", resolve));

      child.kill(signal);
      await ended;

      expect(descendants.filter(isAlive).map(commandOf)).toEqual([]);
    });
  }
});

async function start(script: readonly string[]): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-interrupted-"));
  // Keeps the runner of this test from affecting the one that it starts.
  const kept = Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_OPTIONS|TEST)/.test(key));
  const child = spawn(process.execPath, [...script], {
    cwd: root,
    env: {
      ...Object.fromEntries(kept),
      NODE_ENV: "production",
      DATA_DIR: join(folder, "data"),
      TMPDIR: folder,
      SITEWALK_WEB_OUT: join(folder, "web"),
      PORT: String(await freePort()),
      LIVE_PORT: String(await freePort()),
      DEMO: "off",
    },
    stdio: "ignore",
  });
  started.push({ child, folder });
  return child;
}

const commandOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
