import type { LucideIcon } from "lucide-react";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

export interface ControlProps {
  icon: LucideIcon;
  /** Its name, read out and as a tooltip. */
  label: string;
  onPress: () => void;
  isPressed?: boolean;
  isDisabled?: boolean;
  className?: string;
}

/** Of everything in the bar that reacts to a pointer. */
export const controlClass =
  "cursor-pointer rounded-md transition-colors hover:bg-white/15 h-10 touch:h-11 focus-visible:-outline-offset-2";

/** A button of a player that shows an icon. */
export function Control({ icon, label, onPress, isPressed, isDisabled, className }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
      className={cx(
        controlClass,
        "grid w-10 shrink-0 place-items-center aria-pressed:bg-white/20 aria-pressed:shadow-[inset_0_-2px_0_var(--accent-text)] disabled:opacity-45 touch:w-11",
        className,
      )}
    >
      <Icon of={icon} className="size-5" />
    </button>
  );
}
