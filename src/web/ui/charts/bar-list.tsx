import type { ReactNode } from "react";
import { cx } from "../classes.ts";
import type { Tone } from "../tone.ts";
import { inkOf } from "./chart-data.ts";

export interface BarListProps {
  /** What is compared, read out for the list. */
  label: string;
  items: readonly {
    readonly id: string;
    readonly name: ReactNode;
    readonly value: number;
    readonly tone?: Tone;
  }[];
  format: (value: number) => string;
  /** What a full bar stands for; the highest of them where it is not said. */
  full?: number;
  className?: string;
}

/** Names with their figures, and a bar under each that makes them comparable at a glance. Its words are its table. */
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
