import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface BareIconButtonProps
  extends Pick<ComponentProps<"button">, "className" | "aria-expanded" | "aria-pressed" | "disabled"> {
  icon: LucideIcon;
  /** Accessible name. */
  label: string;
  points?: boolean;
  size?: "sm" | "md";
  onPress: () => void;
}

export const iconButtonClass =
  "hit-area inline-flex shrink-0 cursor-default items-center justify-center rounded-md text-ink-muted transition-colors " +
  "hover:bg-hover hover:text-ink pressed:bg-press expanded:bg-hover expanded:text-ink disabled:opacity-45";

/**
 * A native button without a tooltip: for where the name is shown beside it anyway, and for pages that must be light. It
 * cannot open a menu or a popover of this kit; `IconButton` can.
 */
export function BareIconButton({
  icon,
  label,
  points = false,
  size = "md",
  onPress,
  className,
  ...props
}: BareIconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      onClick={onPress}
      className={cx(iconButtonClass, size === "sm" ? "size-7" : "size-9", className)}
    >
      <Icon of={icon} points={points} size={size === "sm" ? "sm" : "md"} />
    </button>
  );
}
