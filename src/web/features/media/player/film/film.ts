import type { FilmPlayback } from "#contract/videos.ts";
import type { Direction, Panorama, View } from "#panorama/types.ts";
import { createStore } from "#web/lib/store.ts";
import { startSound } from "../sound.ts";
import { type FilmHealth, FilmSource } from "../source/film-source.ts";
import { finestLevel, wantedWidth } from "../source/quality.ts";
import { openSphere, type Sphere } from "../sphere.ts";
import { createVideo, playAnyhow } from "../video.ts";

/** Start of a video: second, and viewing direction in degrees. */
export interface FilmStart {
  readonly seconds?: number | undefined;
  readonly yaw?: number | undefined;
  readonly pitch?: number | undefined;
  readonly fov?: number | undefined;
}

export interface FilmOptions {
  readonly playback: FilmPlayback;
  /** Label of the picture for screen readers. */
  readonly label: string;
  /** Starts by itself: muted where the browser requires that. */
  readonly autoPlay?: boolean | undefined;
  readonly muted?: boolean | undefined;
  readonly loop?: boolean | undefined;
  readonly start?: FilmStart | undefined;
  /** Seconds, until the video's metadata is loaded; 0 when unknown. */
  readonly duration?: number | undefined;
  /** The first view as delivered with the page; it is put into the player and removed with the first frame. */
  readonly posterImage?: HTMLImageElement | undefined;
  /** Fresh addresses, for when the old ones expire; null when the video is gone. Without it the given ones are kept. */
  readonly refresh?: (() => Promise<FilmPlayback | null>) | undefined;
  /** Whether more sizes are being made, so that it is worth refetching. */
  readonly isGrowing?: (() => boolean) | undefined;
  /** False when embedded in another page, whose wheel scrolls it. */
  readonly wheel?: boolean | undefined;
  /** A video without a sphere, such as a time-lapse: the whole picture is shown. */
  readonly isFlat?: boolean | undefined;
  /** The picture was pressed without dragging. */
  readonly onPress?: ((direction: Direction) => void) | undefined;
}

export type FilmState = "loading" | "paused" | "playing" | "waiting" | "ended" | "failed";

export interface FilmStatus {
  readonly state: FilmState;
  readonly health: FilmHealth;
  /** Whether there is anything to play yet. */
  readonly hasFilm: boolean;
  readonly isAtStart: boolean;
}

export const unopened: FilmStatus = { state: "loading", health: "fine", hasFilm: false, isAtStart: true };

const judging = [
  "play",
  "playing",
  "pause",
  "waiting",
  "ended",
  "loadeddata",
  "canplay",
  "seeking",
  "seeked",
] as const;

/** A 360 video in a container: its video element, the sphere it is drawn on, and its source. Without controls. */
export class Film {
  readonly video = createVideo();
  readonly source: FilmSource;
  readonly isFlat: boolean;
  /** Undefined for a flat video, and where the browser cannot draw a sphere: the whole picture is then shown. */
  readonly panorama: Panorama | undefined;
  readonly status = createStore(unopened);
  readonly #stage: HTMLElement;
  readonly #options: FilmOptions;
  readonly #sphere: Sphere | undefined;
  readonly #controller = new AbortController();
  #given: FilmPlayback;

  constructor(stage: HTMLElement, options: FilmOptions) {
    const { playback, start = {}, posterImage, label, wheel } = options;
    this.#stage = stage;
    this.#options = options;
    this.#given = playback;
    this.isFlat = options.isFlat ?? false;
    this.video.loop = options.loop ?? false;
    startSound(this.video, options.muted ?? false);
    if (posterImage) {
      posterImage.className = "absolute inset-0 size-full object-cover";
      stage.append(posterImage);
    }
    this.#sphere = this.isFlat
      ? undefined
      : openSphere(stage, this.video, {
          label,
          view: viewOf(start),
          poster: playback.poster ?? undefined,
          wheel,
          posterImage,
        });
    this.panorama = this.#sphere?.panorama;
    if (!this.panorama) this.#showFlat();
    this.source = new FilmSource(this.video, {
      playback,
      refresh: options.refresh,
      isGrowing: options.isGrowing,
    });
    this.#listen();
    this.#judge();
    void this.#begin();
  }

  get seconds(): number {
    return this.video.currentTime;
  }

