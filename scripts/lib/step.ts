import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isInterrupted } from "./process-tree.ts";

export const root = join(import.meta.dirname, "../..");
export const bin = (name: string): string => join(root, "node_modules/.bin", name);

/**
 * Folder in which Node caches the compiled code with its types stripped: hundreds of processes of a run read the same
 * thousand files, and the server starts in half the time.
 */
const compiled = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/sitewalk/compiled") };

export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Result {
  readonly name: string;
  readonly isGood: boolean;
  readonly seconds: number;
  /** Its output, with terminal colours. */
  readonly output: string;
}

/** Runs a step. Its output is shown at once, or as a whole on failure: that of steps side by side would mix. */
export async function run(step: Step, shown: "live" | "whole"): Promise<Result> {
  const begin = Date.now();
  const [program = "", ...rest] = step.command;
  const isLive = shown === "live";
  const child = spawn(program, rest, {
    cwd: root,
    env: {
      ...compiled,
      // Programs print colours to a terminal, and this is a pipe.
      ...(isLive && process.stdout.isTTY && { FORCE_COLOR: "1" }),
      ...process.env,
      ...step.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (isLive) process.stdout.write(chunk);
    });
  const code = await new Promise<number>((resolve) => {
    child.on("error", () => resolve(127));
    // On an interrupt the run ends with its processes: there is no next step.
    child.on("close", (status) => isInterrupted() || resolve(status ?? 1));
  });
  const output = Buffer.concat(chunks).toString();
  const result = { name: step.name, isGood: code === 0, seconds: (Date.now() - begin) / 1000, output };
  console.log(`${result.isGood ? "✓" : "✗"} ${step.name} (${result.seconds.toFixed(1)} s)`);
  if (!result.isGood && !isLive && output !== "") console.log(output);
  return result;
}

/**
 * CPU minutes of all ended children, including their own children, user and system; undefined if the system does not
 * report it.
 */
export function childrensCpuMinutes(): number | undefined {
  try {
    // proc(5): the part after the name in parentheses begins with field 3; 16 and 17 are hundredths of a second.
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100 / 60;
  } catch {
    return undefined;
  }
}
