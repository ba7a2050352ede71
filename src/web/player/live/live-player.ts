import "../player.css";
import type { ChannelState } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { PlayerChannel } from "#contract/live.ts";
import type { View } from "#panorama/types.ts";
import { element } from "#web/lib/element.ts";
import { PlayerEvents } from "../emitter.ts";
import { listenToPlayerKeys } from "../film/keys.ts";
import { fadeControls } from "../idle.ts";
import { notice, type Said } from "../notice.ts";
import { createVideo, openSphere, playAnyhow, type SpherePicture } from "../picture.ts";
import { startSound } from "../sound.ts";
import { type LiveMode, LiveSource } from "../source/live-source.ts";
import { playerSpeaker } from "../words.ts";
import { liveControls } from "./live-controls.ts";

/** What the player knows of a channel; the answer of `GET /api/live-streaming/playback-urls` is such. */
export type LiveNow = Pick<PlayerChannel, "name" | "state" | "is_360" | "viewers" | "playback">;

export interface LivePlayerOptions {
  readonly channel: LiveNow;
  /** The channel as it is now; null when it is gone. Asked every few seconds. Rejects when there is no connection. */
  readonly refresh: () => Promise<LiveNow | null>;
  readonly mode?: LiveMode | undefined;
  readonly muted?: boolean | undefined;
  readonly language?: Language | undefined;
  readonly wheel?: boolean | undefined;
  readonly ownsPage?: boolean | undefined;
}

/** `ended` was seen live here before; `gone`: there is no such channel any more; `lost`: there is no connection. */
export type LivePlayerState = ChannelState | "ended" | "gone" | "lost";

export interface LivePlayerEvents {
  state: LivePlayerState;
  /** Pictures move, or do so no longer. */
  moving: boolean;
  view: View;
}

export interface LivePlayer {
  readonly element: HTMLElement;
  readonly state: LivePlayerState;
  readonly isMoving: boolean;
  /** Seconds behind what the camera sees; undefined where the stream does not tell. */
  readonly delay: number | undefined;
  /** What was learnt of the channel otherwise, such as by real time. */
  update(channel: LiveNow): void;
  use(mode: LiveMode): void;
  /** What is seen, as a JPEG; rejects without a picture. */
  capture(): Promise<Blob>;
  on<Name extends keyof LivePlayerEvents>(
    name: Name,
    listener: (event: LivePlayerEvents[Name]) => void,
  ): () => void;
  close(): void;
}

/** 2:1 within a tenth, as panoramas are. */
const isSphereShape = ({ videoWidth, videoHeight }: HTMLVideoElement) =>
  videoHeight > 0 && Math.abs(videoWidth / videoHeight - 2) < 0.1;

const sending: readonly LivePlayerState[] = ["live", "stale", "interrupted", "lost"];

