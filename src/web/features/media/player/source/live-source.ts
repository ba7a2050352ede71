import type { PlayerChannel } from "#contract/live.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { playAnyhow } from "../video.ts";
import { configFor, type ErrorData, type HlsPlayer, hasMediaSource, loadHls, playsHls } from "./hls.ts";
import { LiveDistance } from "./live-distance.ts";

export type LiveMode = "low" | "calm" | "instant";
export type LiveAddresses = NonNullable<PlayerChannel["playback"]>;

/** Delays before a broken stream is restarted, in milliseconds. */
const pauses = [300, 1000, 2000, 3000] as const;
/** A stream that stalls this long while the server reports it as live is restarted; milliseconds. */
const stillMs = 6000;
/** Maximum delay behind the newest picture that still counts as live; seconds. */
const behind: Readonly<Record<LiveMode, number>> = { instant: 3, low: 6, calm: 20 };

/** Plays a live stream in a `<video>`, and restarts it whenever it breaks. */
export class LiveSource {
  /** Whether the picture is moving. */
  readonly isMoving = createStore(false);
  /** Whether this browser cannot play any variant of it. */
  readonly isUnplayable = createStore(false);
  readonly mode: Store<LiveMode>;
  readonly #video: HTMLVideoElement;
  readonly #controller = new AbortController();
  #addresses: LiveAddresses | undefined;
  #hls: HlsPlayer | undefined;
  #distance: LiveDistance | undefined;
  #instant: { close(): void } | undefined;
  #failures = 0;
  #timer = 0;
  #change = 0;
  #lastTime = 0;
  #movedAt = 0;

