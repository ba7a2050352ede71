import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { stopGently } from "#test/chaos/server-process.ts";

export interface Display {
  /** Value for DISPLAY. */
  readonly name: string;
  end(): Promise<void>;
}

/** Starts a virtual screen, on the first free number. */
export async function startDisplay(path: string): Promise<Display> {
  const options = ["-displayfd", "3", "-screen", "0", "1920x1400x24", "-nolisten", "tcp"];
  const child = spawn(path, options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const told = child.stdio[3] as Readable;
  const name = await new Promise<string>((resolve, reject) => {
    told.once("data", (chunk: Buffer) => resolve(`:${String(chunk).trim()}`));
    child.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
  return { name, end: async () => void (await stopGently(child)) };
}
