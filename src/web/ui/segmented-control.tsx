import type { LucideIcon } from "lucide-react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface Segment<V extends string> {
  value: V;
  label: string;
  icon?: LucideIcon;
  /** Only the drawing is seen, the label is read out. */
  isIconOnly?: boolean;
}

export interface SegmentedControlProps<V extends string> {
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
}

/** One of a few, all in sight. */
export function SegmentedControl<V extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: SegmentedControlProps<V>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([next]) => next !== undefined && onChange(next as V)}
      className={cx("inline-flex w-fit rounded-md bg-press p-0.5", className)}
    >
      {segments.map((segment) => (
        <ToggleButton
          key={segment.value}
          id={segment.value}
          {...(segment.isIconOnly === true && { "aria-label": segment.label })}
          className="flex h-8 min-w-9 cursor-default items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap text-ink-muted transition-colors hovered:text-ink selected:bg-surface selected:text-ink selected:shadow-[0_1px_2px_oklch(0_0_0/0.14)] dark:selected:bg-line-strong touch:h-10"
        >
          {segment.icon && <Icon of={segment.icon} size="sm" />}
          {segment.isIconOnly !== true && segment.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
