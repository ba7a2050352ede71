import { bearingOf, compassPointOf } from "../bearing.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";

/** A rose that turns under the view, its letter at north. */
const dialOf = (letter: string) => `<svg viewBox="0 0 44 44" aria-hidden="true" class="compass-dial">
  <circle class="compass-ring" cx="22" cy="22" r="15.5" />
  <path class="compass-north" d="m22 12.5 4.6 9.5h-9.2z" />
  <path class="compass-south" d="m22 31.5 4.6-9.5h-9.2z" />
  <text class="compass-letter" x="22" y="10">${letter}</text>
</svg>`;

/** A needle to north. Pressed, the view turns there. */
export function compass({ tour, speaker, life }: Frame): HTMLElement {
  const { panorama } = tour;
  // Of the picture on the screen: on the way to another room that is still the one before.
  const north = () => panorama?.source?.north ?? tour.room.get()?.north ?? 0;
  const button = element("button", {
    type: "button",
    class: "tool compass",
    onclick: () => void panorama?.lookAt({ yaw: north() }, { animate: true }),
  });
  // The letter is a text of ours, not somebody's input.
  button.innerHTML = dialOf(speaker.say("compass.north_letter"));
  const dial = button.firstElementChild as SVGElement;

  let spoken = "";
  const turn = () => {
    const bearing = bearingOf(panorama?.view.yaw ?? 0, north());
    dial.style.rotate = `${-bearing}deg`;
    const point = compassPointOf(bearing);
    // The name changes eight times a turn, not sixty times a second.
    if (point === spoken) return;
    spoken = point;
    const direction = speaker.say(`compass.directions.${point}`);
    const label = speaker.say("compass.face_north", { direction });
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  const stops = [panorama?.on("view", turn), panorama?.on("ready", turn)];
  life.addEventListener("abort", () => {
    for (const stop of stops) stop?.();
  });
  turn();
  return button;
}
