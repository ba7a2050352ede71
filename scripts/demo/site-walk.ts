import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { walkLimits } from "../../src/contract/walks.limits.ts";
import { placeWalk } from "../../src/walk/place-walk.ts";
import { createWalkReader } from "../../src/walk/read-walk.ts";
import type { WalkPath, WalkTap } from "../../src/walk/types.ts";
import { findFfmpeg } from "../../test/player/ffmpeg-path.ts";
import { EYE, ROOMS, STOREY } from "./building/plan.ts";
import { onPlan, PLANS, SHEET } from "./plan-drawing.ts";
import { DEMO_WALK } from "./walks/walks.ts";

/**
 * The walk of the demo site from its rendered video: its path as the program reads it, the marks of a user who places
 * it, the rooms that it passes, and its small pictures.
 */
const { values } = parseArgs({
  options: {
    video: { type: "string", default: "." },
    out: { type: "string", default: fileURLToPath(new URL("../../demo/walks", import.meta.url)) },
  },
});

/** Marks of the user: the start, the end, and the least certain pictures. */
const MARKS = 5;
/** Metres within which a room was created from the walk. */
const AT_ROOM = 0.6;
/** Size of a small picture. */
const WIDTH = 400;

interface TruthFile {
  readonly width: number;
  readonly pictures: readonly (readonly [at: number, x: number, y: number, z: number, heading: number])[];
}

const { name } = DEMO_WALK;
const source = `${values.video}/${name}.mp4`;
const truth: TruthFile = JSON.parse(await readFile(`${values.video}/${name}.json`, "utf8"));

async function pathOf({ width, pictures }: TruthFile): Promise<WalkPath> {
  const child = spawn(
    findFfmpeg(),
    ["-v", "error", "-i", source, "-f", "rawvideo", "-pix_fmt", "gray", "-"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  const [all, size] = [Buffer.concat(parts), (width * width) / 2];
  const reader = createWalkReader();
  for (const [i, [at]] of pictures.entries())
    reader.add({ width, height: width / 2, at, grey: all.subarray(i * size, (i + 1) * size) });
  return reader.path();
}

/** The floor and the position on its plan of a picture. */
function placeOf(picture: number) {
  const [, x, y, z] = truth.pictures[picture]!;
  return { floor: PLANS[z - EYE > STOREY / 2 ? 1 : 0]!.slug, ...onPlan(x, y) };
}

function marksOf(path: WalkPath) {
  const sheets = PLANS.map(({ slug }) => ({ id: slug, aspect: SHEET.width / SHEET.height }));
  const tapAt = (picture: number): WalkTap => {
    const { floor, x, y } = placeOf(picture);
    return { picture, sheet: floor, x, y };
  };
  const taps = [tapAt(0), tapAt(truth.pictures.length - 1)];
  for (;;) {
    const { next } = placeWalk(path, taps, sheets);
    if (next === undefined || taps.length >= MARKS) break;
    taps.push(tapAt(next));
  }
  return taps
    .toSorted((a, b) => a.picture - b.picture)
    .map(({ picture, sheet, x, y }) => ({ picture, floor: sheet, x, y }));
}

/** Pictures nearest to the demo site's rooms, in order. */
const roomsOf = () =>
  ROOMS.flatMap((room) => {
    const distances = truth.pictures.map(([, x, y, z]) =>
      Math.hypot(x - room.x, y - room.y, z - EYE - room.floor * STOREY),
    );
    const least = Math.min(...distances);
    return least > AT_ROOM ? [] : [{ picture: distances.indexOf(least), room: room.slug }];
  }).toSorted((a, b) => a.picture - b.picture);

async function writePreviews(seconds: number): Promise<string[]> {
  const { pieceSeconds } = walkLimits;
  const files: string[] = [];
  for (let from = 0; from < seconds; from += pieceSeconds) {
    const file = `${name}-${String(from / pieceSeconds)}.jpg`;
    const filter = `fps=1:round=up,scale=${WIDTH}:${WIDTH / 2}:flags=area,tile=1x${pieceSeconds}`;
    const input = ["-v", "error", "-y", "-ss", String(from), "-t", String(pieceSeconds), "-i", source];
    const output = ["-vf", filter, "-frames:v", "1", "-q:v", "7", "-bitexact", `${values.out}/${file}`];
    await once(spawn(findFfmpeg(), [...input, ...output], { stdio: "inherit" }), "close");
    files.push(file);
  }
  return files;
}

const digits = (_: string, value: unknown) =>
  typeof value === "number" ? Math.round(value * 1000) / 1000 : value;

await mkdir(values.out, { recursive: true });
const path = await pathOf(truth);
const seconds = truth.pictures.at(-1)![0];
const walk = {
  file: "walk-through-the-house.mp4",
  seconds,
  previews: await writePreviews(seconds),
  marks: marksOf(path),
  rooms: roomsOf(),
};
await writeFile(
  `${values.out}/${name}.json`,
  `${JSON.stringify({ ...walk, path: JSON.parse(JSON.stringify(path, digits)) })}\n`,
);
console.log(`${walk.rooms.length} rooms, ${walk.marks.length} marks, ${path.pictures.length} pictures`);
