import type { Panorama } from "#panorama/types.ts";
import { element } from "#web/lib/element.ts";
import { clock } from "../clock.ts";
import { choiceControl, iconControl, relabelControl } from "../control.ts";
import { fullScreen } from "../full-screen.ts";
import { motionControl } from "../motion.ts";
import { soundControls } from "../sound.ts";
import type { FilmSource } from "../source/film-source.ts";
import type { PlayerSpeaker } from "../words.ts";
import { openHelp } from "./help.ts";
import { listenToPlayerKeys } from "./keys.ts";
import { type Pin, timeline } from "./timeline.ts";

const speeds = [0.25, 0.5, 1, 1.5, 2] as const;
const skipSeconds = 5;

export interface FilmControlsOptions {
  readonly root: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly source: FilmSource;
  readonly speaker: PlayerSpeaker;
  readonly life: AbortSignal;
  readonly panorama: Panorama | undefined;
  readonly duration: () => number;
  readonly seek: (seconds: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly pressPin: (pin: Pin) => void;
  readonly ownsPage: boolean;
}

export interface FilmControls {
  readonly element: HTMLElement;
  setPins(pins: readonly Pin[]): void;
}

/** The bar under a film, and its keys. */
export function filmControls(options: FilmControlsOptions): FilmControls {
  const { root, video, speaker, life, duration, seek, play, pause } = options;
  const toggle = () => (video.paused || video.ended ? play() : pause());
  const line = timeline({ video, speaker, life, duration, seek, press: options.pressPin });
  const sound = soundControls(video, speaker, life);
  const full = fullScreen(root, video, speaker, life);
  const speed = speedControl(video, speaker, life);
  const quality = qualityControl(options.source, speaker);
  const help = () => openHelp(root, speaker);
  listenToPlayerKeys({
    on: options.ownsPage ? document : root,
    panorama: () => options.panorama,
    life,
    actions: {
      " ": toggle,
      k: toggle,
      j: () => seek(video.currentTime - skipSeconds),
      l: () => seek(video.currentTime + skipSeconds),
      m: sound.toggle,
      f: full.toggle,
      "[": () => speed.step(-1),
      "]": () => speed.step(1),
      "?": help,
    },
  });
  return {
    element: element(
      "div",
      { class: "player-bar" },
      line.element,
      element(
        "div",
        { class: "player-row" },
        playControl(video, speaker, life, toggle),
        ...sound.elements,
        timeText(video, duration, life),
        element("span", { class: "player-gap" }),
        speed.element,
        quality,
        loopControl(video, speaker),
        motionControl(() => options.panorama, speaker, life),
        helpControl(speaker, help),
        full.button ?? null,
      ),
    ),
    setPins: line.setPins,
  };
}

function playControl(
  video: HTMLVideoElement,
  speaker: PlayerSpeaker,
  life: AbortSignal,
  toggle: () => void,
): HTMLButtonElement {
  const button = iconControl("play", speaker.say("play"), toggle);
  const follow = () => {
    if (video.ended) relabelControl(button, "again", speaker.say("again"));
    else if (video.paused) relabelControl(button, "play", speaker.say("play"));
    else relabelControl(button, "pause", speaker.say("pause"));
  };
  for (const name of ["play", "pause", "ended", "seeked"])
    video.addEventListener(name, follow, { signal: life });
  return button;
}

function timeText(video: HTMLVideoElement, duration: () => number, life: AbortSignal): HTMLElement {
  // Figures with a slash between them: what has passed stands first, in Arabic too.
  const text = element("span", { class: "player-time", dir: "ltr" });
  const follow = () => {
    text.textContent = `${clock(video.currentTime)} / ${clock(duration())}`;
  };
  for (const name of ["timeupdate", "seeking", "durationchange", "loadedmetadata"])
    video.addEventListener(name, follow, { signal: life });
  follow();
  return text;
}

function speedControl(
  video: HTMLVideoElement,
  speaker: PlayerSpeaker,
  life: AbortSignal,
): { element: HTMLElement; step: (by: -1 | 1) => void } {
  const change = (to: number) => {
    video.playbackRate = to;
    // A new source begins with the default.
    video.defaultPlaybackRate = to;
  };
  const control = choiceControl(speaker.say("speed"), (value) => change(Number(value)));
  // The sign stands behind its figure, in Arabic too.
  control.element.dir = "ltr";
  const choices = speeds.map((one) => ({ value: String(one), label: `${one}×` }));
  const follow = () => control.show(choices, String(video.playbackRate));
  video.addEventListener("ratechange", follow, { signal: life });
  follow();
  return {
    element: control.element,
    step(by) {
      const at = speeds.findIndex((one) => one === video.playbackRate);
      change(speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)] ?? 1);
    },
  };
}

/** `1920p` is how people call a size by its height; a sphere is known by its width. */
const nameOf = (width: number) => (width >= 3840 ? `${Math.round(width / 960)}K` : String(width));

function qualityControl(source: FilmSource, speaker: PlayerSpeaker): HTMLElement {
  const control = choiceControl(speaker.say("quality"), (value) => source.choose(Number(value)));
  const follow = () => {
    const { sizes, size, chosen } = source;
    const now = sizes[size];
    // On a phone held upright there is room for the word alone.
    const isRoomy = matchMedia("(min-width: 560px)").matches;
    const auto =
      isRoomy && chosen === -1 && now && sizes.length > 1
        ? speaker.say("quality_auto_now", { size: nameOf(now.width) })
        : speaker.say("quality_auto");
    const choices = sizes
      .map(({ width }, index) => ({ value: String(index), label: nameOf(width), width }))
      .sort((a, b) => b.width - a.width);
    control.show([{ value: "-1", label: auto }, ...choices], String(chosen));
  };
  source.events.on("sizes", follow);
  return control.element;
}

function loopControl(video: HTMLVideoElement, speaker: PlayerSpeaker): HTMLButtonElement {
  const button = iconControl("loop", speaker.say("loop"), () => {
    video.loop = !video.loop;
    button.setAttribute("aria-pressed", String(video.loop));
  });
  button.setAttribute("aria-pressed", String(video.loop));
  button.classList.add("player-wide-only");
  return button;
}

function helpControl(speaker: PlayerSpeaker, help: () => void): HTMLButtonElement {
  const button = iconControl("help", speaker.say("help"), help);
  button.classList.add("player-wide-only");
  return button;
}
