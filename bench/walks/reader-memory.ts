import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { resize } from "../../src/walk/pyramid.ts";
import { createWalkReader, type WalkState } from "../../src/walk/read-walk.ts";
import { readVideo } from "./videos.ts";

/** Pictures of a piece: ten seconds. */
const PIECE = 30;
/** The product reads pictures of this width. */
const WIDTH = 1280;

/** Peak memory in MiB of a process of its own that reads one video in pieces, as the product's reader does. */
export async function readerMemory(): Promise<number> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const part of child.stdout) text += String(part);
  return Number(text) / 1024;
}

/** Reads the video and writes the peak of its resident memory, kilobytes. Linux only. */
async function read(): Promise<void> {
  const { pictures } = await readVideo("finished");
  let state: WalkState | undefined;
  for (let from = 0; from < pictures.length; from += PIECE) {
    const reader = createWalkReader(state);
    for (const { at, width, height, grey } of pictures.slice(from, from + PIECE)) {
      const large = resize(grey, width, height, WIDTH, WIDTH / 2);
      reader.add({ at, width: WIDTH, height: WIDTH / 2, grey: large });
    }
    reader.path();
    state = deserialize(serialize(reader.state())) as WalkState;
  }
  console.log(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0");
}

if (process.argv[1] === import.meta.filename) await read();
