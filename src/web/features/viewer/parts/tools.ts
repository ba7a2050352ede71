import { element, iconButton, relabel } from "../element.ts";
import type { Frame } from "../frame.ts";
import { isShowable } from "../source.ts";
import { compass } from "./compass.ts";

const zoomStep = 0.75;

/** Compass, zoom and full screen, in reach of the thumb. */
export function tools(frame: Frame): HTMLElement {
  const { tour, speaker, life } = frame;
  const zoom = (factor: number) => {
    const { panorama } = tour;
    void panorama?.lookAt({ fov: panorama.view.fov * factor }, { animate: true });
  };
  const turning = tour.panorama
    ? [
        compass(frame),
        iconButton("plus", speaker.say("actions.zoom_in"), () => zoom(zoomStep)),
        iconButton("minus", speaker.say("actions.zoom_out"), () => zoom(1 / zoomStep)),
      ]
    : [];
  tour.room.watch(life, (room) => {
    for (const tool of turning) tool.hidden = room === undefined || !isShowable(room);
  });
  // iPhones offer no full screen to pages: then there is no button either.
  const whole = document.fullscreenEnabled ? [fullscreenButton(frame)] : [];
  return element(
    "section",
    { class: "plate tools fades", "aria-label": speaker.say("actions.tools") },
    ...turning,
    ...whole,
  );
}

export function toggleFullscreen({ root }: Frame): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
  // Refused by the page this one is embedded in: nothing changes, nothing to say.
  change.catch(() => undefined);
}

function fullscreenButton(frame: Frame): HTMLButtonElement {
  const { speaker, life } = frame;
  const button = iconButton("expand", speaker.say("actions.fullscreen"), () => toggleFullscreen(frame));
  const show = () => {
    if (document.fullscreenElement) relabel(button, "shrink", speaker.say("actions.leave_fullscreen"));
    else relabel(button, "expand", speaker.say("actions.fullscreen"));
  };
  document.addEventListener("fullscreenchange", show, { signal: life });
  show();
  return button;
}
