import { fragment, initSegment } from "./boxes.ts";
import type { AccessUnit, MediaSink, TrackConfig } from "./media.ts";
import { MICROSECONDS } from "./media.ts";
import { audioLine, type TrackLine, videoLine } from "./timeline.ts";
import { type Head, type Part, type Segment, SegmentWindow } from "./window.ts";

export interface PackagerOptions {
  /** Segments in the playlist. 6 unless told otherwise. */
  readonly segments?: number;
  /** Bytes in memory. 96 MB unless told otherwise. */
  readonly bytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told of each part as soon as it is there. */
  readonly onPart?: (part: Part, segment: Segment) => void;
  /** Told of each segment that is complete. */
  readonly onSegment?: (segment: Segment) => void;
}

/**
 * Turns what a sender gives into segments and parts in memory. Times of viewers go on through every change of sender:
 * where one ends the next begins, by the clock of this machine.
 */
export interface Packager extends MediaSink {
  readonly window: SegmentWindow;
  /** Whether units are arriving that become segments. */
  readonly isFlowing: boolean;
  readonly isEnded: boolean;
  /** Counts everything that changes what a playlist says. */
  readonly version: number;
  /** What is being sent now. */
  readonly configs: readonly TrackConfig[];
  /** Resolves at the next change, or after `ms`. */
  changed(ms: number): Promise<void>;
  /** Nothing comes any more: playlists say so. */
  end(): void;
}

const PART_SECONDS = 0.33;
const LEAST_SEGMENT = 0.95;
const MOST_SEGMENT = 8;
const AUDIO_SEGMENT = 2;
/** How long pictures wait for the first sound, and sound for the first picture, in µs and in units. */
const WAIT_FOR_SOUND = 500_000;
const WAIT_FOR_PICTURE = 1_000_000;
const MOST_WAITING = 300;
/** A sender's clock that jumps further than this has been set anew. */
const JUMP = 10 * MICROSECONDS;
/** Numbers begin by the clock, so that those after a restart are never behind those before it. */
const NUMBERS_SINCE = 1_700_000_000;
/**
 * Breaks begin by the hours since then: players keep a list by their number and walk it from 0 with every playlist, so
 * that seconds (95 million of them) held hls.js up for 1.8 s each time.
 */
const BREAKS_SINCE = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

interface Run {
  readonly head: Head;
  /** Added to a sender's time. */
  readonly shift: number;
  readonly lines: Partial<Record<AccessUnit["track"], TrackLine>>;
  /** The track by which parts and segments are cut. */
  readonly leader: AccessUnit["track"];
  readonly last: { video: number; audio: number };
  isFirst: boolean;
}

