import type { FragmentSample, FragmentTrack } from "./boxes.ts";
import { AUDIO_TRACK, timescaleOf, VIDEO_TRACK } from "./boxes.ts";
import { packetSamples } from "./codecs.ts";
import { type AccessUnit, type AudioConfig, MICROSECONDS, type VideoConfig } from "./media.ts";

/** Sound that is this far off its expected time, in seconds, is moved; less is the rounding of senders' clocks. */
const AUDIO_SLACK = 0.06;

/** Converts the units of one track to samples that follow each other without a gap or an overlap. */
export interface TrackLine {
  /** Adds a unit at `time` (µs of the stream); the samples it completes wait for `take`. */
  push(unit: AccessUnit, time: number): void;
  /** Returns everything completed so far, and the times in µs at which it begins and ends. */
  take(): FragmentTrack & { readonly seconds: number };
  /** Seconds of the samples that wait for `take`. */
  readonly waiting: number;
  /** The last unit, whose duration depends on its successor, gets the usual one. */
  finish(): void;
  /** Earliest expected time of the next unit, µs. */
  readonly end: number;
}

/** A picture lasts until the next one, so the newest is always held back. */
export function videoLine(config: VideoConfig, usual: number): TrackLine {
  const scale = timescaleOf(config);
  const ticks = (time: number) => Math.round((time * scale) / MICROSECONDS);
  let held: { unit: AccessUnit; at: number } | null = null;
  let lasting = Math.round(usual * scale);
  let samples: FragmentSample[] = [];
  let begin = 0;
  let waiting = 0;
  let end = 0;
  const complete = (duration: number) => {
    if (held === null) return;
    if (samples.length === 0) begin = held.at;
    const { data, cts, isKey } = held.unit;
    samples.push({ data, duration, offset: ticks(cts), isKey });
    waiting += duration;
    end = held.at + duration;
    held = null;
  };
  return {
    push(unit, time) {
      let at = ticks(time);
      if (held !== null) {
        at = Math.max(at, held.at + scale / 1000);
        lasting = at - held.at;
        complete(lasting);
      } else at = Math.max(at, end);
      held = { unit, at };
    },
    take() {
      const taken = { id: VIDEO_TRACK, decodeTime: begin, samples, seconds: waiting / scale };
      samples = [];
      waiting = 0;
      return taken;
    },
    get waiting() {
      return waiting / scale;
    },
    finish: () => complete(lasting),
    get end() {
      return ((held === null ? end : held.at + lasting) * MICROSECONDS) / scale;
    },
  };
}

/** The duration of sound comes from its packets; senders' clocks are used only when they are far off. */
export function audioLine(config: AudioConfig): TrackLine {
  const scale = timescaleOf(config);
  let samples: FragmentSample[] = [];
  let begin = 0;
  let waiting = 0;
  let end = -1;
  return {
    push({ data }, time) {
      const told = Math.round((time * scale) / MICROSECONDS);
      const off = end < 0 ? 0 : told - end;
      // Repeated sound, or sound ahead of the pictures: this packet is dropped, and the line catches up.
      if (off < -AUDIO_SLACK * scale) return;
      const at = end < 0 ? Math.max(0, told) : off > AUDIO_SLACK * scale ? told : end;
      const last = samples.at(-1);
      if (last !== undefined && at > end) {
        samples[samples.length - 1] = { ...last, duration: last.duration + at - end };
        waiting += at - end;
      }
      if (samples.length === 0) begin = at;
      const duration = packetSamples(config, data);
      samples.push({ data, duration, offset: 0, isKey: true });
      waiting += duration;
      end = at + duration;
    },
    take() {
      const taken = { id: AUDIO_TRACK, decodeTime: begin, samples, seconds: waiting / scale };
      samples = [];
      waiting = 0;
      return taken;
    },
    get waiting() {
      return waiting / scale;
    },
    finish: () => undefined,
    get end() {
      return (Math.max(0, end) * MICROSECONDS) / scale;
    },
  };
}
