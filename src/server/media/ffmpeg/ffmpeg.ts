/** One run of ffmpeg: a child process with a limit on time and memory, in a folder of its own. */
export interface FfmpegJob {
  /** After the common ones (`-nostdin -hide_banner`); inputs are named with their own limits (`-protocol_whitelist file`). */
  readonly args: readonly string[];
  /** Working directory, so that arguments need no paths of the installation. */
  readonly directory: string;
  /** Seconds after which it is ended. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Seconds of the result that are done. */
  readonly onProgress?: (seconds: number) => void;
}

/** What it wrote about its end, shortened; for the log, never for people. */
export class FfmpegFailed extends Error {
  override name = "FfmpegFailed";
}

export interface Ffmpeg {
  /** Null where there is none: `FFMPEG_PATH`, the system's own, or the one that came with the packages. */
  version(): Promise<string | null>;
  /** Throws `FFMPEG_MISSING`, `FfmpegFailed`, or the signal's reason. */
  run(job: FfmpegJob): Promise<void>;
}
