import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { dotTone, softTone, type Tone } from "./tone.ts";

export interface ChipProps {
  children: ReactNode;
  tone?: Tone;
  icon?: LucideIcon;
  /** A dot in the tone before the text, for statuses in dense lists. */
  hasDot?: boolean;
  /** Shows a remove button, as active filters have. */
  onRemove?: () => void;
  className?: string;
}

/** A status or an active filter in a word or two. */
export function Chip({ children, tone = "neutral", icon, hasDot = false, onRemove, className }: ChipProps) {
  const t = useText();
  return (
    <span
      className={cx(
        "inline-flex h-6 max-w-full items-center gap-1.5 rounded-full px-2.5 text-xs font-strong whitespace-nowrap",
        softTone[tone],
        onRemove && "pe-1",
        className,
      )}
    >
      {hasDot && <span aria-hidden className={cx("size-2 shrink-0 rounded-full", dotTone[tone])} />}
      {icon && <Icon of={icon} size="sm" className="size-3.5" />}
      <span className="own-direction truncate">{children}</span>
      {onRemove && (
        <Button
          aria-label={t("common.remove")}
          onPress={onRemove}
          className="hit-area flex size-4.5 items-center justify-center rounded-full hover:bg-press"
        >
          <Icon of={X} size="sm" className="size-3" />
        </Button>
      )}
    </span>
  );
}
