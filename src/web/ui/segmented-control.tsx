import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface Segment<V extends string> {
  value: V;
  label: string;
  icon?: LucideIcon;
  /** Only the icon is visible, the label is for screen readers. */
  isIconOnly?: boolean;
}

export interface SegmentedControlProps<V extends string> {
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
}

/** Selects one of a few visible options: native radio buttons, which handle the arrow keys in either direction. */
export function SegmentedControl<V extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx("inline-flex w-fit rounded-md bg-press p-0.5", className)}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative flex h-8 min-w-9 cursor-default items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap text-ink-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_1px_2px_oklch(0_0_0/0.14)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text dark:has-checked:bg-line-strong touch:h-11 touch:min-w-11"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 m-0 cursor-default appearance-none outline-none"
          />
          {segment.icon && <Icon of={segment.icon} size="sm" />}
          <span className={segment.isIconOnly === true ? "sr-only" : ""}>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
