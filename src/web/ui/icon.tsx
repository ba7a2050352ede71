import type { LucideIcon } from "lucide-react";
import { cx } from "./classes.ts";

const sizes = { sm: 16, md: 18, lg: 22, xl: 32 } as const;

export interface IconProps {
  of: LucideIcon;
  size?: keyof typeof sizes;
  /** True for arrows and all other icons with a direction along the line: mirrored in right-to-left pages. */
  points?: boolean;
  className?: string;
}

/** An icon beside text or inside a named control; never the only name of anything. */
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