  get duration(): number {
    const { duration } = this.video;
    return Number.isFinite(duration) && duration > 0 ? duration : (this.#options.duration ?? 0);
  }

  get view(): View {
    return this.panorama?.view ?? viewOf(this.#options.start ?? {});
  }

  play(): void {
    const { state, hasFilm } = this.status.get();
    if (state === "failed" || !hasFilm) return;
    void playAnyhow(this.video).then(() => this.#judge());
  }

  pause(): void {
    this.video.pause();
  }

  toggle(): void {
    if (this.video.paused || this.video.ended) this.play();
    else this.pause();
  }

  /** Seeks to a second, and turns to a direction if one is given. */
  seek(seconds: number, direction?: Partial<View> | null): void {
    const last = this.duration;
    this.video.currentTime = Math.max(0, last > 0 ? Math.min(seconds, last) : seconds);
    if (direction) void this.panorama?.lookAt(direction, { animate: true });
  }

  /** After a failure: restarts everything, at the last second that was shown. */
  retry(): void {
    this.source.retry();
  }

  /** Applies addresses or sizes from another source. */
  update(playback: FilmPlayback): void {
    if (playback === this.#given) return;
    this.#given = playback;
    this.source.update(playback);
    this.#judge();
  }

  close(): void {
    this.#controller.abort();
    this.source.close();
    this.panorama?.destroy();
    this.#stage.replaceChildren();
  }

  async #begin(): Promise<void> {
    const { start, autoPlay } = this.#options;
    await this.source.open(start?.seconds ?? 0);
    if (autoPlay === true && !this.#controller.signal.aborted) this.play();
  }

  #listen(): void {
    const { signal } = this.#controller;
    const judge = () => this.#judge();
    const fit = () => this.#fit();
    for (const name of judging) this.video.addEventListener(name, judge, { signal });
    const goOn = () => this.status.get().state === "waiting" && !this.video.paused && judge();
    this.video.addEventListener("timeupdate", goOn, { signal });
    const ends = [this.source.health.subscribe(judge), this.source.sizes.subscribe(fit)];
    this.panorama?.on("view", fit);
    this.panorama?.on("click", ({ yaw, pitch }) => this.#options.onPress?.({ yaw, pitch }));
    const observer = new ResizeObserver(fit);
    observer.observe(this.#stage);
    signal.addEventListener("abort", () => {
      observer.disconnect();
      for (const end of ends) end();
    });
  }

  #judge(): void {
    const health = this.source.health.get();
    const { hasFilm } = this.source;
    const state = this.#stateFor(health);
    const isAtStart = this.video.currentTime <= 0.2;
    const known = this.status.get();
    const isSame =
      known.state === state &&
      known.health === health &&
      known.hasFilm === hasFilm &&
      known.isAtStart === isAtStart;
    if (!isSame) this.status.set({ state, health, hasFilm, isAtStart });
  }

  #stateFor(health: FilmHealth): FilmState {
    const { video } = this;
    if (health !== "fine" && health !== "lost") return "failed";
    if (video.ended) return "ended";
    if (video.paused) return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? "paused" : "loading";
    return video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA ? "playing" : "waiting";
  }

  /** Limits the automatic selection to sizes that make a visible difference at this zoom and height of the picture. */
  #fit(): void {
    const { fov } = this.panorama?.view ?? { fov: 60 };
    const height = this.#stage.clientHeight * Math.min(devicePixelRatio, 2);
    const limit = this.#sphere ? this.#sphere.textureLimit : Number.POSITIVE_INFINITY;
    this.source.allow(finestLevel(this.source.sizes.get().all, wantedWidth(fov, height), limit));
  }

  /** The whole picture as it is: of a flat video, and without WebGL, where it is better than none. */
  #showFlat(): void {
    const { poster } = this.#options.playback;
    if (poster !== null) this.video.poster = poster;
    this.video.className = "absolute inset-0 size-full object-contain";
    if (this.isFlat) {
      this.video.ariaLabel = this.#options.label;
      this.video.addEventListener("click", () => this.toggle(), { signal: this.#controller.signal });
    }
    this.#stage.append(this.video);
  }
}

const viewOf = ({ yaw = 0, pitch = 0, fov = 75 }: FilmStart): View => ({ yaw, pitch, fov });
