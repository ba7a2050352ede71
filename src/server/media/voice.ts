import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { voiceLimits } from "#contract/voice-notes.ts";
import { AppError } from "#server/platform/errors.ts";
import { limitConcurrency } from "#server/platform/limit-concurrency.ts";
import { type Ffmpeg, FfmpegFailed } from "./ffmpeg/ffmpeg.ts";

/** A stored recording: its key in the object store, which a record must claim within a day. */
export interface KeptVoice {
  readonly key: string;
  readonly bytes: number;
  /** Measured by decoding all of it. */
  readonly seconds: number;
}

export interface Voice {
  /**
   * Checks that an uploaded file is sound by decoding it, and stores it in a form that browsers seek in: recordings of
   * browsers have no duration. WebM and MP4 keep their sound as it is, other types become AAC; pictures, subtitles and
   * metadata (the location, on phones) are dropped. Throws `FILE_EMPTY`, `VOICE_TYPE`, `VOICE_UNREADABLE`,
   * `VOICE_DURATION`, `VOICE_BUSY`, `FFMPEG_MISSING` or `STORAGE_FULL`.
   */
  keepVoice(file: { readonly path: string; readonly bytes: number }): Promise<KeptVoice>;
}

export interface VoiceOptions {
  readonly ffmpeg: Ffmpeg;
  /** For files in progress; on the store's volume. */
  readonly directory: string;
  /** Stores the file under the key, swept when no record claims it. */
  readonly put: (key: string, path: string) => Promise<void>;
}

/** Formats by ffmpeg's names: the file is read as this one and no other. */
type Format = "matroska" | "mov" | "ogg" | "mp3" | "wav";

const headBytes = 12;
/** Recordings converted at a time by one process. */
const AT_ONCE = 2;
/** Seconds for one step. Five minutes of sound take a fraction of one, and much longer on a busy machine. */
const PATIENCE = 120;
/** A recorder stops a little after its limit. */
const TOLERANCE = 2;
/** Anything shorter is no recording. */
const SHORTEST = 0.1;

export function createVoice({ ffmpeg, directory, put }: VoiceOptions): Voice {
  const inTurn = limitConcurrency(AT_ONCE);

  const run = async (args: readonly string[], folder: string): Promise<number> => {
    let reached = 0;
    await ffmpeg.run({
      args,
      directory: folder,
      seconds: PATIENCE,
      onProgress: (seconds) => {
        reached = seconds;
      },
    });
    return reached;
  };

  async function convert(source: string, format: Format, folder: string): Promise<string> {
    const input = ["-protocol_whitelist", "file", "-f", format, "-t", limitOf(), "-i", source];
    const sound = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"];
    // Without random identifiers: the same recording is the same object of the store.
    const stripped = [...sound, "-fflags", "+bitexact", "-flags:a", "+bitexact"];
    const kept: Partial<Record<Format, { name: string; args: readonly string[] }>> = {
      matroska: { name: "voice.weba", args: ["-c:a", "copy", "-f", "webm"] },
      mov: { name: "voice.m4a", args: ["-c:a", "copy", "-movflags", "+faststart", "-f", "mp4"] },
    };
    const aac = ["-c:a", "aac", "-b:a", "96k", "-ac", "1", "-ar", "44100", "-movflags", "+faststart"];
    const made = { name: "voice.m4a", args: [...aac, "-f", "mp4"] };
    // A container may hold a codec that its usual players do not know: such sound is encoded again.
    const [first, second] = [kept[format] ?? made, made];
    try {
      await run([...input, ...stripped, ...first.args, first.name], folder);
      return join(folder, first.name);
    } catch (error) {
      if (first === second || !(error instanceof FfmpegFailed) || !error.isVerdict) throw error;
      await run([...input, ...stripped, ...second.args, second.name], folder);
      return join(folder, second.name);
    }
  }

  async function keep(path: string, folder: string): Promise<KeptVoice> {
    const made = await convert(path, await formatOf(path), folder);
    const seconds = await run(
      ["-protocol_whitelist", "file", "-i", made, "-map", "0:a:0", "-f", "null", "-"],
      folder,
    );
    if (seconds < SHORTEST) throw new AppError("VOICE_UNREADABLE");
    if (seconds > voiceLimits.seconds + TOLERANCE)
      throw new AppError("VOICE_DURATION", { values: { n: voiceLimits.seconds / 60 } });
    const sha256 = await hashOf(made);
    const key = `voice/${sha256.slice(0, 2)}/${sha256}.${made.endsWith(".weba") ? "weba" : "m4a"}`;
    await put(key, made);
    return { key, bytes: (await stat(made)).size, seconds };
  }

  return {
    async keepVoice({ path, bytes }) {
      if (bytes === 0) throw new AppError("FILE_EMPTY");
      return inTurn(async () => {
        const folder = join(directory, randomUUID());
        await mkdir(folder, { recursive: true });
        try {
          return await keep(path, folder);
        } catch (error) {
          if (!(error instanceof FfmpegFailed)) throw error;
          if (error.isFull) throw new AppError("STORAGE_FULL", { cause: error });
          throw new AppError(error.isVerdict ? "VOICE_UNREADABLE" : "VOICE_BUSY", { cause: error });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      });
    },
  };
}

/** More is read than is accepted, so that a longer recording is recognized, and no more of it. */
const limitOf = (): string => String(voiceLimits.seconds + 2 * TOLERANCE);

/** By the first bytes: a name or a sender's claim proves nothing. Throws `VOICE_TYPE`. */
async function formatOf(path: string): Promise<Format> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const text = head.toString("latin1");
    if (text.startsWith("\x1a\x45\xdf\xa3")) return "matroska";
    if (text.slice(4, 8) === "ftyp") return "mov";
    if (text.startsWith("OggS")) return "ogg";
    if (text.startsWith("RIFF") && text.slice(8, 12) === "WAVE") return "wav";
    const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
    if (text.startsWith("ID3") || isFrame) return "mp3";
    throw new AppError("VOICE_TYPE");
  } finally {
    await file.close();
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
