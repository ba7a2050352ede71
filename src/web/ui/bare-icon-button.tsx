import type { LucideIcon } from "lucide-react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface BareIconButtonProps
  extends Omit<AriaProps, "children" | "className" | "style" | "aria-label"> {
  icon: LucideIcon;
  /** The name, read out. */
  label: string;
  points?: boolean;
  size?: "sm" | "md";
  className?: string;
}

export const iconButtonClass =
  "hit-area inline-flex shrink-0 cursor-default items-center justify-center rounded-md text-ink-muted transition-colors " +
  "hovered:bg-hover hovered:text-ink pressed:bg-press expanded:bg-hover expanded:text-ink disabled:opacity-45";

/** Where the name stands beside it anyway, and on pages that must be light: tooltips weigh more than all the rest. */
export function BareIconButton({
  icon,
  label,
  points = false,
  size = "md",
  className,
  ...props
}: BareIconButtonProps) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={cx(iconButtonClass, size === "sm" ? "size-7" : "size-9", className)}
    >
      <Icon of={icon} points={points} size={size === "sm" ? "sm" : "md"} />
    </AriaButton>
  );
}
