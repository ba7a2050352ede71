import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { type ButtonLook, buttonClass } from "./button-style.ts";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";
import { whileWaiting } from "./while-waiting.tsx";

export interface ButtonProps extends Omit<AriaProps, "children" | "className" | "style">, ButtonLook {
  children: ReactNode;
  icon?: LucideIcon;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** While `isPending` it keeps its width and focus, shows a spinner and does nothing. */
export function Button({
  variant,
  size,
  icon,
  children,
  className,
  isPending = false,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(isPending && { render: whileWaiting })}
      className={cx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {isPending ? <Spinner /> : icon && <Icon of={icon} size="sm" />}
      {children}
    </AriaButton>
  );
}
