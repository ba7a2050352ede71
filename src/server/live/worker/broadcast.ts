import type { ChannelState } from "#contract/choices.ts";
import type { LiveSignal } from "../engine.ts";
import type { WorkerSettings } from "../messages.ts";
import { createPackager, type MediaSink, type Packager, type Part, type Segment } from "../packager/index.ts";
import { Meter } from "./meter.ts";
import { Viewers } from "./viewers.ts";

/** A sender, whatever he speaks. */
export interface Sender {
  /** Ends his connection, after telling why. */
  sendAway(reason: "replaced" | "stopped" | "idle"): void;
}

/** The place of a sender in a channel. */
export interface BroadcastPaths {
  readonly sink: Pick<MediaSink, "configure" | "write">;
  leave(): void;
}

export interface Recording {
  keep(segment: Segment): void;
  /** Ends the recording that is under way, if there is one. */
  end(): void;
}

export interface BroadcastOptions {
  readonly code: string;
  readonly settings: Pick<WorkerSettings, "staleMs" | "dropMs" | "graceMs">;
  readonly recording: Recording;
  readonly onState: (state: ChannelState) => void;
  readonly onSender: () => void;
}

/** Whoever is given parts as they come. */
export interface PartListener {
  part(part: Part, segment: Segment): void;
  end(): void;
}

/** One channel that lets its sender in: what he sends, who watches, and whether something comes. */
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

  /** The newest sender wins; who was there is told. */
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

  /** Looks at the clock: called twice a second. */
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

  /** Nobody is let in any more; players read that it is over. */
  end(): void {
    const sender = this.#sender;
    this.#sender = null;
    this.#close();
    sender?.sendAway("stopped");
    for (const listener of this.listeners) listener.end();
    this.#become("idle");
  }

  /** The key is another now: who came with the old one goes, the channel stays. */
  sendAway(): void {
    const sender = this.#sender;
    if (sender === null) return;
    this.#sender = null;
    this.packager?.interrupt();
    sender.sendAway("stopped");
    this.#interrupt();
  }

  /**
   * The newest sender is at another node: viewers are led there. What they read here is not said to be over, for
   * players would believe it.
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
    // Who never showed anything leaves no gap.
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
