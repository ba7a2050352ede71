import type { KeyboardEvent } from "react";
import type { Still } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";

export interface ScrubberProps {
  /** Oldest first; at least one. */
  stills: readonly Still[];
  at: number;
  onMove: (index: number) => void;
  timeOf: (instant: string) => string;
}

/**
 * A day as a timeline from its first picture to its last: a tick where one was taken, and a slider over them on the
 * same scale. The slider is native, so that it can be dragged by finger and is mirrored in right-to-left languages;
 * the arrow keys and Page Up move it by pictures, not by seconds.
 */
export function Scrubber({ stills, at, onMove, timeOf }: ScrubberProps) {
  const t = useText();
  const [first, last] = [stills[0], stills.at(-1)];
  const still = stills[at];
  if (first === undefined || last === undefined || still === undefined) return null;
  const secondOf = ({ taken_at }: Still) => (Date.parse(taken_at) - Date.parse(first.taken_at)) / 1000;
  const length = Math.max(1, secondOf(last));
  const placeOf = (one: Still) => `${(secondOf(one) / length) * 100}%`;

  function toNearest(second: number): void {
    const distances = stills.map((one) => Math.abs(secondOf(one) - second));
    onMove(distances.indexOf(Math.min(...distances)));
  }

  function byKey(event: KeyboardEvent<HTMLInputElement>): void {
    const onwards = event.currentTarget.matches(":dir(rtl)") ? "ArrowLeft" : "ArrowRight";
    const page = Math.ceil(stills.length / 10);
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: -1,
      ArrowDown: -1,
      ArrowUp: 1,
      PageDown: -page,
      PageUp: page,
      [onwards]: 1,
    };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(Math.min(Math.max(at + by, 0), stills.length - 1));
  }

  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden className="relative mx-2 h-4">
        {stills.map((one) => (
          <span
            key={one.id}
            className="absolute bottom-0 h-2 w-px bg-line-strong"
            style={{ insetInlineStart: placeOf(one) }}
          />
        ))}
        <span
          className="absolute bottom-0 h-4 w-0.5 -translate-x-1/2 rounded-full bg-accent rtl:translate-x-1/2"
          style={{ insetInlineStart: placeOf(still) }}
        />
      </div>
      <input
        type="range"
        min={0}
        max={length}
        step="any"
        value={secondOf(still)}
        disabled={stills.length < 2}
        aria-label={t("cctv.stills.scrub")}
        aria-valuetext={timeOf(still.taken_at)}
        onChange={({ target }) => toNearest(target.valueAsNumber)}
        onKeyDown={byKey}
        className="h-5 w-full cursor-pointer accent-accent touch:h-11"
      />
      <div aria-hidden className="flex justify-between px-2 text-xs text-ink-muted tabular-nums">
        <span>{timeOf(first.taken_at)}</span>
        {stills.length > 1 && <span>{timeOf(last.taken_at)}</span>}
      </div>
    </div>
  );
}
