import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "../button-style.ts";
import { cx } from "../classes.ts";
import { Spinner } from "../spinner.tsx";

/* The controls of this folder are native browser controls in the style of the kit. They weigh next to nothing, for the
 * pages before sign-in; everywhere else the kit's own controls are used, which do more. */
export interface PlainButtonProps
  extends Pick<ComponentProps<"button">, "children" | "className" | "onClick">,
    ButtonLook {
  /** Accessible name, where the visible text is shorter. */
  label?: string;
  type?: "submit" | "button";
  isPending?: boolean;
  /** Disabled, but still focusable by keyboard. */
  isDisabled?: boolean;
}

/** While `isPending` it shows a spinner and does nothing; it keeps the focus, so it is not disabled. */
export function PlainButton({
  label,
  type = "button",
  variant,
  size,
  isPending = false,
  isDisabled = false,
  children,
  className,
  onClick,
}: PlainButtonProps) {
  const isIdle = isPending || isDisabled;
  return (
    <button
      type={isIdle ? "button" : type}
      aria-label={label}
      aria-disabled={isIdle || undefined}
      aria-busy={isPending || undefined}
      onClick={isIdle ? undefined : onClick}
      className={cx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        isPending && "opacity-75",
        isDisabled && "opacity-45",
        className,
      )}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}