  constructor(video: HTMLVideoElement, mode: LiveMode) {
    this.#video = video;
    this.mode = createStore(mode);
    const watch = setInterval(() => this.#watch(), 500);
    this.#controller.signal.addEventListener("abort", () => clearInterval(watch));
    const { signal } = this.#controller;
    video.addEventListener("error", () => !this.#hls && !this.#instant && this.#again(), { signal });
    addEventListener("online", () => this.#addresses && !this.isMoving.get() && this.#open(), { signal });
    // A hidden page is not drawn, and is behind when it becomes visible again.
    const back = () => void (!document.hidden && this.isBehind && this.toLive());
    document.addEventListener("visibilitychange", back, { signal });
  }

  /** Seconds behind the camera, as far as the stream reports it; undefined where it does not. */
  get delay(): number | undefined {
    if (this.#hls) return this.#hls.latency > 0 ? this.#hls.latency : undefined;
    return undefined;
  }

  get isBehind(): boolean {
    const { seekable, currentTime } = this.#video;
    const newest =
      this.#hls?.liveSyncPosition ?? (seekable.length > 0 ? seekable.end(seekable.length - 1) : 0);
    return newest - currentTime > behind[this.mode.get()];
  }

  /**
   * Follows the current stream; undefined when nothing is sent. New addresses of the same stream leave playback
   * untouched.
   */
  follow(addresses: LiveAddresses | undefined): void {
    const wasOpen = this.#addresses !== undefined;
    this.#addresses = addresses;
    if (addresses === undefined) this.#stop();
    else if (!wasOpen) this.#open();
  }

  use(mode: LiveMode): void {
    if (mode === this.mode.get()) return;
    this.mode.set(mode);
    if (this.#addresses) this.#open();
  }

  /** Restarts now: the server reports pictures that do not arrive. */
  restart(): void {
    if (this.#addresses) this.#open();
  }

  toLive(): void {
    const { seekable } = this.#video;
    const newest =
      this.#hls?.liveSyncPosition ?? (seekable.length > 0 ? seekable.end(seekable.length - 1) - 1 : null);
    if (newest !== null && Number.isFinite(newest)) this.#video.currentTime = newest;
    void this.#video.play().catch(() => undefined);
  }

  close(): void {
    this.#controller.abort();
    this.#stop();
  }

  #open(): void {
    clearTimeout(this.#timer);
    const change = ++this.#change;
    this.#movedAt = performance.now();
    const begin = async () => {
      await this.#begin(change);
      if (change === this.#change) await playAnyhow(this.#video);
    };
    void begin();
  }

  async #begin(change: number): Promise<void> {
    const addresses = this.#addresses;
    if (addresses === undefined) return;
    if (this.mode.get() === "instant" && addresses.instant !== null && hasMediaSource()) {
      const { playInstant } = await import("./instant.ts");
      if (change !== this.#change) return;
      this.#detach();
      this.#instant = playInstant(
        this.#video,
        addresses.instant,
        () => change === this.#change && this.#again(),
      );
      return;
    }
    const Hls = hasMediaSource() ? await loadHls().catch(() => undefined) : undefined;
    if (change !== this.#change) return;
    this.#detach();
    const address = this.#addressOf(addresses);
    if (Hls?.isSupported() === true) this.#stream(Hls, address);
    else if (playsHls(this.#video)) this.#video.src = address;
    else if (hasMediaSource()) this.#again();
    else this.isUnplayable.set(true);
  }

  #addressOf = ({ hls, calm }: LiveAddresses): string => (this.mode.get() === "calm" ? calm : hls);

  #stream(Hls: Awaited<ReturnType<typeof loadHls>>, address: string): void {
    const isLow = this.mode.get() !== "calm";
    const hls = new Hls({
      ...configFor(address, () => (this.#addresses ? this.#addressOf(this.#addresses) : address)),
      lowLatencyMode: isLow,
      // Slightly faster until it has caught up, with low latency only: a small difference is inaudible.
      maxLiveSyncPlaybackRate: 1.1,
      ...(isLow && { liveSyncOnStallIncrease: 0 }),
      liveDurationInfinity: true,
      backBufferLength: 20,
    });
    this.#hls = hls;
    const distance = isLow ? new LiveDistance(hls) : undefined;
    this.#distance = distance;
    hls.on(Hls.Events.ERROR, (_, data) => {
      if (data.details === Hls.ErrorDetails.BUFFER_STALLED_ERROR) distance?.stalled(performance.now());
      if (this.#hls === hls) this.#onError(hls, data);
    });
    hls.on(Hls.Events.FRAG_BUFFERED, () => {
      this.#failures = 0;
    });
    hls.loadSource(address);
    hls.attachMedia(this.#video);
  }

  /**
   * A reconnecting sender produces a playlist that the library cannot continue, and it gives up for good. A restart
   * plays it; the last picture stays until then.
   */
  #onError(hls: HlsPlayer, { fatal, type }: ErrorData): void {
    if (!fatal) return;
    const kind: string = type;
    if (kind === "mediaError" && this.#failures++ === 0) hls.recoverMediaError();
    else this.#again();
  }

  #again(): void {
    if (this.#controller.signal.aborted || this.#addresses === undefined) return;
    clearTimeout(this.#timer);
    const pause = pauses[Math.min(this.#failures++, pauses.length - 1)];
    this.#timer = window.setTimeout(() => this.#addresses && this.#open(), pause);
  }

  #watch(): void {
    const now = performance.now();
    const { currentTime, paused } = this.#video;
    if (currentTime !== this.#lastTime) this.#movedAt = now;
    const isMoving = currentTime !== this.#lastTime && currentTime > 0;
    if (isMoving) this.#distance?.check(now);
    this.#lastTime = currentTime;
    if (isMoving !== this.isMoving.get() && (isMoving || now - this.#movedAt > 1500)) {
      if (isMoving) this.#failures = 0;
      this.isMoving.set(isMoving);
    }
    const mayMove = this.#addresses !== undefined && !paused && !document.hidden;
    if (!mayMove) this.#movedAt = now;
    else if (now - this.#movedAt > stillMs) {
      this.#movedAt = now;
      this.#open();
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#change++;
    this.#failures = 0;
    this.#detach();
  }

  #detach(): void {
    this.#hls?.destroy();
    this.#hls = undefined;
    this.#distance = undefined;
    this.#instant?.close();
    this.#instant = undefined;
    this.#video.removeAttribute("src");
    this.#video.load();
  }
}
