import { Check, ChevronDown, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface FilterChipProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  icon?: LucideIcon;
  /** Before the label instead of an icon, whether it is on or off. */
  leading?: ReactNode;
}

const chip =
  "inline-flex h-8 shrink-0 cursor-default items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm whitespace-nowrap text-ink-muted transition-colors hover:bg-hover hover:text-ink selected:border-transparent selected:bg-accent-soft selected:text-accent-text touch:h-11";

export interface FilterChipButtonProps
  extends Pick<ButtonProps, "onPress" | "aria-haspopup" | "aria-expanded"> {
  label: string;
  /** The label is that of the selected option, not of any: printed only then. */
  isSet?: boolean;
  className?: string;
}

/** The same style for a button that opens the options of a filter; the trigger of a `Menu` or a `Popover`. */
export function FilterChipButton({ label, isSet = false, className, ...press }: FilterChipButtonProps) {
  return (
    <Button {...press} className={cx(chip, !isSet && "print:hidden", className)}>
      {label}
      <Icon of={ChevronDown} size="sm" />
    </Button>
  );
}

/** A toggle filter of a list that shows whether it is on; printed only if it is. */
export function FilterChip({ label, isOn, onChange, icon, leading }: FilterChipProps) {
  return (
    <Button
      aria-pressed={isOn}
      onPress={() => onChange(!isOn)}
      {...(isOn && { "data-selected": "" })}
      className={cx(chip, !isOn && "print:hidden")}
    >
      {leading ?? (isOn ? <Icon of={Check} size="sm" /> : icon && <Icon of={icon} size="sm" />)}
      {label}
    </Button>
  );
}

/** The row of chips; on phones it scrolls sideways rather than wrapping. */
export const chipLine =
  "flex gap-2 overflow-x-auto py-0.5 [scrollbar-width:none] max-md:-mx-4 max-md:px-4 md:flex-wrap";
