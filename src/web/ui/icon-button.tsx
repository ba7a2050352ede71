import type { LucideIcon } from "lucide-react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { iconButtonClass } from "./bare-icon-button.tsx";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";
import { whileWaiting } from "./while-waiting.tsx";

export { iconButtonClass } from "./bare-icon-button.tsx";

export interface IconButtonProps extends Omit<AriaProps, "children" | "className" | "style" | "aria-label"> {
  icon: LucideIcon;
  /** Accessible name, also shown as a tooltip. */
  label: string;
  points?: boolean;
  size?: "sm" | "md";
  /** `false` where the name is visible beside it anyway. */
  hasTooltip?: boolean;
  className?: string;
}

export function IconButton({
  icon,
  label,
  points = false,
  size = "md",
  hasTooltip = true,
  isPending = false,
  className,
  ...props
}: IconButtonProps) {
  const button = (
    <AriaButton
      {...props}
      {...(isPending && { render: whileWaiting })}
      aria-label={label}
      className={cx(iconButtonClass, size === "sm" ? "size-7" : "size-9", className)}
    >
      <Icon of={icon} points={points} size={size === "sm" ? "sm" : "md"} />
    </AriaButton>
  );
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
