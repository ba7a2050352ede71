import { element } from "#web/lib/element.ts";
import { clock } from "../clock.ts";
import type { PlayerSpeaker } from "../words.ts";

/** A comment, or whatever else stands at a second of a film and in a direction of its picture. */
export interface Pin {
  readonly id: string | number;
  readonly seconds: number;
  /** Degrees; null when it means the whole picture. */
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly label: string;
  /** Less seen than the others. */
  readonly isResolved?: boolean | undefined;
}

export interface Timeline {
  readonly element: HTMLElement;
  setPins(pins: readonly Pin[]): void;
}

export interface TimelineOptions {
  readonly video: HTMLVideoElement;
  readonly speaker: PlayerSpeaker;
  readonly life: AbortSignal;
  readonly duration: () => number;
  readonly seek: (seconds: number) => void;
  readonly press: (pin: Pin) => void;
}

/**
 * The film's time, with what has come of it and the pins that stand in it. It runs as one reads, like the dates in the
 * viewer and the schedule: in Arabic from right to left.
 */
export function timeline({ video, speaker, life, duration, seek, press }: TimelineOptions): Timeline {
  const slider = element("input", {
    type: "range",
    class: "player-seek",
    min: 0,
    max: Math.max(duration(), 0.1),
    step: 0.1,
    value: 0,
    "aria-label": speaker.say("timeline"),
  });
  const buffered = element("div", { class: "player-buffered" });
  const played = element("div", { class: "player-played" });
  const hint = element("output", { class: "player-hint", "aria-hidden": "true", hidden: true });
  const pinRow = element("div", { class: "player-pins" });
  const track = element("div", { class: "player-track" }, buffered, played);
  const line = element("div", { class: "player-timeline" }, track, slider, pinRow, hint);
  let isHeld = false;

  const share = (seconds: number) => Math.min(Math.max(seconds / Math.max(duration(), 0.001), 0), 1);
  const show = () => {
    const all = duration();
    slider.max = String(Math.max(all, 0.1));
    const at = isHeld ? slider.valueAsNumber : video.currentTime;
    if (!isHeld) slider.value = String(at);
    slider.setAttribute("aria-valuetext", speaker.say("timeline_value", { at: clock(at), of: clock(all) }));
    played.style.inlineSize = `${100 * share(at)}%`;
    buffered.style.inlineSize = `${100 * share(bufferedEnd(video))}%`;
  };
  slider.addEventListener("input", () => {
    isHeld = true;
    show();
    seek(slider.valueAsNumber);
  });
  slider.addEventListener("change", () => {
    isHeld = false;
    seek(slider.valueAsNumber);
  });
  const point = (event: PointerEvent) => {
    const { left, right, width } = slider.getBoundingClientRect();
    const from = speaker.direction === "rtl" ? right - event.clientX : event.clientX - left;
    const at = Math.min(Math.max(from / Math.max(width, 1), 0), 1);
    hint.hidden = event.pointerType === "touch" && !isHeld;
    hint.textContent = clock(at * duration());
    hint.style.insetInlineStart = `${100 * at}%`;
  };
  line.addEventListener("pointermove", point);
  line.addEventListener("pointerleave", () => {
    hint.hidden = true;
  });
  for (const name of ["timeupdate", "progress", "seeking", "seeked", "durationchange", "loadedmetadata"])
    video.addEventListener(name, show, { signal: life });
  show();

  return {
    element: line,
    setPins(pins) {
      pinRow.replaceChildren(
        ...pins.map((pin) => {
          const button = element("button", {
            type: "button",
            class: "player-pin",
            "data-resolved": pin.isResolved === true,
            "aria-label": pin.label,
            title: pin.label,
            onclick: () => press(pin),
          });
          button.style.insetInlineStart = `${100 * share(pin.seconds)}%`;
          return button;
        }),
      );
    },
  };
}

/** To which second there is something, from where it is played. */
function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime)
      return buffered.end(index);
  }
  return currentTime;
}
