import type { ChannelState } from "#contract/choices.ts";
import type { PlayerChannel } from "#contract/live.ts";
import { pageLimits } from "#contract/page-limits.ts";
import type { Panorama } from "#panorama/types.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { startSound } from "../sound.ts";
import { type LiveMode, LiveSource } from "../source/live-source.ts";
import { createVideo, playAnyhow } from "../video.ts";

/** State of a channel as the player knows it; `GET /api/live-streaming/playback-urls` answers in this shape. */
export type LiveNow = Pick<PlayerChannel, "name" | "state" | "is_360" | "viewers" | "playback">;

/** `ended`: was seen live here before. `gone`: the channel no longer exists. `lost`: there is no connection. */
export type LiveState = ChannelState | "ended" | "gone" | "lost";

export interface LiveOptions {
  readonly channel: LiveNow;
  /** Loads the current channel; null when it is gone. Called every few seconds. Rejects when there is no connection. */
  readonly refresh: () => Promise<LiveNow | null>;
  readonly muted?: boolean | undefined;
  /** False when embedded in another page, which scrolls by the wheel. */
  readonly wheel?: boolean | undefined;
  /** Accessible name of the picture. */
  readonly label: string;
  /** The sphere was pressed without dragging. */
  readonly onPress: () => void;
}

export interface LiveStatus {
  readonly channel: LiveNow;
  readonly state: LiveState;
  /** Whether it can be shown as a sphere: the channel says so and its picture is 2:1. */
  readonly canBeSphere: boolean;
  /** The panorama, while the picture is shown as a sphere. */
  readonly panorama: Panorama | undefined;
}

/** State before the first request. */
export const startOf = (channel: LiveNow): LiveStatus => ({
  channel,
  state: channel.state,
  canBeSphere: false,
  panorama: undefined,
});

const sending: readonly LiveState[] = ["live", "stale", "interrupted", "lost"];

/** Loaded for channels of 360 pictures alone: most are flat, and the engine is a third of the player. */
const loadSphere = () => import("../sphere.ts");

/** 2:1 within a tenth, like equirectangular panoramas. */
const isSphereShape = ({ videoWidth, videoHeight }: HTMLVideoElement) =>
  videoHeight > 0 && Math.abs(videoWidth / videoHeight - 2) < 0.1;

/** Watches a channel: waits for the broadcast, plays it, and reconnects without being reopened. */
export class LiveWatch {
  readonly video = createVideo();
  readonly source: LiveSource;
  readonly status: Store<LiveStatus>;
  readonly #stage: HTMLElement;
  readonly #options: LiveOptions;
  readonly #controller = new AbortController();
  #given: LiveNow;
  #wasLive = false;
  #wantsFlat = false;
  #timer = 0;

  /** @param stage container of the sphere. @param flat container of the flat picture. */
  constructor(stage: HTMLElement, flat: HTMLElement, options: LiveOptions, mode: LiveMode) {
    const { channel } = options;
    this.#stage = stage;
    this.#options = options;
    this.#given = channel;
    this.status = createStore(startOf(channel));
    this.video.className = "absolute inset-0 size-full object-contain";
    startSound(this.video, options.muted ?? false);
    flat.append(this.video);
    this.source = new LiveSource(this.video, mode);
    const { signal } = this.#controller;
    const shape = () => this.#shape();
    for (const name of ["loadedmetadata", "resize"]) this.video.addEventListener(name, shape, { signal });
    const play = () => this.video.paused && void playAnyhow(this.video);
    this.video.addEventListener("canplay", play, { signal });
    addEventListener("online", () => void this.#look(), { signal });
    const back = () => !document.hidden && void this.#look();
    document.addEventListener("visibilitychange", back, { signal });
    // Requested beside the stream, so that the first frame waits for neither.
    if (channel.is_360) loadSphere().catch(() => undefined);
    this.#accept(channel);
    this.#timer = window.setTimeout(() => void this.#look(), pageLimits.livePoll);
  }

  /** Takes in channel state from another source, such as real-time messages. */
  learn(channel: LiveNow): void {
    if (channel === this.#given) return;
    this.#given = channel;
    this.#accept(channel);
  }

  /** Switches between the sphere and the flat picture. */
  changeShape(): void {
    this.#wantsFlat = !this.#wantsFlat;
    this.#shape();
  }

  close(): void {
    this.#controller.abort();
    clearTimeout(this.#timer);
    this.source.close();
    this.status.get().panorama?.destroy();
    this.video.remove();
  }

  #accept(channel: LiveNow): void {
    const { state: before } = this.status.get();
    if (channel.state === "live") this.#wasLive = true;
    const state = this.#wasLive && channel.state === "idle" ? "ended" : channel.state;
    this.source.follow(sending.includes(state) ? (channel.playback ?? undefined) : undefined);
    // The stream exists but does not move although its sender is back: the library may have given up for good.
    const isBack = state === "live" && (before === "interrupted" || before === "stale");
    if (isBack && !this.source.isMoving.get()) this.source.restart();
    this.#set({ channel, state });
    this.#shape();
  }

  /**
   * Shows a sphere where the channel says so and the picture is 2:1; else flat. Decided again when the picture's size
   * changes.
   */
  #shape(): void {
    const { channel, panorama } = this.status.get();
    this.#set({ canBeSphere: channel.is_360 && isSphereShape(this.video) });
    if (this.#isSphereWanted === (panorama !== undefined)) return;
    if (panorama === undefined) void this.#openSphere();
    else {
      panorama.destroy();
      this.#set({ panorama: undefined });
    }
  }

  get #isSphereWanted(): boolean {
    return this.status.get().canBeSphere && !this.#wantsFlat;
  }

  /** Where its script cannot be loaded the picture stays flat; the next change tries again. */
  async #openSphere(): Promise<void> {
    const part = await loadSphere().catch(() => undefined);
    const isOver = this.#controller.signal.aborted || this.status.get().panorama !== undefined;
    if (part === undefined || isOver || !this.#isSphereWanted) return;
    const { label, wheel, onPress } = this.#options;
    const sphere = part.openSphere(this.#stage, this.video, { label, wheel });
    sphere?.panorama.on("click", onPress);
    this.#set({ panorama: sphere?.panorama });
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const next = await this.#options.refresh().catch(() => "lost" as const);
    if (this.#controller.signal.aborted) return;
    if (next === "lost") this.#set({ state: "lost" });
    else if (next) this.#accept(next);
    else {
      this.source.follow(undefined);
      this.#set({ state: "gone" });
    }
    // A hidden page polls less often; a playing stream is kept alive all the same.
    const wait = document.hidden ? pageLimits.livePoll * 4 : pageLimits.livePoll;
    this.#timer = window.setTimeout(() => void this.#look(), wait);
  }

  #set(change: Partial<LiveStatus>): void {
    this.status.set({ ...this.status.get(), ...change });
  }
}