/** Opens a player of a channel that fills `container`. It waits for the broadcast and never needs to be opened again. */
export function openLivePlayer(container: HTMLElement, options: LivePlayerOptions): LivePlayer {
  const life = new AbortController();
  const { signal } = life;
  const speaker = playerSpeaker(options.language);
  const events = new PlayerEvents<LivePlayerEvents>();
  let channel = options.channel;
  let state: LivePlayerState = channel.state;
  let wasLive = false;
  let timer = 0;
  let sphere: SpherePicture | undefined;
  let wantsFlat = false;

  const video = createVideo();
  startSound(video, options.muted ?? false);
  const flat = element("div", { class: "player-flat" }, video);
  const stage = element("div", { class: "player-stage" });
  const said = notice();
  const root = element(
    "div",
    { class: "player player-live", "data-theme": "dark", lang: speaker.language, dir: speaker.direction },
    flat,
    stage,
    said.element,
  );
  container.append(root);
  const source = new LiveSource(video, options.mode ?? "low");

  /** As a sphere where the channel says so and the picture is one; else flat. Decided anew when its size changes. */
  const shape = () => {
    const isSphere = channel.is_360 && !wantsFlat && isSphereShape(video);
    if (isSphere && !sphere) {
      const label = speaker.say("live.picture", { title: channel.name });
      sphere = openSphere(stage, video, { label, wheel: options.wheel });
      sphere?.panorama.on("click", () => fade.tap());
      sphere?.panorama.on("view", (view) => events.emit("view", view));
    } else if (!isSphere && sphere) {
      sphere.panorama.destroy();
      sphere = undefined;
    }
    root.dataset["shape"] = sphere ? "sphere" : "flat";
    controls.showShape(channel.is_360 && isSphereShape(video), sphere !== undefined);
  };
  const controls = liveControls({
    root,
    video,
    source,
    speaker,
    life: signal,
    panorama: () => sphere?.panorama,
    changeShape: () => {
      wantsFlat = !wantsFlat;
      shape();
    },
  });
  root.append(controls.element, controls.badges);
  const fade = fadeControls(root, () => !source.isMoving, signal);
  flat.addEventListener("click", fade.tap);
  for (const name of ["loadedmetadata", "resize"]) video.addEventListener(name, shape, { signal });
  listenToPlayerKeys({
    on: options.ownsPage === true ? document : root,
    panorama: () => sphere?.panorama,
    actions: controls.keys,
    life: signal,
  });

  const show = () => {
    root.dataset["state"] = state;
    root.toggleAttribute("data-moving", source.isMoving);
    controls.follow(state, channel, source);
    said.say(wordsOf(state, source.isMoving));
  };
  const wordsOf = (state: LivePlayerState, isMoving: boolean): Said | null => {
    const { say } = speaker;
    if (state === "live") return isMoving ? null : { isBusy: true, text: say("state.waiting") };
    if (state === "lost") return isMoving ? null : { icon: "offline", text: say("state.offline") };
    if (state === "gone")
      return { icon: "warning", title: say("page.missing.live"), text: say("page.missing.text") };
    if (state === "stale") return isMoving ? null : { isBusy: true, text: say("live.stale") };
    const isWaiting = state !== "failed";
    return {
      icon: state === "failed" ? "warning" : "camera",
      title: say(`live.${state}`),
      text: say(`live.${state}_text`),
      isBusy: isWaiting && state !== "idle" && state !== "ended",
    };
  };

  const accept = (next: LiveNow) => {
    const before = state;
    channel = next;
    if (next.state === "live") wasLive = true;
    const isOver = wasLive && next.state === "idle";
    state = isOver ? "ended" : next.state;
    source.follow(sending.includes(state) ? (next.playback ?? undefined) : undefined);
    // The stream is there and does not move although its sender is back: the library may have given up for good.
    const isBack = state === "live" && (before === "interrupted" || before === "stale");
    if (isBack && !source.isMoving) source.restart();
    if (state !== before) events.emit("state", state);
    show();
  };
  const look = async () => {
    clearTimeout(timer);
    try {
      const next = await options.refresh();
      if (signal.aborted) return;
      if (next) accept(next);
      else {
        state = "gone";
        source.follow(undefined);
        events.emit("state", state);
        show();
      }
    } catch {
      if (signal.aborted) return;
      if (state !== "lost") events.emit("state", "lost");
      state = "lost";
      show();
    }
    // Nobody sees a hidden page; what plays there is kept alive all the same.
    timer = window.setTimeout(() => void look(), document.hidden ? limits.live.poll * 4 : limits.live.poll);
  };
  source.events.on("moving", (isMoving) => {
    events.emit("moving", isMoving);
    show();
  });
  source.events.on("opened", () => void playAnyhow(video));
  source.events.on("unplayable", () =>
    said.say({ icon: "warning", title: speaker.say("error.title"), text: speaker.say("error.format") }),
  );
  video.addEventListener("canplay", () => video.paused && void playAnyhow(video), { signal });
  addEventListener("online", () => void look(), { signal });
  const back = () => void (!document.hidden && look());
  document.addEventListener("visibilitychange", back, { signal });
  const clock = setInterval(() => controls.follow(state, channel, source), 1000);
  accept(channel);
  timer = window.setTimeout(() => void look(), limits.live.poll);

  return {
    element: root,
    get state() {
      return state;
    },
    get isMoving() {
      return source.isMoving;
    },
    get delay() {
      return source.delay;
    },
    update: accept,
    use: (mode) => source.use(mode),
    capture: () => sphere?.panorama.capture() ?? captureFlat(video),
    on: (name, listener) => events.on(name, listener),
    close() {
      if (signal.aborted) return;
      life.abort();
      clearTimeout(timer);
      clearInterval(clock);
      source.close();
      sphere?.panorama.destroy();
      events.clear();
      root.remove();
    },
  };
}

/** What a flat video shows, as it is. */
function captureFlat(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error("There is no picture."))),
      "image/jpeg",
      0.92,
    );
  });
}
