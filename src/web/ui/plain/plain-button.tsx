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
  type?: "submit" | "button";
  isPending?: boolean;
}

/** While `isPending` it shows a ring and does nothing; it keeps the focus, so it is not disabled. */
export function PlainButton({
  type = "button",
  variant,
  size,
  isPending = false,
  children,
  className,
  onClick,
}: PlainButtonProps) {
  return (
    <button
      type={isPending ? "button" : type}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? undefined : onClick}
      className={cx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        isPending && "opacity-75",
        className,
      )}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}
