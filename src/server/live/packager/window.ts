import type { TrackConfig } from "./media.ts";

/** The init segment of a run of segments. */
export interface Head {
  readonly number: number;
  readonly configs: readonly TrackConfig[];
  readonly bytes: Buffer;
}

export interface Part {
  readonly bytes: Buffer;
  readonly seconds: number;
  /** Number of pictures in it. */
  readonly frames: number;
  /** Whether it begins with a key frame. */
  readonly isIndependent: boolean;
}

export interface Segment {
  /** Media sequence number. */
  readonly number: number;
  readonly head: Head;
  readonly startsAt: Date;
  /** The content before ended in the middle; its clock, or even its codec, does not continue here. */
  readonly isBreak: boolean;
  readonly parts: Part[];
  seconds: number;
  bytes: number;
  isComplete: boolean;
}

export interface WindowOptions {
  /** Complete segments in the playlist. */
  readonly segments: number;
  /** Maximum bytes held; at least two segments stay. */
  readonly bytes: number;
}

/** Removed from the playlist, still available to clients that read it just before. */
const GRACE_SEGMENTS = 2;

/** The newest segments in memory. */
export class SegmentWindow {
  readonly #options: WindowOptions;
  /** Segments that just left the playlist. */
  #left: Segment[] = [];
  #segments: Segment[] = [];
  #heads = new Map<number, Head>();
  /** Breaks that left the playlist: EXT-X-DISCONTINUITY-SEQUENCE. */
  breaks: number;
  /** Longest segment and part so far, as promised by playlists. */
  longest = 1;
  longestPart = 0.34;

  constructor(options: WindowOptions, breaks: number) {
    this.#options = options;
    this.breaks = breaks;
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get bytes(): number {
    return [...this.#left, ...this.#segments].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
    this.#heads.set(segment.head.number, segment.head);
    this.#prune();
  }

  find(number: number): Segment | undefined {
    return [...this.#segments, ...this.#left].find((segment) => segment.number === number);
  }

  head(number: number): Head | undefined {
    return this.#heads.get(number);
  }

  #prune(): void {
    const complete = () => this.#segments.filter(({ isComplete }) => isComplete).length;
    let bytes = this.bytes;
    while (
      complete() > this.#options.segments ||
      (bytes > this.#options.bytes && this.#segments.length > 2)
    ) {
      const gone = this.#segments.shift();
      if (gone === undefined) break;
      // Counted when it leaves and not before: players that still have the segment would be one break off.
      if (gone.isBreak) this.breaks += 1;
      this.#left.push(gone);
      if (this.#left.length > GRACE_SEGMENTS || bytes > this.#options.bytes) {
        bytes -= this.#left.shift()?.bytes ?? 0;
      }
    }
    const used = new Set([...this.#segments, ...this.#left].map(({ head }) => head.number));
    for (const number of this.#heads.keys()) if (!used.has(number)) this.#heads.delete(number);
  }
}
