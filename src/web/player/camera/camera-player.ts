import "../player.css";
import type { PlayerCamera } from "#contract/cctv.ts";
import type { CameraState } from "#contract/choices.ts";
import type { Language } from "#contract/languages.ts";
import { element } from "#web/lib/element.ts";
import { listenToPlayerKeys } from "../film/keys.ts";
import { fullScreen } from "../full-screen.ts";
import { fadeControls } from "../idle.ts";
import { notice } from "../notice.ts";
import { playerSpeaker } from "../words.ts";
import { openCameraTile } from "./camera-tile.ts";

/** What the player knows of a camera; the answer of `GET /api/cctv-player` is such. */
export type CameraNow = Pick<PlayerCamera, "name" | "state" | "last_seen_at" | "thumbnail" | "playback">;

export interface CameraPlayerOptions {
  readonly camera: CameraNow;
  /** The camera as it is now; null when it may not be seen any more. Rejects when there is no connection. */
  readonly refresh: () => Promise<CameraNow | null>;
  /** Whether it gives a picture, as this player sees it. */
  readonly told?: ((now: { readonly state: CameraState }) => void) | undefined;
  readonly language?: Language | undefined;
  readonly ownsPage?: boolean | undefined;
}

export interface CameraPlayer {
  readonly element: HTMLElement;
  close(): void;
}

/** How often the camera's state is asked for; milliseconds. */
const pollMs = 15_000;

/** One camera that fills `container`: a still at once, its stream over it as soon as it moves. */
export function openCameraPlayer(container: HTMLElement, options: CameraPlayerOptions): CameraPlayer {
  const life = new AbortController();
  const { signal } = life;
  const speaker = playerSpeaker(options.language);
  let { camera } = options;
  let isGone = false;

  const said = notice();
  const root = element("div", {
    class: "player player-camera",
    "data-theme": "dark",
    lang: speaker.language,
    dir: speaker.direction,
  });
  container.append(root);
  const look = async () => {
    const now = await options.refresh();
    if (now === null) isGone = true;
    else camera = now;
    return now;
  };
  const tile = openCameraTile(root, {
    playback: camera.playback,
    label: speaker.say("camera.picture", { title: camera.name }),
    poster: camera.thumbnail,
    mode: "live",
    everySeconds: 5,
    refresh: async () => (await look())?.playback ?? null,
  });
  const full = fullScreen(root, tile.video, speaker, signal);
  const bar = element(
    "div",
    { class: "player-bar" },
    element("div", { class: "player-row" }, element("span", { class: "player-gap" }), full.button ?? null),
  );
  root.append(said.element, bar);
  const fade = fadeControls(root, () => tile.state !== "live", signal);
  root.addEventListener(
    "click",
    (event) => event.target instanceof HTMLElement && !event.target.closest("button") && fade.tap(),
    { signal },
  );
  listenToPlayerKeys({
    on: options.ownsPage === true ? document : root,
    panorama: () => undefined,
    actions: { f: full.toggle },
    life: signal,
  });

  const show = () => {
    const isSeen = tile.state === "live" || tile.state === "still";
    root.dataset["state"] = tile.state;
    options.told?.({ state: isSeen ? "up" : camera.state === "up" ? "unknown" : camera.state });
    if (isGone)
      said.say({
        icon: "warning",
        title: speaker.say("page.missing.cctv"),
        text: speaker.say("page.missing.text"),
      });
    else if (isSeen) said.say(null);
    else if (!navigator.onLine) said.say({ icon: "offline", text: speaker.say("state.offline") });
    else if (tile.state === "down" || camera.state === "down" || camera.state === "refused")
      said.say({
        icon: "camera",
        title: speaker.say("camera.down"),
        text: `${speaker.say("camera.down_text")} ${lastSeen()}`,
      });
    else said.say({ isBusy: true, text: speaker.say("camera.busy") });
  };
  const lastSeen = () => {
    if (camera.last_seen_at === null) return speaker.say("camera.never_seen");
    const locale = speaker.language === "ar" ? "ar-u-ca-gregory-nu-latn" : "en-GB";
    const at = new Date(camera.last_seen_at).toLocaleString(locale, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    return speaker.say("camera.last_seen", { at });
  };
  tile.on("state", show);
  const timer = setInterval(() => {
    if (document.hidden || isGone) return;
    void look()
      .then((now) => tile.update(now?.playback ?? null))
      .catch(() => undefined)
      .then(show);
  }, pollMs);
  addEventListener("offline", show, { signal });
  addEventListener("online", show, { signal });
  show();

  return {
    element: root,
    close() {
      if (signal.aborted) return;
      life.abort();
      clearInterval(timer);
      tile.close();
      root.remove();
    },
  };
}
