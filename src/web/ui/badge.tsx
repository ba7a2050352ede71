import { limits } from "#contract/limits.ts";
import { cx } from "./classes.ts";

export interface BadgeProps {
  count: number;
  /** Above it the badge shows '{max}+'. */
  max?: number;
  tone?: "accent" | "bad" | "neutral";
  className?: string;
}

const tones = {
  accent: "bg-accent text-white",
  bad: "bg-bad text-white",
  neutral: "bg-press text-ink-muted",
} as const;

/** A count in a corner; renders nothing for zero. */
export function Badge({ count, max = limits.shell.badge, tone = "accent", className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      data-tabular
      dir="ltr"
      className={cx(
        "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full px-1 text-xs leading-none font-strong",
        tones[tone],
        className,
      )}
    >
      {count > max ? `${max}+` : count}
    </span>
  );
}
