import { ProgressBar as AriaProgressBar } from "react-aria-components/ProgressBar";
import { useFormat } from "#web/lib/format.ts";
import { cx } from "./classes.ts";

export interface ProgressBarProps {
  label: string;
  /** 0 to 1; null while the share is unknown. */
  share: number | null;
  /** `false`: the label is for screen readers only. */
  isLabelShown?: boolean;
  tone?: "accent" | "ok" | "bad";
  className?: string;
}

const tones = { accent: "bg-accent", ok: "bg-ok", bad: "bg-bad" } as const;

export function ProgressBar({
  label,
  share,
  isLabelShown = true,
  tone = "accent",
  className,
}: ProgressBarProps) {
  const format = useFormat();
  const text = share === null ? "" : format.percent(share);
  return (
    <AriaProgressBar
      aria-label={label}
      isIndeterminate={share === null}
      value={(share ?? 0) * 100}
      valueLabel={text}
      className={cx("flex flex-col gap-1.5", className)}
    >
      {isLabelShown && (
        <span className="flex justify-between gap-3 text-xs text-ink-muted">
          <span className="own-direction truncate">{label}</span>
          <span data-tabular>{text}</span>
        </span>
      )}
      <span className="block h-1.5 overflow-hidden rounded-full bg-press">
        <span
          className={cx(
            "block h-full rounded-full transition-[inline-size] duration-200",
            tones[tone],
            share === null && "anim-shimmer",
          )}
          style={{ inlineSize: share === null ? "40%" : `${Math.min(Math.max(share, 0), 1) * 100}%` }}
        />
      </span>
    </AriaProgressBar>
  );
}
