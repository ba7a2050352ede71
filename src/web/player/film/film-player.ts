import "../player.css";
import type { FilmPlayback } from "#contract/videos.ts";
import type { Marker, View } from "#panorama/types.ts";
import { element } from "#web/lib/element.ts";
import { PlayerEvents } from "../emitter.ts";
import { playerIcon } from "../icons.ts";
import { fadeControls } from "../idle.ts";
import { notice } from "../notice.ts";
import { createVideo, openSphere, playAnyhow } from "../picture.ts";
import { startSound } from "../sound.ts";
import { FilmSource } from "../source/film-source.ts";
import { finestLevel, wantedWidth } from "../source/quality.ts";
import { type PlayerSpeaker, playerSpeaker } from "../words.ts";
import { filmControls } from "./film-controls.ts";
import type { FilmPlayer, FilmPlayerEvents, FilmPlayerOptions, FilmStart, FilmState } from "./film-types.ts";
import type { Pin } from "./timeline.ts";

/** A pin stands in the picture this many seconds before and after its own. */
const pinSpan = 3;
/** Only what cannot be shown for so long is worth a word. */
const patienceMs = 700;

/** Opens a player of a 360 film that fills `container`. */
export function openFilmPlayer(container: HTMLElement, options: FilmPlayerOptions): FilmPlayer {
  const life = new AbortController();
  const { signal } = life;
  const speaker = playerSpeaker(options.language);
  const events = new PlayerEvents<FilmPlayerEvents>();
  const { start = {}, title = "", isGrowing } = options;
  let playback = options.playback;

  const video = createVideo();
  video.loop = options.loop ?? false;
  startSound(video, options.muted ?? false);
  const stage = element("div", { class: "player-stage" });
  const bigPlay = element(
    "button",
    { type: "button", class: "player-big", "aria-label": speaker.say("play"), onclick: () => play() },
    playerIcon("play"),
  );
  const said = notice();
  const root = element(
    "div",
    {
      class: "player player-film",
      "data-theme": "dark",
      lang: speaker.language,
      dir: speaker.direction,
      "data-state": "loading",
    },
    stage,
    bigPlay,
    said.element,
  );
  container.append(root);

  if (options.posterImage) {
    options.posterImage.className = "player-poster";
    stage.append(options.posterImage);
  }
  const sphere = openSphere(stage, video, {
    label: speaker.say("picture", { title }),
    view: viewOf(start),
    poster: playback.poster ?? undefined,
    wheel: options.wheel,
    posterImage: options.posterImage,
  });
  const panorama = sphere?.panorama;
  if (!panorama) showFlat(stage, video, playback, speaker);
  const source = new FilmSource(video, { playback, refresh: options.refresh, isGrowing });

  let state: FilmState = "loading";
  let hasFailed = false;
  let isLost = false;
  let waitTimer = 0;
  let pins: readonly Pin[] = [];
  const duration = () =>
    Number.isFinite(video.duration) && video.duration > 0 ? video.duration : (options.duration ?? 0);

  const play = () => {
    if (hasFailed) return;
    if (!source.hasFilm) return;
    void playAnyhow(video).then(() => judge());
  };
  const pause = () => video.pause();
  const seek: FilmPlayer["seek"] = (seconds, direction) => {
    const last = duration();
    video.currentTime = Math.max(0, last > 0 ? Math.min(seconds, last) : seconds);
    if (direction) void panorama?.lookAt(direction, { animate: true });
    events.emit("time", { seconds: video.currentTime, duration: last });
  };
  const pressPin = (pin: Pin) => {
    const hasDirection = pin.yaw !== null && pin.pitch !== null;
    seek(pin.seconds, hasDirection ? { yaw: pin.yaw ?? 0, pitch: pin.pitch ?? 0 } : null);
    pause();
    events.emit("pin", { id: pin.id });
  };

  const controls = filmControls({
    root,
    video,
    source,
    speaker,
    life: signal,
    panorama,
    duration,
    seek,
    play,
    pause,
    pressPin,
    ownsPage: options.ownsPage ?? false,
  });
  root.append(controls.element);
  const fade = fadeControls(root, () => video.paused || hasFailed || !source.hasFilm, signal);

  const sayState = () => {
    clearTimeout(waitTimer);
    if (hasFailed) return;
    if (!source.hasFilm) said.say({ isBusy: true, text: speaker.say("state.making") });
    else if (isLost && !navigator.onLine) said.say({ icon: "offline", text: speaker.say("state.offline") });
    else if (state === "waiting" || isLost)
      waitTimer = window.setTimeout(
        () => said.say({ isBusy: true, text: speaker.say("state.waiting") }),
        patienceMs,
      );
    else said.say(null);
  };
  const tell = (next: FilmState) => {
    if (next !== state) {
      state = next;
      root.dataset["state"] = next;
      events.emit("state", next);
      fade.wake();
    }
    bigPlay.hidden =
      !["loading", "paused"].includes(state) || !source.hasFilm || video.currentTime > 0.2 || isLost;
    sayState();
  };
  const judge = () => {
    if (hasFailed) tell("failed");
    else if (video.ended) tell("ended");
    else if (video.paused)
      tell(video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? "paused" : "loading");
    else tell(video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA ? "playing" : "waiting");
  };
  for (const name of [
    "play",
    "playing",
    "pause",
    "waiting",
    "ended",
    "loadeddata",
    "canplay",
    "seeking",
    "seeked",
  ])
    video.addEventListener(name, judge, { signal });
  video.addEventListener(
    "timeupdate",
    () => {
      if (state === "waiting" && !video.paused) judge();
      events.emit("time", { seconds: video.currentTime, duration: duration() });
      showPins();
    },
    { signal },
  );
  addEventListener("offline", sayState, { signal });
  addEventListener("online", sayState, { signal });

  source.events.on("lost", () => {
    isLost = true;
    judge();
  });
  source.events.on("found", () => {
    isLost = hasFailed = false;
    judge();
  });
  source.events.on("failed", ({ trouble }) => {
    isLost = false;
    hasFailed = true;
    said.say({
      icon: "warning",
      title: speaker.say("error.title"),
      text: speaker.say(`error.${trouble}`),
      action: {
        label: speaker.say("error.retry"),
        press: () => {
          hasFailed = false;
          source.retry();
        },
      },
    });
    judge();
    events.emit("error", { trouble });
  });

  /** Those of this moment stand in the picture, where they point to. */
  let shown = "";
  const showPins = () => {
    const near = pins.filter(
      ({ seconds, yaw }) => yaw !== null && Math.abs(seconds - video.currentTime) <= pinSpan,
    );
    const now = near.map(({ id }) => id).join();
    if (now === shown) return;
    shown = now;
    panorama?.setMarkers(near.map((pin) => markerOf(pin)));
  };
  const setPins = (next: readonly Pin[]) => {
    pins = next;
    shown = "?";
    controls.setPins(pins);
    showPins();
  };
  setPins(options.pins ?? []);

  const choose = () => {
    const { fov } = panorama?.view ?? { fov: 60 };
    const height = stage.clientHeight * Math.min(devicePixelRatio, 2);
    const limit = sphere ? sphere.textureLimit : Number.POSITIVE_INFINITY;
    source.allow(finestLevel(source.sizes, wantedWidth(fov, height), limit));
  };
  source.events.on("sizes", choose);
  panorama?.on("view", (view) => {
    choose();
    events.emit("view", view);
  });
  panorama?.on("click", ({ yaw, pitch }) => {
    fade.tap();
    events.emit("press", { yaw, pitch, seconds: video.currentTime });
  });
  panorama?.on("markerclick", ({ id }) => {
    const pin = pins.find((one) => String(one.id) === id);
    if (pin) pressPin(pin);
  });
  const observer = new ResizeObserver(choose);
  observer.observe(stage);

  const begin = async () => {
    await source.open(start.seconds ?? 0);
    if (options.autoPlay === true && !signal.aborted) play();
  };
  void begin();
  judge();

  return {
    element: root,
    panorama,
    get state() {
      return state;
    },
    get seconds() {
      return video.currentTime;
    },
    get duration() {
      return duration();
    },
    view: () => panorama?.view ?? { ...viewOf(start) },
    seek,
    play,
    pause,
    setPins,
    update(next) {
      playback = next;
      source.update(next);
      judge();
    },
    capture: () => panorama?.capture() ?? Promise.reject(new Error("There is no picture.")),
    on: (name, listener) => events.on(name, listener),
    close() {
      if (signal.aborted) return;
      life.abort();
      clearTimeout(waitTimer);
      observer.disconnect();
      source.close();
      panorama?.destroy();
      events.clear();
      root.remove();
    },
  };
}

const viewOf = ({ yaw = 0, pitch = 0, fov = 75 }: FilmStart): View => ({ yaw, pitch, fov });

/** Without WebGL: the whole picture as it is, which is better than none. */
function showFlat(
  stage: HTMLElement,
  video: HTMLVideoElement,
  { poster }: FilmPlayback,
  speaker: PlayerSpeaker,
): void {
  if (poster !== null) video.poster = poster;
  stage.append(video, element("p", { class: "player-flat-hint" }, speaker.say("error.no_webgl")));
}

function markerOf(pin: Pin): Marker {
  const button = element(
    "button",
    { type: "button", "data-resolved": pin.isResolved === true },
    playerIcon("comment"),
  );
  return {
    id: String(pin.id),
    yaw: pin.yaw ?? 0,
    pitch: pin.pitch ?? 0,
    label: pin.label,
    element: button,
    className: "player-marker",
    anchor: [0.5, 1],
  };
}
