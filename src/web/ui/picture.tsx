import { Image, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface PictureProps {
  /** Null while there is none. */
  src: string | null;
  /** Empty where the text beside it says the same. */
  alt?: string;
  /** Shown while there is no picture, or when it fails to load. */
  icon?: LucideIcon;
  /** Within the first screen: loaded eagerly. */
  isFirst?: boolean;
  className?: string;
}

/** A photograph that fills its box, cropped at the edges. */
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
