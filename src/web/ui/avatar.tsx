import { cx } from "./classes.ts";

const sizes = {
  sm: "size-7 text-xs",
  md: "size-9 text-sm",
  lg: "size-14 text-lg",
  xl: "size-22 text-xl sm:size-28",
} as const;

export interface AvatarProps {
  name: string;
  /** URL of the picture; without one the first letter of the name is shown. */
  picture?: string | null;
  size?: keyof typeof sizes;
  className?: string;
}

export function Avatar({ name, picture = null, size = "md", className }: AvatarProps) {
  const look = cx("shrink-0 rounded-full", sizes[size], className);
  if (picture !== null) return <img src={picture} alt="" className={cx(look, "object-cover")} />;
  const [letter = "?"] = name.trim();
  return (
    <span
      aria-hidden
      className={cx(look, "flex items-center justify-center bg-accent-soft font-strong text-accent-text")}
    >
      {letter.toLocaleUpperCase()}
    </span>
  );
}
