import type { ReactNode } from "react";
import { Link as AriaLink, type LinkProps as AriaProps } from "react-aria-components/Link";
import { type ButtonLook, buttonClass } from "./button-style.ts";
import { cx } from "./classes.ts";

export interface LinkProps extends Omit<AriaProps, "children" | "className" | "style"> {
  children: ReactNode;
  /** `plain` leaves the style to the caller. */
  look?: "text" | "plain" | ButtonLook;
  className?: string;
}

/** A link inside the site (handled by the router) or out of it. */
export function Link({ look = "text", className, ...props }: LinkProps) {
  const style =
    look === "text"
      ? "hit-area rounded-sm text-accent-text underline decoration-transparent underline-offset-3 transition-colors hover:decoration-current"
      : look === "plain"
        ? ""
        : buttonClass(look);
  return <AriaLink {...props} className={cx(style, className)} />;
}
