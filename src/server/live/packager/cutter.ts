import { fragment } from "./boxes.ts";
import type { PackagerOptions } from "./packager.ts";
import type { Run } from "./run.ts";
import type { Part, Segment, SegmentWindow } from "./window.ts";

export interface CutterOptions extends Pick<PackagerOptions, "onPart" | "onSegment"> {
  readonly window: SegmentWindow;
  /** Milliseconds since 1970 of the stream's start. */
  readonly epoch: number;
  /** The number before that of the first segment. */
  readonly before: number;
  readonly touch: () => void;
}

/** Builds parts and segments from the samples of the lines, and adds them to the window. */
export function createCutter({ window, epoch, before, touch, onPart, onSegment }: CutterOptions) {
  let sequence = 0;
  let next = before;
  let open: Segment | null = null;

  function openSegment(current: Run, tracks: readonly { decodeTime: number; id: number }[]): Segment {
    const [first] = tracks;
    const config = current.head.configs.find(({ kind }) => (kind === "video") === (first?.id === 1));
    const scale = config?.kind === "audio" ? config.sampleRate : 90_000;
    next = Math.max(next + 1, 0);
    const segment: Segment = {
      number: next,
      head: current.head,
      startsAt: new Date(epoch + ((first?.decodeTime ?? 0) / scale) * 1000),
      isBreak: current.isFirst && window.segments.length > 0,
      parts: [],
      seconds: 0,
      bytes: 0,
      isComplete: false,
    };
    current.isFirst = false;
    window.add(segment);
    return segment;
  }

  return {
    /** Seconds of the current segment. */
    seconds: () => open?.seconds ?? 0,
    bytes: () => open?.bytes ?? 0,

    /** Returns false when there are no samples for one. */
    closePart(current: Run): boolean {
      const video = current.lines.video?.take();
      const audio = current.lines.audio?.take();
      const tracks = [video, audio].filter(
        (track) => track !== undefined && track.samples.length > 0,
      ) as NonNullable<typeof video>[];
      if (tracks.length === 0) return false;
      open ??= openSegment(current, tracks);
      sequence += 1;
      const part: Part = {
        bytes: Buffer.concat(fragment(sequence, tracks)),
        seconds: (current.leader === "video" ? video : audio)?.seconds ?? 0,
        frames: video?.samples.length ?? 0,
        isIndependent: video === undefined || video.samples[0]?.isKey === true,
      };
      open.parts.push(part);
      open.seconds += part.seconds;
      open.bytes += part.bytes.length;
      window.longestPart = Math.max(window.longestPart, part.seconds);
      touch();
      onPart?.(part, open);
      return true;
    },

    closeSegment(): void {
      if (open === null) return;
      const done = open;
      open = null;
      done.isComplete = true;
      window.longest = Math.max(window.longest, done.seconds);
      touch();
      onSegment?.(done);
    },
  };
}
