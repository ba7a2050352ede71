import type { LucideIcon } from "lucide-react";
import { cx } from "./classes.ts";

const sizes = { sm: 16, md: 18, lg: 22, xl: 32 } as const;

export interface IconProps {
  of: LucideIcon;
  size?: keyof typeof sizes;
  /** True for arrows and everything else that points along the line: mirrored where the page reads from the right. */
  points?: boolean;
  className?: string;
}

/** A drawing beside words or inside a named control; never the only name of anything. */
export function Icon({ of: Drawing, size = "md", points = false, className }: IconProps) {
  return (
    <Drawing
      aria-hidden
      size={sizes[size]}
      strokeWidth={1.75}
      className={cx("shrink-0", points && "rtl:-scale-x-100", className)}
    />
  );
}