// oxlint-disable-next-line max-lines-per-function -- one state, and the few functions that change it
export function createPackager(options: PackagerOptions = {}): Packager {
  const now = options.now ?? Date.now;
  const epoch = now();
  const seconds = Math.floor(epoch / 1000) - NUMBERS_SINCE;
  const bytes = options.bytes ?? 96e6;
  const window = new SegmentWindow(
    { segments: options.segments ?? 6, bytes },
    Math.max(0, Math.floor((epoch - BREAKS_SINCE) / HOUR)),
  );
  const configs = new Map<AccessUnit["track"], TrackConfig>();
  const waiters = new Set<() => void>();
  let version = 0;
  let sequence = 0;
  let heads = seconds;
  let next = seconds;
  let isEnded = false;
  let run: Run | null = null;
  let open: Segment | null = null;
  let preroll: AccessUnit[] = [];
  let waitingBytes = 0;
  /** Where the last run ended and when the leader's last unit was due, in µs of the stream. */
  let ended = 0;
  let lastTime = 0;

  const touch = () => {
    version += 1;
    for (const tell of waiters) tell();
  };

  function begin(): Run {
    const list = [configs.get("video"), configs.get("audio")].filter((config) => config !== undefined);
    const known = window.segments.at(-1)?.head;
    const isSame =
      known !== undefined &&
      known.configs.length === list.length &&
      list.every((config) => known.configs.includes(config));
    const head = isSame ? known : { number: (heads += 1), configs: list, bytes: initSegment(list) };
    const first = preroll[0]?.dts ?? 0;
    const span = (preroll.at(-1)?.dts ?? first) - first;
    const shift = Math.max(ended, (now() - epoch) * 1000 - span) - first;
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
  }

  function closePart(current: Run): void {
    const video = current.lines.video?.take();
    const audio = current.lines.audio?.take();
    const tracks = [video, audio].filter(
      (track) => track !== undefined && track.samples.length > 0,
    ) as NonNullable<typeof video>[];
    if (tracks.length === 0) return;
    open ??= openSegment(current, tracks);
    sequence += 1;
    waitingBytes = 0;
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
    options.onPart?.(part, open);
  }

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

  function closeSegment(): void {
    if (open === null) return;
    const done = open;
    open = null;
    done.isComplete = true;
    window.longest = Math.max(window.longest, done.seconds);
    touch();
    options.onSegment?.(done);
  }

  function push(current: Run, unit: AccessUnit): void {
    const line = current.lines[unit.track];
    if (line === undefined) return;
    current.last[unit.track] = unit.dts;
    waitingBytes += unit.data.length;
    const leader = current.lines[current.leader];
    line.push(unit, unit.dts + current.shift);
    if (unit.track !== current.leader || leader === undefined) return;
    const length = (open?.seconds ?? 0) + leader.waiting;
    const isVideo = current.leader === "video";
    const isCut = isVideo ? unit.isKey && length >= LEAST_SEGMENT : length >= AUDIO_SEGMENT;
    const isLarge = (open?.bytes ?? 0) + waitingBytes > bytes / 3;
    if (isCut || isLarge || length >= MOST_SEGMENT) {
      closePart(current);
      closeSegment();
    } else {
      // One more like the last would make the part longer than playlists promise.
      const each = (unit.dts + current.shift - lastTime) / MICROSECONDS;
      if (leader.waiting + Math.min(Math.max(each, 0), PART_SECONDS) > PART_SECONDS + 0.001)
        closePart(current);
    }
    lastTime = unit.dts + current.shift;
  }
  /** Ends what is under way; what is configured stays. */
  function cut(): void {
    preroll = [];
    waitingBytes = 0;
    const current = run;
    if (current === null) return;
    // First, so that nobody is promised a part that will not come.
    run = null;
    current.lines.video?.finish();
    closePart(current);
    closeSegment();
    ended = Math.max(ended, current.lines.video?.end ?? 0, current.lines.audio?.end ?? 0);
    touch();
  }

  function wait(unit: AccessUnit): void {
    const hasVideo = configs.has("video");
    if (hasVideo && preroll.length === 0 && !(unit.track === "video" && unit.isKey)) return;
    preroll.push(unit);
    waitingBytes += unit.data.length;
    const span = unit.dts - (preroll[0]?.dts ?? 0);
    const isComplete = hasVideo ? configs.has("audio") || span >= WAIT_FOR_SOUND : span >= WAIT_FOR_PICTURE;
    if (!isComplete && preroll.length < MOST_WAITING && waitingBytes < bytes / 3) return;
    run = begin();
    const units = preroll;
    preroll = [];
    waitingBytes = 0;
    for (const each of units) push(run, each);
  }

  return {
    window,
    get isFlowing() {
      return run !== null;
    },
    get isEnded() {
      return isEnded;
    },
    get version() {
      return version;
    },
    get configs() {
      return [...configs.values()];
    },
    configure(config) {
      const known = configs.get(config.kind);
      if (known?.codec === config.codec && known.description.equals(config.description)) return;
      if (run !== null) cut();
      preroll = [];
      configs.set(config.kind, config);
    },
    write(unit) {
      if (isEnded || !configs.has(unit.track) || unit.data.length === 0) return;
      if (run !== null) {
        const moved = unit.dts - run.last[unit.track];
        if (moved > JUMP || moved < -MICROSECONDS) cut();
      }
      if (run === null) wait(unit);
      else push(run, unit);
    },
    interrupt() {
      cut();
      configs.clear();
    },
    changed(ms) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiters.add(done);
      });
    },
    end() {
      cut();
      isEnded = true;
      touch();
    },
  };
}
