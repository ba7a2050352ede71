import { followDevice, hasGyroscope } from "#panorama/extras/gyroscope.ts";
import type { Panorama } from "#panorama/types.ts";
import { iconControl } from "./control.ts";
import type { PlayerSpeaker } from "./words.ts";

/** The view follows the device as it is held; only where there is one that tells. A drag sets where straight ahead is. */
export function motionControl(
  panorama: () => Panorama | undefined,
  speaker: PlayerSpeaker,
  life: AbortSignal,
): HTMLButtonElement | null {
  if (!hasGyroscope()) return null;
  let own: AbortController | undefined;
  const stop = () => {
    own?.abort();
    own = undefined;
    button.setAttribute("aria-pressed", "false");
  };
  const toggle = async () => {
    if (own) {
      stop();
      return;
    }
    const picture = panorama();
    if (!picture) return;
    const mine = new AbortController();
    own = mine;
    button.setAttribute("aria-pressed", "true");
    const follows = await followDevice(picture, mine.signal);
    if (follows || mine.signal.aborted) return;
    stop();
    button.title = speaker.say("view.follow_failed");
    button.disabled = true;
  };
  const button = iconControl("device", speaker.say("view.follow"), () => void toggle());
  button.setAttribute("aria-pressed", "false");
  life.addEventListener("abort", stop);
  return button;
}
