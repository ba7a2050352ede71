import type { ChannelState } from "#contract/choices.ts";
import type { LiveSignal } from "../engine.ts";
import type { WorkerSettings } from "../messages.ts";
import { createPackager, type MediaSink, type Packager, type Part, type Segment } from "../packager/index.ts";
import { Meter } from "./meter.ts";
import { Viewers } from "./viewers.ts";

/** A sender, independent of its protocol. */
export interface Sender {
  /** Ends its connection, after sending the reason. */
  sendAway(reason: "replaced" | "stopped" | "idle"): void;
}

/** Interface of a channel to its sender. */
export interface BroadcastPaths {
  readonly sink: Pick<MediaSink, "configure" | "write">;
  leave(): void;
}

export interface Recording {
  keep(segment: Segment): void;
  /** Ends the current recording, if there is one. */
  end(): void;
}

export interface BroadcastOptions {
  readonly code: string;
  readonly settings: Pick<WorkerSettings, "staleMs" | "dropMs" | "graceMs">;
  readonly recording: Recording;
  readonly onState: (state: ChannelState) => void;
  readonly onSender: () => void;
}

/** Receives parts as they are created. */
export interface PartListener {
  part(part: Part, segment: Segment): void;
  end(): void;
}

/** One channel that admits its sender: its media, its viewers, and whether data arrives. */
export class Broadcast {
  readonly code: string;
  readonly viewers = new Viewers();
  readonly listeners = new Set<PartListener>();
  isRecorded = false;
  /** Null before the first sender. */
  packager: Packager | null = null;
  #options: BroadcastOptions;
  #state: ChannelState = "starting";
  #meter = new Meter();
  #sender: Sender | null = null;
  #lastMedia = 0;
  #interruptedAt = 0;

  constructor(options: BroadcastOptions) {
    this.code = options.code;
    this.#options = options;
  }

  get state(): ChannelState {
    return this.#state;
  }

  /** The newest sender wins; the previous one is notified. */
  enter(sender: Sender): BroadcastPaths {
    const before = this.#sender;
    this.#sender = sender;
    const packager = (this.packager ??= this.#open());
    packager.interrupt();
    this.#meter.reset();
    this.#lastMedia = Date.now();
    before?.sendAway("replaced");
    this.#options.onSender();
    const isHere = () => this.#sender === sender;
    return {
      sink: {
        configure: (config) => {
          if (isHere()) packager.configure(config);
        },
        write: (unit) => {
          if (!isHere()) return;
          this.#lastMedia = Date.now();
          this.#meter.count(unit, this.#lastMedia);
          packager.write(unit);
          if (packager.isFlowing) this.#become("live");
        },
      },
      leave: () => {
        if (!isHere()) return;
        this.#sender = null;
        packager.interrupt();
        this.#interrupt();
      },
    };
  }

  /** Checks the timeouts: called twice a second. */
  tick(now: number): void {
    const { staleMs, dropMs, graceMs } = this.#options.settings;
    const sender = this.#sender;
    if (sender !== null) {
      if (this.#state === "live" && now - this.#lastMedia > staleMs) this.#become("stale");
      if (now - this.#lastMedia > dropMs) {
        this.#sender = null;
        this.packager?.interrupt();
        sender.sendAway("idle");
        this.#interrupt();
      }
    } else if (this.#state === "interrupted" && now - this.#interruptedAt > graceMs) {
      this.#close();
      this.#become("starting");
    }
  }

  /** Admits no sender any more; players get the end of the stream. */
  end(): void {
    const sender = this.#sender;
    this.#sender = null;
    this.#close();
    sender?.sendAway("stopped");
    for (const listener of this.listeners) listener.end();
    this.#become("idle");
  }

  /** The key changed: a sender with the old one is disconnected, the channel stays. */
  sendAway(): void {
    const sender = this.#sender;
    if (sender === null) return;
    this.#sender = null;
    this.packager?.interrupt();
    sender.sendAway("stopped");
    this.#interrupt();
  }

  /**
   * The newest sender is at another node: viewers are forwarded there. Playlists here are not marked as ended, as
   * players would stop.
   */
  cede(): void {
    const sender = this.#sender;
    this.#sender = null;
    this.packager?.interrupt();
    this.packager = null;
    this.#options.recording.end();
    sender?.sendAway("replaced");
    for (const listener of this.listeners) listener.end();
    this.#become("starting");
  }

  signal(now: number): LiveSignal | null {
    return this.packager === null || this.#state === "starting"
      ? null
      : this.#meter.signal(this.packager.configs, now);
  }

  #open(): Packager {
    return createPackager({
      onPart: (part, segment) => {
        for (const listener of this.listeners) listener.part(part, segment);
      },
      onSegment: (segment) => {
        if (this.isRecorded) this.#options.recording.keep(segment);
      },
    });
  }

  #close(): void {
    this.packager?.end();
    this.packager = null;
    this.#options.recording.end();
  }

  #interrupt(): void {
    // A sender that never showed anything leaves no gap.
    if (this.#state === "starting") return;
    this.#interruptedAt = Date.now();
    this.#become("interrupted");
  }

  #become(state: ChannelState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
