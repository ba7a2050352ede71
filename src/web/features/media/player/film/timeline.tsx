import { type PointerEvent, useEffect, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { clock } from "../clock.ts";
import { useVideo, useWrittenByVideo } from "../use-video.ts";
import type { Film } from "./film.ts";
import type { Pin } from "./pin.ts";

const lengthEvents = ["durationchange", "loadedmetadata"] as const;
const timeEvents = ["timeupdate", "progress", "seeking", "seeked", ...lengthEvents] as const;

export interface TimelineProps {
  film: Film;
  pins: readonly Pin[];
  onPin: (pin: Pin) => void;
}

/** A bare slider over a track that is drawn beneath it. */
const rangeClass =
  "absolute inset-y-0 -start-[7px] m-0 h-full w-[calc(100%+14px)] appearance-none bg-transparent " +
  "[&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-white [&::-webkit-slider-thumb]:shadow-pin " +
  "[&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-white";

const shareOf = (seconds: number, all: number) => Math.min(Math.max(seconds / Math.max(all, 0.001), 0), 1);
const percent = (share: number) => `${100 * share}%`;

/**
 * Timeline of the video with the buffered part and the pins on it. Left to right in Arabic too, like the play sign and
 * the times beside it, as in other players. Parts that move during playback are written to the document, not rendered.
 */
export function Timeline({ film, pins, onPin }: TimelineProps) {
  const t = useText();
  const { video } = film;
  const slider = useRef<HTMLInputElement>(null);
  const buffered = useRef<HTMLSpanElement>(null);
  const played = useRef<HTMLSpanElement>(null);
  const hint = useRef<HTMLOutputElement>(null);
  const isHeld = useRef(false);
  const duration = useVideo(video, lengthEvents, () => film.duration);

  const show = () => {
    const { current: range } = slider;
    if (!range || !played.current || !buffered.current) return;
    range.max = String(Math.max(film.duration, 0.1));
    const at = isHeld.current ? range.valueAsNumber : film.seconds;
    if (!isHeld.current) range.value = String(at);
    range.setAttribute(
      "aria-valuetext",
      t("player.timeline_value", { at: clock(at), of: clock(film.duration) }),
    );
    played.current.style.inlineSize = percent(shareOf(at, film.duration));
    buffered.current.style.inlineSize = percent(shareOf(bufferedEnd(video), film.duration));
  };
  useWrittenByVideo(video, timeEvents, show);

  useEffect(() => {
    const { current: range } = slider;
    if (range === null) return;
    // React's `onChange` reports every movement; the native `change` event reports the release of the slider.
    const release = () => {
      isHeld.current = false;
      film.seek(range.valueAsNumber);
    };
    range.addEventListener("change", release);
    return () => range.removeEventListener("change", release);
  }, [film]);

  function point(event: PointerEvent): void {
    if (!slider.current || !hint.current) return;
    const { left, width } = slider.current.getBoundingClientRect();
    const at = Math.min(Math.max((event.clientX - left) / Math.max(width, 1), 0), 1);
    hint.current.hidden = event.pointerType === "touch" && !isHeld.current;
    hint.current.textContent = clock(at * film.duration);
    hint.current.style.insetInlineStart = percent(at);
  }

  return (
    <div
      dir="ltr"
      className="group/line relative mx-1.5 h-7 touch:h-11"
      onPointerMove={point}
      onPointerLeave={() => hint.current?.toggleAttribute("hidden", true)}
    >
      <div
        data-track
        className="absolute inset-x-0 top-[calc(50%-2px)] h-1 overflow-hidden rounded-full bg-white/25 transition-[scale] group-hover/line:scale-y-150"
      >
        <span ref={buffered} className="absolute inset-y-0 start-0 bg-white/35" />
        <span ref={played} data-played className="absolute inset-y-0 start-0 bg-brand" />
      </div>
      <input
        ref={slider}
        type="range"
        min={0}
        step={0.1}
        defaultValue={0}
        aria-label={t("player.timeline")}
        onInput={(event) => {
          isHeld.current = true;
          show();
          film.seek(event.currentTarget.valueAsNumber);
        }}
        // Keeps the middle of the thumb on its second, also at both ends.
        className={rangeClass}
      />
      <div className="absolute inset-x-0 top-1/2 h-0">
        {pins.map((pin) => (
          <button
            key={pin.id}
            type="button"
            data-pin
            aria-label={pin.label}
            title={pin.label}
            onClick={() => onPin(pin)}
            style={{ insetInlineStart: percent(shareOf(pin.seconds, duration)) }}
            className="group/pin absolute -mt-3 -ms-3 grid size-6 cursor-pointer place-items-center touch:-mt-5.5 touch:-ms-5.5 touch:size-11"
          >
            <span
              className={cx(
                "size-3 rounded-full ring-2 ring-sunken transition-[scale] group-hover/pin:scale-125",
                pin.isResolved === true ? "bg-ink-faint" : "bg-warn",
              )}
            />
          </button>
        ))}
      </div>
      <output
        ref={hint}
        hidden
        aria-hidden
        className="pointer-events-none absolute bottom-7 -translate-x-1/2 rounded-md bg-glass-dense px-2 py-0.5 tabular-nums"
      />
    </div>
  );
}

/** End of the buffered range that contains the playback position, in seconds. */
function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime)
      return buffered.end(index);
  }
  return currentTime;
}
