import type { CameraPlayback } from "#contract/cctv.ts";
import { createStore } from "#web/lib/store.ts";
import { LiveSource } from "../source/live-source.ts";

/** Display of a camera in a tile: pictures every few seconds, or the stream. */
export type CameraMode = "still" | "live";
/** `connecting` before the first picture, `down` while none arrives. */
export type CameraTileState = "connecting" | "still" | "live" | "down";

/** Elements that show the picture of a camera. */
export interface CameraPlaces {
  readonly box: HTMLElement;
  readonly still: HTMLImageElement;
  readonly video: HTMLVideoElement;
}

export interface CameraFeedOptions {
  /** Null while the user may not view it. */
  readonly playback: CameraPlayback | null;
  readonly mode: CameraMode;
  /** Seconds between two stills. */
  readonly everySeconds: number;
  /** Returns fresh addresses; null when the user may no longer view it. */
  readonly refresh: () => Promise<CameraPlayback | null>;
  /** Called when a still has loaded. */
  readonly onStill: () => void;
}

/** A failed still is retried after increasing pauses, up to this. */
const mostSeconds = 60;
/** Addresses are renewed this long before they expire. */
const aheadMs = 60_000;

/**
 * The picture of one camera: a still that is refreshed, or the stream over it. It requests nothing while the page is
 * hidden or the picture is off the screen.
 */
export class CameraFeed {
  readonly state = createStore<CameraTileState>("connecting");
  readonly #places: CameraPlaces;
  readonly #options: CameraFeedOptions;
  readonly #controller = new AbortController();
  #playback: CameraPlayback | null;
  #mode: CameraMode;
  #source: LiveSource | undefined;
  #failures = 0;
  #isVisible = true;
  #stillTimer = 0;
  #renewTimer = 0;

  constructor(places: CameraPlaces, options: CameraFeedOptions) {
    this.#places = places;
    this.#options = options;
    this.#playback = options.playback;
    this.#mode = options.mode;
    const { signal } = this.#controller;
    const wake = () => this.#wake();
    const watcher = new IntersectionObserver((entries) => {
      const now = entries.at(-1)?.isIntersecting ?? true;
      if (now === this.#isVisible) return;
      this.#isVisible = now;
      wake();
    });
    watcher.observe(places.box);
    signal.addEventListener("abort", () => watcher.disconnect());
    document.addEventListener("visibilitychange", wake, { signal });
    addEventListener("online", wake, { signal });
    this.#plan();
    wake();
  }

  use(mode: CameraMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    if (mode === "live") this.#begin();
    else {
      this.#end();
      void this.#takeStill();
    }
  }

  update(playback: CameraPlayback | null): void {
    this.#playback = playback;
    this.#plan();
    this.#source?.follow(this.#isAwake() ? this.#addresses() : undefined);
  }

  close(): void {
    this.#controller.abort();
    clearTimeout(this.#stillTimer);
    clearTimeout(this.#renewTimer);
    this.#source?.close();
    this.#source = undefined;
  }

  #isAwake(): boolean {
    return this.#isVisible && !document.hidden && !this.#controller.signal.aborted;
  }

  #nextStill(seconds: number): void {
    clearTimeout(this.#stillTimer);
    this.#stillTimer = window.setTimeout(() => void this.#takeStill(), seconds * 1000);
  }

  /** The next picture replaces the current one when it has loaded completely, so that nothing flickers. */
  async #takeStill(): Promise<void> {
    clearTimeout(this.#stillTimer);
    const { signal } = this.#controller;
    if (signal.aborted || (this.#mode === "live" && this.state.get() === "live")) return;
    if (this.#playback && this.#isAwake()) {
      const image = new Image();
      image.crossOrigin = "anonymous";
      image.src = fresh(this.#playback.still);
      try {
        await image.decode();
        if (signal.aborted) return;
        this.#failures = 0;
        this.#places.still.src = image.src;
        this.#options.onStill();
        if (this.state.get() !== "live") this.state.set("still");
      } catch {
        this.#failures++;
        if (this.state.get() !== "live" && this.#failures > 1) this.state.set("down");
        if (this.#failures % 3 === 1) await this.#renew();
      }
    }
    if (signal.aborted) return;
    this.#nextStill(Math.min(this.#options.everySeconds * 2 ** Math.min(this.#failures, 5), mostSeconds));
  }

  async #renew(): Promise<void> {
    const next = await this.#options.refresh().catch(() => undefined);
    if (next !== undefined && !this.#controller.signal.aborted) this.update(next);
  }

  #plan(): void {
    clearTimeout(this.#renewTimer);
    if (!this.#playback) return;
    const left = Date.parse(this.#playback.expires_at) - Date.now() - aheadMs;
    if (!Number.isNaN(left))
      this.#renewTimer = window.setTimeout(() => void this.#renew(), Math.max(left, 5000));
  }

  #addresses() {
    if (this.#playback === null) return undefined;
    const { hls, expires_at } = this.#playback;
    return { hls, calm: hls, instant: null, expires_at };
  }

  #begin(): void {
    if (this.#mode !== "live" || this.#source || !this.#isAwake()) return;
    const own = new LiveSource(this.#places.video, "calm");
    this.#source = own;
    own.isMoving.subscribe(() => {
      if (this.#source !== own) return;
      const isMoving = own.isMoving.get();
      this.state.set(isMoving ? "live" : "connecting");
      // Stills continue below while the stream is broken.
      if (!isMoving) this.#nextStill(1);
    });
    own.follow(this.#addresses());
  }

  #end(): void {
    this.#source?.close();
    this.#source = undefined;
    if (this.state.get() === "live") this.state.set("still");
  }

  #wake(): void {
    if (!this.#isAwake()) {
      this.#end();
      return;
    }
    this.#begin();
    if (this.state.get() !== "live") void this.#takeStill();
  }
}

/** The same address always returns the newest picture, and a browser would show its cached one. */
const fresh = (address: string) => `${address}${address.includes("?") ? "&" : "?"}at=${Date.now()}`;
