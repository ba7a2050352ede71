import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, use } from "react";
import { iconButtonClass } from "../bare-icon-button.tsx";
import { cx } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { MenuTrigger } from "./menu-trigger.ts";
import { PlainTooltip, type PlainTooltipProps } from "./plain-tooltip.tsx";

const looks = {
  quiet: iconButtonClass,
  /** On the dark glass that floats over a picture. */
  onGlass:
    "inline-flex shrink-0 cursor-default items-center justify-center gap-2 rounded-[8px] text-ink transition-colors hover:bg-glass-hover pressed:bg-glass-press",
} as const;

const sizes = {
  sm: "h-7 min-w-7",
  md: "h-9 min-w-9",
  /** 44 px for touch. */
  lg: "h-10 min-w-10 touch:h-11 touch:min-w-11",
} as const;

export interface PlainIconButtonProps
  extends Pick<
    ComponentProps<"button">,
    "id" | "className" | "title" | "aria-expanded" | "aria-haspopup" | "aria-controls"
  > {
  icon: LucideIcon;
  /** Accessible name, also shown as a tooltip. */
  label: string;
  points?: boolean;
  size?: keyof typeof sizes;
  variant?: keyof typeof looks;
  /** `false` where the name is visible beside it anyway. */
  hasTooltip?: boolean;
  tooltipPlacement?: PlainTooltipProps["placement"];
  /** For toggle buttons. */
  isPressed?: boolean | undefined;
  /** Disabled, but still focusable by keyboard. */
  isDisabled?: boolean;
  onPress?: () => void;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** After the icon, such as its name on wide screens. */
  children?: ReactNode;
}

/** The native button with an icon and a tooltip; for pages that must be light. */
export function PlainIconButton(props: PlainIconButtonProps) {
  const trigger = use(MenuTrigger);
  // No tooltip while its menu is open.
  return trigger === null ? (
    <Control {...props} />
  ) : (
    <Control {...props} {...trigger} {...(trigger["aria-expanded"] && { hasTooltip: false })} />
  );
}

function Control({
  icon,
  label,
  points = false,
  size = "md",
  variant = "quiet",
  hasTooltip = true,
  tooltipPlacement = "bottom",
  isPressed,
  isDisabled = false,
  onPress,
  buttonRef,
  className,
  children,
  ...props
}: PlainIconButtonProps) {
  const button = (
    <button
      type="button"
      {...props}
      ref={buttonRef}
      aria-label={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
      className={cx(
        looks[variant],
        sizes[size],
        isPressed && variant === "onGlass" && "bg-accent text-white",
        isDisabled && "pointer-events-none opacity-40",
        className,
      )}
    >
      <Icon
        of={icon}
        points={points}
        size={size === "sm" ? "sm" : "md"}
        {...(size === "lg" && { className: "size-5" })}
      />
      {children}
    </button>
  );
  return (
    // Always rendered: a button that moved into it would lose the focus.
    <PlainTooltip text={label} placement={tooltipPlacement} isDisabled={!hasTooltip}>
      {button}
    </PlainTooltip>
  );
}
