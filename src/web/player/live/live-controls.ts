import type { Panorama } from "#panorama/types.ts";
import { element } from "#web/lib/element.ts";
import { choiceControl, iconControl, relabelControl } from "../control.ts";
import { fullScreen } from "../full-screen.ts";
import { motionControl } from "../motion.ts";
import { soundControls } from "../sound.ts";
import type { LiveMode, LiveSource } from "../source/live-source.ts";
import type { PlayerSpeaker } from "../words.ts";
import type { LiveNow, LivePlayerState } from "./live-player.ts";

export interface LiveControlsOptions {
  readonly root: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly source: LiveSource;
  readonly speaker: PlayerSpeaker;
  readonly life: AbortSignal;
  readonly changeShape: () => void;
  /** The sphere, while there is one. */
  readonly panorama: () => Panorama | undefined;
}

export interface LiveControls {
  readonly element: HTMLElement;
  /** What stands over the picture all the time. */
  readonly badges: HTMLElement;
  readonly keys: Readonly<Record<string, () => void>>;
  showShape(isOffered: boolean, isSphere: boolean): void;
  follow(state: LivePlayerState, channel: LiveNow, source: LiveSource): void;
}

/** The bar under a live picture and the badge over it. */
export function liveControls(options: LiveControlsOptions): LiveControls {
  const { root, video, source, speaker, life, changeShape } = options;
  const sound = soundControls(video, speaker, life);
  const full = fullScreen(root, video, speaker, life);
  const badge = element("span", { class: "player-badge" }, speaker.say("live.badge"));
  const viewers = element("span", { class: "player-fact" });
  const delay = element("span", { class: "player-fact", hidden: true });
  const toLive = element(
    "button",
    { type: "button", class: "player-button player-to-live", hidden: true, onclick: () => source.toLive() },
    speaker.say("live.to_live"),
  );
  const unmute = element(
    "button",
    { type: "button", class: "player-button player-unmute", hidden: true, onclick: sound.toggle },
    speaker.say("tap_for_sound"),
  );
  const shape = iconControl("flat", speaker.say("view.flat"), changeShape);
  shape.hidden = true;
  const motion = motionControl(options.panorama, speaker, life);
  const mode = choiceControl(speaker.say("live.mode"), (value) => source.use(value as LiveMode));

  return {
    element: element(
      "div",
      { class: "player-bar" },
      element(
        "div",
        { class: "player-row" },
        ...sound.elements,
        toLive,
        element("span", { class: "player-gap" }),
        mode.element,
        shape,
        motion,
        full.button ?? null,
      ),
    ),
    badges: element("div", { class: "player-badges" }, badge, viewers, delay, unmute),
    keys: { m: sound.toggle, f: full.toggle },
    showShape(isOffered, isSphere) {
      shape.hidden = !isOffered;
      if (motion) motion.hidden = !isSphere;
      relabelControl(
        shape,
        isSphere ? "flat" : "sphere",
        speaker.say(isSphere ? "view.flat" : "view.sphere"),
      );
    },
    follow(state, channel, { delay: seconds, isBehind, isMoving, mode: current }) {
      badge.hidden = !(state === "live" && isMoving);
      viewers.textContent = speaker.count("live.viewers", channel.viewers);
      viewers.hidden = badge.hidden || channel.viewers === 0;
      delay.hidden = badge.hidden || seconds === undefined;
      if (seconds !== undefined)
        delay.textContent = speaker.say("live.delay", { seconds: seconds.toFixed(1) });
      toLive.hidden = badge.hidden || !isBehind;
      unmute.hidden = badge.hidden || !video.muted;
      const modes: LiveMode[] = channel.playback?.instant ? ["instant", "low", "calm"] : ["low", "calm"];
      mode.show(
        modes.map((value) => ({ value, label: speaker.say(`live.mode_${value}`) })),
        current,
      );
    },
  };
}
