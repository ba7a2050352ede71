import "../player.css";
import type { CameraPlayback } from "#contract/cctv.ts";
import { element } from "#web/lib/element.ts";
import { PlayerEvents } from "../emitter.ts";
import { createVideo, playAnyhow } from "../picture.ts";
import { LiveSource } from "../source/live-source.ts";

/** How a tile shows its camera: pictures every few seconds, or the stream. */
export type CameraMode = "still" | "live";
/** `connecting` before the first picture, `down` while none comes. */
export type CameraTileState = "connecting" | "still" | "live" | "down";

export interface CameraTileOptions {
  /** Null while it may not be seen. */
  readonly playback: CameraPlayback | null;
  /** Names the picture to a screen reader. */
  readonly label: string;
  /** A picture to begin with, such as the chosen one. */
  readonly poster?: string | null | undefined;
  readonly mode: CameraMode;
  /** Seconds between two stills; 10 unless told. */
  readonly everySeconds?: number | undefined;
  /** Fresh addresses; null when it may not be seen any more. */
  readonly refresh: () => Promise<CameraPlayback | null>;
}

export interface CameraTileEvents {
  state: CameraTileState;
}

export interface CameraTile {
  readonly element: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly state: CameraTileState;
  readonly mode: CameraMode;
  use(mode: CameraMode): void;
  update(playback: CameraPlayback | null): void;
  on<Name extends keyof CameraTileEvents>(
    name: Name,
    listener: (event: CameraTileEvents[Name]) => void,
  ): () => void;
  close(): void;
}

/** A still that fails is asked for again after as much more time each, up to this. */
const mostSeconds = 60;
/** Addresses are renewed this long before they end. */
const aheadMs = 60_000;

/**
 * The picture of one camera that fills `container`, without controls: a still that is renewed, or the stream over it. It
 * asks for nothing while the page is hidden or the tile is off the screen.
 */
export function openCameraTile(container: HTMLElement, options: CameraTileOptions): CameraTile {
  const life = new AbortController();
  const { signal } = life;
  const events = new PlayerEvents<CameraTileEvents>();
  let { playback, mode } = options;
  let state: CameraTileState = "connecting";
  let failures = 0;
  let isVisible = true;
  let stillTimer = 0;
  let renewTimer = 0;

  const still = element("img", { class: "player-still", alt: options.label, decoding: "async" });
  if (options.poster) still.src = options.poster;
  const video = createVideo();
  video.muted = true;
  video.ariaLabel = options.label;
  const root = element("div", { class: "player-tile", "data-state": state }, still, video);
  container.append(root);
  let source: LiveSource | undefined;

  const tell = (next: CameraTileState) => {
    if (next === state) return;
    state = next;
    root.dataset["state"] = next;
    events.emit("state", next);
  };
  const isAwake = () => isVisible && !document.hidden && !signal.aborted;

  const nextStill = (seconds: number) => {
    clearTimeout(stillTimer);
    stillTimer = window.setTimeout(() => void takeStill(), seconds * 1000);
  };
  /** The next picture is put in place when it is whole, so that nothing flickers. */
  const takeStill = async () => {
    clearTimeout(stillTimer);
    const every = options.everySeconds ?? 10;
    if (signal.aborted || (mode === "live" && state === "live")) return;
    if (playback && isAwake()) {
      const image = new Image();
      image.crossOrigin = "anonymous";
      image.src = fresh(playback.still);
      try {
        await image.decode();
        failures = 0;
        if (signal.aborted) return;
        still.src = image.src;
        if (state !== "live") tell("still");
      } catch {
        failures++;
        if (state !== "live" && failures > 1) tell("down");
        if (failures % 3 === 1) await renew();
      }
    }
    nextStill(Math.min(every * 2 ** Math.min(failures, 5), mostSeconds));
  };
  const renew = async () => {
    const next = await options.refresh().catch(() => undefined);
    if (next !== undefined && !signal.aborted) accept(next);
  };
  const plan = () => {
    clearTimeout(renewTimer);
    if (!playback) return;
    const left = Date.parse(playback.expires_at) - Date.now() - aheadMs;
    if (!Number.isNaN(left)) renewTimer = window.setTimeout(() => void renew(), Math.max(left, 5000));
  };
  const accept = (next: CameraPlayback | null) => {
    playback = next;
    plan();
    source?.follow(isAwake() ? addresses() : undefined);
  };
  const addresses = () =>
    playback === null
      ? undefined
      : { hls: playback.hls, calm: playback.hls, instant: null, expires_at: playback.expires_at };

  const begin = () => {
    if (mode !== "live" || source || !isAwake()) return;
    const own = new LiveSource(video, "calm");
    source = own;
    own.events.on("opened", () => void playAnyhow(video));
    own.events.on("moving", (isMoving) => {
      tell(isMoving ? "live" : "connecting");
      // Pictures go on beneath while the stream is broken.
      if (!isMoving) nextStill(1);
    });
    own.follow(addresses());
  };
  const end = () => {
    source?.close();
    source = undefined;
    if (state === "live") tell("still");
  };
  const wake = () => {
    if (!isAwake()) {
      end();
      return;
    }
    begin();
    if (state !== "live") void takeStill();
  };
  const watcher = new IntersectionObserver((entries) => {
    const now = entries.at(-1)?.isIntersecting ?? true;
    if (now === isVisible) return;
    isVisible = now;
    wake();
  });
  watcher.observe(root);
  document.addEventListener("visibilitychange", wake, { signal });
  addEventListener("online", wake, { signal });
  plan();
  wake();

  return {
    element: root,
    video,
    get state() {
      return state;
    },
    get mode() {
      return mode;
    },
    use(next) {
      if (next === mode) return;
      mode = next;
      if (mode === "live") begin();
      else {
        end();
        void takeStill();
      }
    },
    update: accept,
    on: (name, listener) => events.on(name, listener),
    close() {
      if (signal.aborted) return;
      life.abort();
      clearTimeout(stillTimer);
      clearTimeout(renewTimer);
      watcher.disconnect();
      end();
      events.clear();
      root.remove();
    },
  };
}

/** The same address always answers the newest picture, and a browser would show the one it knows. */
const fresh = (address: string) => `${address}${address.includes("?") ? "&" : "?"}at=${Date.now()}`;
