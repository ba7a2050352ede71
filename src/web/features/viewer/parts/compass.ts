import { bearingOf, compassPointOf } from "../bearing.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";

const svg = `<svg viewBox="0 0 44 44" aria-hidden="true" class="compass-dial">
  <path class="compass-ticks" d="M22 5v3M39 22h-3M22 39v-3M5 22h3" />
  <path class="compass-north" d="m22 10 4.2 12h-8.4z" />
  <path class="compass-south" d="m22 34 4.2-12h-8.4z" />
</svg>`;

/** A needle to north. Pressed, the view turns there. */
export function compass({ tour, speaker, life }: Frame): HTMLElement {
  const { panorama } = tour;
  const north = () => tour.room.get()?.north ?? 0;
  const button = element("button", {
    type: "button",
    class: "tool compass",
    onclick: () => void panorama?.lookAt({ yaw: north() }, { animate: true }),
  });
  button.innerHTML = svg;
  const dial = button.firstElementChild as SVGElement;
  const letter = element(
    "span",
    { class: "compass-letter", "aria-hidden": "true" },
    speaker.say("compass.north_letter"),
  );
  button.append(letter);

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
  const stop = panorama?.on("view", turn);
  life.addEventListener("abort", () => stop?.());
  tour.room.watch(life, turn);
  return button;
}
