import type { Still } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";
import { dayAt, startOf } from "./site-clock.ts";

export interface ScrubberProps {
  /** Oldest first; at least one. */
  stills: readonly Still[];
  at: number;
  onMove: (index: number) => void;
  timeOf: (instant: string) => string;
  zone: string;
}

/**
 * A day as a timeline: a tick where a picture was taken, and a slider over them. The slider is native, so that it can
 * be dragged by finger, moved by the arrow keys, Page Up and Home, and is mirrored in right-to-left languages.
 */
export function Scrubber({ stills, at, onMove, timeOf, zone }: ScrubberProps) {
  const t = useText();
  const [first, last] = [stills[0], stills.at(-1)];
  const still = stills[at];
  if (first === undefined || last === undefined || still === undefined) return null;
  const start = startOf(dayAt(first.taken_at, zone), zone).getTime();
  const hourOf = (instant: string) => (Date.parse(instant) - start) / 3_600_000;
  // Whole hours around the pictures: a working day fills the line.
  const from = Math.floor(hourOf(first.taken_at));
  const to = Math.max(Math.ceil(hourOf(last.taken_at)), from + 1);
  const placeOf = (instant: string) => `${((hourOf(instant) - from) / (to - from)) * 100}%`;
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden className="relative mx-2 h-4">
        {stills.map(({ id, taken_at }) => (
          <span
            key={id}
            className="absolute bottom-0 h-2 w-px bg-line-strong"
            style={{ insetInlineStart: placeOf(taken_at) }}
          />
        ))}
        <span
          className="absolute bottom-0 h-4 w-0.5 -translate-x-1/2 rounded-full bg-accent rtl:translate-x-1/2"
          style={{ insetInlineStart: placeOf(still.taken_at) }}
        />
      </div>
      <input
        type="range"
        min={0}
        max={stills.length - 1}
        step={1}
        value={at}
        disabled={stills.length < 2}
        aria-label={t("cctv.stills.scrub")}
        aria-valuetext={timeOf(still.taken_at)}
        onChange={({ target }) => onMove(Number(target.value))}
        className="h-5 w-full cursor-pointer accent-accent touch:h-11"
      />
      <div aria-hidden className="flex justify-between px-2 text-xs text-ink-muted tabular-nums">
        <span>{timeOf(first.taken_at)}</span>
        <span>{timeOf(last.taken_at)}</span>
      </div>
    </div>
  );
}
