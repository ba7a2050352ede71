import { createChanges } from "./changes.ts";
import { createCutter } from "./cutter.ts";
import { type AccessUnit, type MediaSink, MICROSECONDS, type TrackConfig } from "./media.ts";
import { createRuns, type Run } from "./run.ts";
import type { TrackLine } from "./timeline.ts";
import { type Part, type Segment, SegmentWindow } from "./window.ts";

export interface PackagerOptions {
  /** Segments in the playlist. Default: 6. */
  readonly segments?: number;
  /** Bytes in memory. Default: 96 MB. */
  readonly bytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called for each part as soon as it exists. */
  readonly onPart?: (part: Part, segment: Segment) => void;
  /** Called for each complete segment. */
  readonly onSegment?: (segment: Segment) => void;
}

/**
 * Converts a sender's units to segments and parts in memory. Viewers' times continue across senders: the next one
 * begins where the previous one ends, by the clock of this machine.
 */
export interface Packager extends MediaSink {
  readonly window: SegmentWindow;
  /** Whether units are arriving that become segments. */
  readonly isFlowing: boolean;
  readonly isEnded: boolean;
  /** Counts every change that affects a playlist. */
  readonly version: number;
  /** Tracks of the current sender. */
  readonly configs: readonly TrackConfig[];
  /** Resolves at the next change, or after `ms`. */
  changed(ms: number): Promise<void>;
  /** Ends the stream: playlists say so. */
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
/** A larger jump means that the sender's clock was reset. */
const JUMP = 10 * MICROSECONDS;
/** Numbers start from the clock, so that those after a restart are never behind those before it. */
const NUMBERS_SINCE = 1_700_000_000;
/**
 * Breaks start from the hours since then: players keep a list by their number and walk it from 0 with every playlist,
 * so that seconds (95 million of them) blocked hls.js for 1.8 s each time.
 */
const BREAKS_SINCE = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

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
  const changes = createChanges();
  const cutter = createCutter({ ...options, window, epoch, before: seconds, touch: changes.touch });
  const begin = createRuns({ configs, window, elapsed: () => (now() - epoch) * 1000, before: seconds });
  let isEnded = false;
  let run: Run | null = null;
  let preroll: AccessUnit[] = [];
  let waitingBytes = 0;
  /** End of the last run, and when the leader's last unit was due, in µs of the stream. */
  let ended = 0;
  let lastTime = 0;

  const closePart = (current: Run) => {
    if (cutter.closePart(current)) waitingBytes = 0;
  };

  function push(current: Run, unit: AccessUnit): void {
    const line = current.lines[unit.track];
    if (line === undefined) return;
    current.last[unit.track] = unit.dts;
    waitingBytes += unit.data.length;
    const leader = current.lines[current.leader];
    line.push(unit, unit.dts + current.shift);
    if (unit.track !== current.leader || leader === undefined) return;
    const length = cutter.seconds() + leader.waiting;
    const isLarge = cutter.bytes() + waitingBytes > bytes / 3;
    if (isLarge || isSegmentDue(unit, length)) {
      closePart(current);
      cutter.closeSegment();
    } else if (isPartDue(leader, unit.dts + current.shift - lastTime)) closePart(current);
    lastTime = unit.dts + current.shift;
  }

  /** Ends the current run; the configuration stays. */
  function cut(): void {
    preroll = [];
    waitingBytes = 0;
    const current = run;
    if (current === null) return;
    // First, so that no request waits for a part that will not come.
    run = null;
    current.lines.video?.finish();
    closePart(current);
    cutter.closeSegment();
    ended = Math.max(ended, current.lines.video?.end ?? 0, current.lines.audio?.end ?? 0);
    changes.touch();
  }

  function wait(unit: AccessUnit): void {
    const hasVideo = configs.has("video");
    if (hasVideo && preroll.length === 0 && !(unit.track === "video" && unit.isKey)) return;
    preroll.push(unit);
    waitingBytes += unit.data.length;
    const span = unit.dts - (preroll[0]?.dts ?? 0);
    const isComplete = hasVideo ? configs.has("audio") || span >= WAIT_FOR_SOUND : span >= WAIT_FOR_PICTURE;
    if (!isComplete && preroll.length < MOST_WAITING && waitingBytes < bytes / 3) return;
    run = begin(preroll, ended);
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
      return changes.version();
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
    changed: changes.next,
    end() {
      cut();
      isEnded = true;
      changes.touch();
    },
  };
}

/** Whether a segment of the given seconds ends with this unit of the leading track. */
function isSegmentDue({ track, isKey }: AccessUnit, seconds: number): boolean {
  const isCut = track === "video" ? isKey && seconds >= LEAST_SEGMENT : seconds >= AUDIO_SEGMENT;
  return isCut || seconds >= MOST_SEGMENT;
}

/** Another unit like the last, which took `span` µs, would make the part longer than playlists promise. */
function isPartDue({ waiting }: TrackLine, span: number): boolean {
  const each = Math.min(Math.max(span / MICROSECONDS, 0), PART_SECONDS);
  return waiting + each > PART_SECONDS + 0.001;
}
