import { Image, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface PictureProps {
  /** Null while there is none. */
  src: string | null;
  /** Empty where the words beside it say the same. */
  alt?: string;
  /** Stands in its place while there is no picture, or when it does not come. */
  icon?: LucideIcon;
  /** Within the first screen: fetched at once. */
  isFirst?: boolean;
  className?: string;
}

/** A photograph that fills its place, cut at the edges. */
export function Picture({ src, alt = "", icon = Image, isFirst = false, className }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = src !== null && src !== failed;
  return (
    <span
      className={cx("flex items-center justify-center overflow-hidden bg-press text-ink-faint", className)}
      {...(!isShown && alt !== "" && { role: "img", "aria-label": alt })}
    >
      {isShown ? (
        <img
          src={src}
          alt={alt}
          decoding="async"
          loading={isFirst ? "eager" : "lazy"}
          draggable={false}
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        <Icon of={icon} size="xl" className="stroke-1" />
      )}
    </span>
  );
}
