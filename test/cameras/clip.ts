import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFfmpeg, type Ffmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import { createLog } from "#server/platform/log.ts";

/** Four seconds of a small camera, encoded once: ten frames a second, a key frame each second. */
export interface Clip {
  /** Transport streams of one second. */
  readonly segments: readonly Buffer[];
  /** The same as H.264 access units, each as its NAL units. */
  readonly pictures: readonly (readonly Buffer[])[];
}

export const testFfmpeg = (): Ffmpeg => createFfmpeg({ path: "", log: createLog("silent") });

let made: Promise<Clip> | undefined;

export function testClip(): Promise<Clip> {
  made ??= makeClip();
  return made;
}

/** Four seconds of another input: `input` is the ffmpeg input, at ten frames a second. */
export async function makeClip(
  input: readonly string[] = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=10:duration=4"],
): Promise<Clip> {
  const directory = await mkdtemp(join(tmpdir(), "sitewalk-clip-"));
  try {
    const args = [
      ...input,
      // As cameras send it, each key frame with its parameter sets: ffmpeg 5 leaves them out of segments by default.
      ..."-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10 -sc_threshold 0 -threads 1".split(" "),
      ..."-x264-params aud=1:slices=1:repeat-headers=1".split(" "),
    ];
    const segments = "-f segment -segment_time 1 -segment_format mpegts s%d.ts".split(" ");
    await testFfmpeg().run({ directory, seconds: 60, args: [...args, ...segments] });
    const stream = "-f h264 all.h264".split(" ");
    await testFfmpeg().run({ directory, seconds: 60, args: [...args, ...stream] });
    const names = (await readdir(directory)).filter((name) => name.endsWith(".ts")).toSorted();
    return {
      segments: await Promise.all(names.map((name) => readFile(join(directory, name)))),
      pictures: picturesOf(await readFile(join(directory, "all.h264"))),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Each access unit begins with a delimiter (unit 9). */
function picturesOf(stream: Buffer): Buffer[][] {
  const pictures: Buffer[][] = [];
  for (const unit of unitsOf(stream)) {
    if (((unit[0] ?? 0) & 31) === 9) pictures.push([]);
    else pictures.at(-1)?.push(unit);
  }
  return pictures;
}

function unitsOf(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf("000001", 0, "hex"); at >= 0; at = stream.indexOf("000001", at + 3, "hex"))
    starts.push(at);
  return starts.map((start, index) => {
    const next = starts[index + 1] ?? stream.length;
    const end = stream[next - 1] === 0 && next < stream.length ? next - 1 : next;
    return stream.subarray(start + 3, end);
  });
}

/**
 * Whether a decoder can read all of the bytes, written into `directory` as a file with this extension, and finds
 * frames.
 */
export async function plays(directory: string, bytes: Buffer, ending: string): Promise<boolean> {
  await writeFile(join(directory, `in.${ending}`), bytes);
  const args = `-xerror -protocol_whitelist file -i in.${ending} -map 0:v -f null -`.split(" ");
  return testFfmpeg()
    .run({ directory, seconds: 20, args })
    .then(
      () => true,
      () => false,
    );
}
