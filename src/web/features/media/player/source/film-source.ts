import type { FilmPlayback } from "#contract/videos.ts";
import { createStore } from "#web/lib/store.ts";
import { growMs, pauseOnline, untilNextLook, waitForPicture } from "./film-waits.ts";
import { configFor, type ErrorData, type HlsPlayer, hasMediaSource, loadHls, playsHls } from "./hls.ts";
import { firstLevel, type Size } from "./quality.ts";

/** Delays before retrying a failed video, in milliseconds. */
const pauses = [500, 1500, 4000, 8000] as const;

export type FilmTrouble = "network" | "format" | "gone";
/** `lost`: interrupted, recovers by itself. A `FilmTrouble`: failed until retried. */
export type FilmHealth = "fine" | "lost" | FilmTrouble;

export interface FilmSizes {
  /** Sizes that can be selected; empty while only the file exists. */
  readonly all: readonly Size[];
  /** Index of the size that is playing; -1 when unknown. */
  readonly playing: number;
  /** Index of the size that was requested; -1 for auto. */
  readonly chosen: number;
}

export interface FilmSourceOptions {
  readonly playback: FilmPlayback;
  /** Loads fresh addresses; null when the video no longer exists. Rejects when the server cannot be reached. */
  readonly refresh?: (() => Promise<FilmPlayback | null>) | undefined;
  /** Whether more sizes are still being encoded, so that polling is worthwhile. */
  readonly isGrowing?: (() => boolean) | undefined;
}

/**
 * Plays a video in a `<video>`: as a stream of several sizes where one exists and the browser supports it, else as the
 * single file. Switches from the file to the stream when that is ready, renews expiring addresses, and continues at the
 * same second after a lost connection. The caller decides what is played, and whether.
 */
export class FilmSource {
  readonly health = createStore<FilmHealth>("fine");
  readonly sizes = createStore<FilmSizes>({ all: [], playing: -1, chosen: -1 });
  readonly #video: HTMLVideoElement;
  readonly #options: FilmSourceOptions;
  readonly #controller = new AbortController();
  #playback: FilmPlayback;
  #hls: HlsPlayer | undefined;
  #kind: "none" | "file" | "native" | "stream" = "none";
  #chosen = -1;
  #finest = -1;
  #isRecovering = false;
  /** Rejects the wait for a picture: none will come. */
  #stumbled: (() => void) | undefined;
  #mediaErrors = 0;
  #canStream = true;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #changes = 0;
  /** The requested second that has not loaded yet; the element itself reports 0 until something has. */
  #wanted = 0;

