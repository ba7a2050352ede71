import type { ReactNode } from "react";
import { type ButtonLook, buttonClass } from "../button-style.ts";
import { cx } from "../classes.ts";

export interface PlainLinkProps {
  href: string;
  children: ReactNode;
  look?: "text" | ButtonLook;
  /** Opens in a new tab, so that no input here is lost. */
  isAside?: boolean;
  className?: string;
}

/** A link to another page, which the browser itself follows. */
export function PlainLink({ href, children, look = "text", isAside = false, className }: PlainLinkProps) {
  return (
    <a
      href={href}
      {...(isAside ? { target: "_blank", rel: "noopener" } : {})}
      className={cx(look === "text" ? plainLinkClass : buttonClass(look), className)}
    >
      {children}
    </a>
  );
}

/** For links within text, and for buttons that look like one. */
export const plainLinkClass =
  "hit-area cursor-pointer rounded-sm text-accent-text underline decoration-transparent underline-offset-3 transition-colors hover:decoration-current";
