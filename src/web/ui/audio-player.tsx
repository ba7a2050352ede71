import { Pause, Play } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "./button.tsx";
import { cx } from "./classes.ts";
import { IconButton } from "./icon-button.tsx";

/** Texts of the controls. */
export interface AudioWords {
  readonly play: string;
  readonly pause: string;
  readonly seek: string;
  readonly failed: string;
  readonly speed: (speed: string) => string;
}

export interface AudioPlayerProps {
  src: string;
  /** Length of the recording; null where only the file knows. */
  seconds: number | null;
  /** Accessible name. */
  label: string;
  words: AudioWords;
  /** Further actions, at the end of the row. */
  children?: ReactNode;
  className?: string;
}

const speeds = [1, 1.5, 2] as const;
type Speed = (typeof speeds)[number];

/** The element that plays: another one pauses it. */
let playing: HTMLAudioElement | null = null;

/** `0:42`. */
export const clockText = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/**
 * Plays a recording: play and pause, position, time, speed. Time runs from left to right in every language, like the time
 * line of films. Loads nothing before the first press.
 */
export function AudioPlayer({ src, seconds, label, words, children, className }: AudioPlayerProps) {
  const format = useFormat();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const [known, setKnown] = useState<number | null>(null);
  const [speed, setSpeed] = useState<Speed>(1);
  const length = Math.max(seconds ?? known ?? 0, 0.1);

  useEffect(() => {
    const { current: element } = audio;
    return () => {
      element?.pause();
      if (playing === element) playing = null;
    };
  }, []);

  function toggle(): void {
    const { current: element } = audio;
    if (element === null) return;
    if (!element.paused) return element.pause();
    if (playing !== element) playing?.pause();
    playing = element;
    if (isFailed) element.load();
    setFailed(false);
    element.playbackRate = speed;
    element.play().catch(() => setFailed(element.error !== null));
  }
  function seek(to: number): void {
    setAt(to);
    const { current: element } = audio;
    if (element === null) return;
    element.preload = "auto";
    element.currentTime = to;
  }
  function change(): void {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current !== null) audio.current.playbackRate = next;
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== " ") return;
    event.preventDefault();
    toggle();
  }

  return (
    <div role="group" aria-label={label} className={cx("flex flex-col gap-1", className)}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text of a recording, where there is one, stands below */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) =>
          Number.isFinite(duration) && duration > 0 && setKnown(duration)
        }
        onEnded={() => setAt(0)}
        onError={() => {
          setPlaying(false);
          setFailed(true);
        }}
      />
      <div className="flex items-center gap-1">
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? words.pause : words.play}
          onPress={toggle}
          className="shrink-0 rounded-full bg-hover touch:size-11"
        />
        <span dir="ltr" className="flex min-w-0 flex-1 items-center gap-2">
          <input
            type="range"
            min={0}
            max={length}
            step={0.1}
            value={Math.min(at, length)}
            aria-label={words.seek}
            aria-valuetext={`${clockText(at)} / ${clockText(length)}`}
            onChange={({ target }) => seek(target.valueAsNumber)}
            onKeyDown={press}
            className="h-9 min-w-12 flex-1 accent-accent touch:h-11"
          />
          <span className="shrink-0 text-xs text-ink-muted tabular-nums">
            {clockText(at)} / {clockText(length)}
          </span>
        </span>
        <Button
          size="sm"
          variant="quiet"
          aria-label={words.speed(format.number(speed))}
          onPress={change}
          className="min-w-12 shrink-0 tabular-nums touch:h-11"
        >
          <bdi dir="ltr">{format.number(speed)}×</bdi>
        </Button>
        {children}
      </div>
      {isFailed && (
        <p role="alert" className="text-xs text-bad-text">
          {words.failed}
        </p>
      )}
    </div>
  );
}
