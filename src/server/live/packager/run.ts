import { initSegment } from "./boxes.ts";
import type { AccessUnit, TrackConfig } from "./media.ts";
import { audioLine, type TrackLine, videoLine } from "./timeline.ts";
import type { Head, SegmentWindow } from "./window.ts";

export interface Run {
  readonly head: Head;
  /** Added to a sender's time. */
  readonly shift: number;
  readonly lines: Partial<Record<AccessUnit["track"], TrackLine>>;
  /** The track by which parts and segments are cut. */
  readonly leader: AccessUnit["track"];
  readonly last: { video: number; audio: number };
  isFirst: boolean;
}

interface RunsOptions {
  readonly configs: ReadonlyMap<AccessUnit["track"], TrackConfig>;
  readonly window: SegmentWindow;
  /** µs since the start of the stream. */
  readonly elapsed: () => number;
  /** The number before that of the first init segment. */
  readonly before: number;
}

/**
 * Starts runs with the units received so far. Times continue from the end of the last run, or by the clock; the init
 * segment is reused when nothing in it changed.
 */
export function createRuns({ configs, window, elapsed, before }: RunsOptions) {
  let heads = before;
  return (units: readonly AccessUnit[], ended: number): Run => {
    const list = [configs.get("video"), configs.get("audio")].filter((config) => config !== undefined);
    const known = window.segments.at(-1)?.head;
    const isSame =
      known !== undefined &&
      known.configs.length === list.length &&
      list.every((config) => known.configs.includes(config));
    const head = isSame ? known : { number: (heads += 1), configs: list, bytes: initSegment(list) };
    const first = units[0]?.dts ?? 0;
    const span = (units.at(-1)?.dts ?? first) - first;
    const shift = Math.max(ended, elapsed() - span) - first;
    const [video, audio] = [configs.get("video"), configs.get("audio")];
    return {
      head,
      shift,
      lines: {
        ...(video?.kind === "video" && { video: videoLine(video, 1 / 30) }),
        ...(audio?.kind === "audio" && { audio: audioLine(audio) }),
      },
      leader: video === undefined ? "audio" : "video",
      last: { video: first, audio: first },
      isFirst: true,
    };
  };
}
