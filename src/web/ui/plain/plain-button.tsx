import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "../button-style.ts";
import { cx } from "../classes.ts";
import { Spinner } from "../spinner.tsx";

/*
 * The controls of this folder are those of the browser in the look of the kit. They weigh next to nothing, for the
 * pages somebody sees before he is let in; everywhere else stand the kit's own, which do more.
 */
export interface PlainButtonProps
  extends Pick<ComponentProps<"button">, "children" | "className" | "onClick">,
    ButtonLook {
  /** The name, read out, where what stands on it is shorter. */
  label?: string;
  type?: "submit" | "button";
  isPending?: boolean;
  /** Not now: it stays where the keyboard finds it, and does nothing. */
  isDisabled?: boolean;
}

/** While `isPending` it shows a ring and does nothing; it keeps the focus, so it is not disabled. */
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