  constructor(video: HTMLVideoElement, options: FilmSourceOptions) {
    this.#video = video;
    this.#options = options;
    this.#playback = options.playback;
    const { signal } = this.#controller;
    video.addEventListener("error", () => this.#onVideoError(), { signal });
    const arrive = () => {
      if (video.currentTime > 0) this.#wanted = 0;
    };
    for (const name of ["canplay", "seeked"]) video.addEventListener(name, arrive, { signal });
    this.#plan();
  }

  get playback(): FilmPlayback {
    return this.#playback;
  }

  /** Whether there is anything to play. */
  get hasFilm(): boolean {
    return this.#playback.hls !== null || this.#playback.mp4 !== null;
  }

  choose(size: number): void {
    this.#chosen = size;
    // The buffered part plays to its end before the size changes, so nothing stutters.
    if (this.#hls) this.#hls.nextLevel = size;
    this.#tellSizes();
  }

  /** Sets the finest size that auto may select. */
  allow(size: number): void {
    this.#finest = size;
    if (this.#hls && this.#hls.autoLevelCapping !== size) this.#hls.autoLevelCapping = size;
  }

  /** Opens, or reopens, at a second. */
  async open(seconds: number): Promise<void> {
    const change = ++this.#changes;
    this.#wanted = seconds;
    const { hls, mp4 } = this.#playback;
    const wasPlaying = this.#kind !== "none" && !this.#video.paused && !this.#video.ended;
    if (hls !== null && this.#canStream && hasMediaSource()) {
      const Hls = await loadHls().catch(() => undefined);
      if (change !== this.#changes || this.#controller.signal.aborted) return;
      if (Hls === undefined && mp4 === null) {
        void this.#recover();
        return;
      }
      if (Hls?.isSupported() === true) {
        this.#openStream(Hls, hls, seconds);
        this.#goOn(wasPlaying);
        return;
      }
    }
    if (hls !== null && playsHls(this.#video)) this.#openFile(hls, seconds, "native");
    else if (mp4 !== null) this.#openFile(mp4, seconds, "file");
    else if (hls !== null) this.health.set("format");
    this.#goOn(wasPlaying);
  }

  /** Takes new addresses or sizes; switches to a better way of playing at once, at the current second. */
  update(playback: FilmPlayback): void {
    const before = this.#playback;
    this.#playback = playback;
    this.#plan();
    const isBetter = this.#kind === "file" && playback.hls !== null && hasMediaSource() && this.#canStream;
    const isLarger = this.#kind === "stream" && playback.renditions.length > before.renditions.length;
    const isFirst = this.#kind === "none" && this.hasFilm;
    if (isBetter || isLarger || isFirst) void this.open(this.#at());
  }

  /** After `failed`: starts over, at the current second. */
  retry(): void {
    this.#mediaErrors = 0;
    this.#canStream = true;
    void this.#recover();
  }

  close(): void {
    this.#controller.abort();
    this.#changes++;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#detach();
  }

  #at(): number {
    return this.#video.currentTime || this.#wanted;
  }

  #goOn(wasPlaying: boolean): void {
    if (wasPlaying) void this.#video.play().catch(() => undefined);
  }

  #openStream(Hls: Awaited<ReturnType<typeof loadHls>>, address: string, seconds: number): void {
    this.#detach();
    const hls = new Hls({
      ...configFor(address, () => this.#playback.hls ?? address),
      startPosition: seconds,
      // Keeps one minute behind the playback position, so that going back does not fetch it again.
      backBufferLength: 60,
      maxBufferLength: 20,
      abrEwmaDefaultEstimate: 4_000_000,
      startLevel: 0,
    });
    this.#kind = "stream";
    this.#hls = hls;
    hls.on(Hls.Events.MANIFEST_PARSED, () => {
      hls.startLevel = firstLevel(hls.levels);
      hls.autoLevelCapping =
        this.#finest >= 0 ? Math.min(this.#finest, hls.levels.length - 1) : hls.startLevel;
      if (this.#chosen >= hls.levels.length) this.#chosen = -1;
      if (this.#chosen >= 0) hls.nextLevel = this.#chosen;
      this.#tellSizes();
    });
    hls.on(Hls.Events.LEVEL_SWITCHED, () => this.#tellSizes());
    hls.on(Hls.Events.FRAG_BUFFERED, () => {
      this.#mediaErrors = 0;
    });
    hls.on(Hls.Events.ERROR, (_, data) => {
      if (this.#hls === hls) this.#onStreamError(hls, data);
    });
    hls.loadSource(address);
    hls.attachMedia(this.#video);
  }

  #openFile(address: string, seconds: number, kind: "file" | "native"): void {
    this.#detach();
    this.#kind = kind;
    this.#video.src = seconds > 0 ? `${address}#t=${seconds.toFixed(3)}` : address;
    this.#video.load();
    this.#tellSizes();
  }

  #tellSizes(): void {
    const all = this.#hls?.levels.map(({ width, height }) => ({ width, height })) ?? [];
    this.sizes.set({ all, playing: this.#hls?.currentLevel ?? -1, chosen: this.#chosen });
  }

  #detach(): void {
    this.#hls?.destroy();
    this.#hls = undefined;
    if (this.#kind === "file" || this.#kind === "native") {
      this.#video.removeAttribute("src");
      this.#video.load();
    }
    this.#kind = "none";
  }

  #onStreamError(hls: HlsPlayer, { fatal, type }: ErrorData): void {
    if (!fatal) return;
    const kind: string = type;
    if (this.#isRecovering) this.#stumbled?.();
    else if (kind === "mediaError" && this.#mediaErrors++ < 1) hls.recoverMediaError();
    else if (kind === "mediaError" || kind === "muxError") this.#withoutStream();
    else void this.#recover();
  }

  /** A stream that cannot be demuxed may still be playable as a file. */
  #withoutStream(): void {
    this.#canStream = false;
    if (this.#playback.mp4 === null) this.health.set("format");
    else void this.open(this.#at());
  }

  #onVideoError(): void {
    // hls.js reports its own errors, with more detail.
    if (this.#kind !== "file" && this.#kind !== "native") return;
    const code = this.#video.error?.code;
    if (code === MediaError.MEDIA_ERR_DECODE) this.health.set("format");
    else void this.#recover();
  }

  /** Loads fresh addresses and continues at the same second, retrying for as long as the connection is lost. */
  async #recover(): Promise<void> {
    if (this.#isRecovering || this.#controller.signal.aborted) return;
    this.#isRecovering = true;
    this.health.set("lost");
    const at = this.#at();
    const wasPlaying = !this.#video.paused;
    let trouble: FilmTrouble | undefined = "network";
    for (let attempt = 0; attempt < pauses.length && !this.#controller.signal.aborted; ) {
      const fresh = await this.#renew();
      if (fresh === "offline") {
        await pauseOnline(this.#controller.signal, pauses[2]);
        continue;
      }
      if (fresh === "gone") {
        trouble = "gone";
        break;
      }
      await this.open(at);
      if (wasPlaying) void this.#video.play().catch(() => undefined);
      if (await this.#plays()) {
        trouble = undefined;
        break;
      }
      await pauseOnline(this.#controller.signal, pauses[attempt++] ?? 0);
    }
    this.#isRecovering = false;
    if (this.#controller.signal.aborted) return;
    this.health.set(trouble ?? "fine");
  }

  async #renew(): Promise<"renewed" | "offline" | "gone"> {
    if (!navigator.onLine) return "offline";
    if (!this.#options.refresh) return "renewed";
    try {
      const fresh = await this.#options.refresh();
      if (fresh === null) return "gone";
      this.#playback = fresh;
      this.#plan();
      return "renewed";
    } catch {
      return "offline";
    }
  }

  #plays(): Promise<boolean> {
    const { plays, timer, stumble } = waitForPicture(this.#video, this.#controller.signal);
    this.#timers.push(timer);
    this.#stumbled = stumble;
    return plays;
  }

  /** Schedules the next refresh of addresses: before they expire, and while sizes are being encoded. */
  #plan(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    if (!this.#options.refresh) return;
    const wait = untilNextLook(this.#playback.expires_at, this.#options.isGrowing?.() ?? false);
    if (wait !== null) this.#timers.push(setTimeout(() => void this.#look(), wait));
  }

  async #look(): Promise<void> {
    if (this.#isRecovering || this.#controller.signal.aborted) return;
    const fresh = await this.#options.refresh?.().catch(() => undefined);
    if (this.#controller.signal.aborted) return;
    if (fresh) this.update(fresh);
    else this.#timers.push(setTimeout(() => void this.#look(), growMs));
  }
}
