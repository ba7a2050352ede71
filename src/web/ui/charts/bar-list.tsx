import type { ReactNode } from "react";
import { cx } from "../classes.ts";
import type { Tone } from "../tone.ts";
import { inkOf } from "./chart-data.ts";

export interface BarListProps {
  /** The subject of the comparison, as the accessible name of the list. */
  label: string;
  items: readonly {
    readonly id: string;
    readonly name: ReactNode;
    readonly value: number;
    readonly tone?: Tone;
  }[];
  format: (value: number) => string;
  /** The value of a full bar; the highest value by default. */
  full?: number;
  className?: string;
}

/** Names with their values, and a bar under each for comparison. The texts serve as its table. */
export function BarList({ label, items, format, full, className }: BarListProps) {
  const most = Math.max(full ?? Math.max(0, ...items.map(({ value }) => value)), Number.MIN_VALUE);
  return (
    <ul aria-label={label} className={cx("flex flex-col gap-3", className)}>
      {items.map(({ id, name, value, tone = "accent" }) => (
        <li key={id}>
          <span className="flex justify-between gap-3">
            <bdi className="min-w-0 truncate">{name}</bdi>
            <span className="text-ink-muted tabular-nums">{format(value)}</span>
          </span>
          <span aria-hidden className={cx("mt-1 block h-1.5 rounded-full bg-press", inkOf[tone])}>
            {value > 0 && (
              <span
                className="block h-full min-w-1 rounded-full bg-current"
                style={{ inlineSize: `${Math.min(1, value / most) * 100}%` }}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
