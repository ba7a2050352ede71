import { Pause, Play } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
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

/** State and controls of one audio element. */
function usePlayback(seconds: number | null) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const [known, setKnown] = useState<number | null>(null);
  const [speed, setSpeed] = useState<Speed>(1);

  useEffect(() => {
    const { current: element } = audio;
    return () => {
      element?.pause();
      if (playing === element) playing = null;
    };
  }, []);

  const playback = {
    isPlaying,
    isFailed,
    at,
    speed,
    length: Math.max(seconds ?? known ?? 0, 0.1),
    toggle(): void {
      const { current: element } = audio;
      if (element === null) return;
      if (!element.paused) return element.pause();
      if (playing !== element) playing?.pause();
      playing = element;
      if (isFailed) element.load();
      setFailed(false);
      element.playbackRate = speed;
      element.play().catch(() => setFailed(element.error !== null));
    },
    seek(to: number): void {
      setAt(to);
      const { current: element } = audio;
      if (element === null) return;
      element.preload = "auto";
      element.currentTime = to;
    },
    changeSpeed(): void {
      const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
      setSpeed(next);
      if (audio.current !== null) audio.current.playbackRate = next;
    },
    /** Listeners of the element. */
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: ({ currentTarget }: Happening) => setAt(currentTarget.currentTime),
      onDurationChange: ({ currentTarget: { duration } }: Happening) =>
        Number.isFinite(duration) && duration > 0 && setKnown(duration),
      onEnded: () => setAt(0),
      onError: () => {
        setPlaying(false);
        setFailed(true);
      },
    },
  };
  return [audio, playback] as const;
}

type Happening = SyntheticEvent<HTMLAudioElement>;

/**
 * Plays a recording: play and pause, position, time, speed. Time runs from left to right in every language, like the time
 * line of videos. Loads nothing before the first press.
 */
export function AudioPlayer({ src, seconds, label, words, children, className }: AudioPlayerProps) {
  const format = useFormat();
  const [audio, playback] = usePlayback(seconds);
  const { at, speed, length, isPlaying } = playback;

  function press(event: KeyboardEvent): void {
    if (event.key !== " ") return;
    event.preventDefault();
    playback.toggle();
  }

  return (
    <figure aria-label={label} className={cx("flex flex-col gap-1", className)}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text of a recording, where there is one, stands below */}
      <audio ref={audio} src={src} preload="none" {...playback.events} />
      <div className="flex items-center gap-1">
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? words.pause : words.play}
          onPress={() => playback.toggle()}
          className="shrink-0 bg-hover touch:size-11"
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
            onChange={({ target }) => playback.seek(target.valueAsNumber)}
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
          onPress={() => playback.changeSpeed()}
          className="min-w-12 shrink-0 tabular-nums touch:h-11"
        >
          <bdi dir="ltr">{format.number(speed)}×</bdi>
        </Button>
        {children}
      </div>
      {playback.isFailed && (
        <p role="alert" className="text-xs text-bad-text">
          {words.failed}
        </p>
      )}
    </figure>
  );
}
