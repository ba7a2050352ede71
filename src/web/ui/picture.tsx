import { Image, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface PictureProps {
  /** Null while there is none. */
  src: string | null;
  /** The same picture 640 pixels wide where `src` is 1280 wide: loaded where that is enough. */
  card?: string | null;
  /** Width at which a picture with a `card` is shown, as an <img> takes it. */
  sizes?: string;
  /** Empty where the text beside it says the same. */
  alt?: string;
  /** Shown while there is no picture, or when it fails to load. */
  icon?: LucideIcon;
  /** Within the first screen: loaded eagerly. */
  isFirst?: boolean;
  className?: string;
}

/** A photograph that fills its box, cropped at the edges. */
export function Picture({
  src,
  card = null,
  sizes = "(width < 40rem) 100vw, 24rem",
  alt = "",
  icon = Image,
  isFirst = false,
  className,
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = src !== null && src !== failed;
  return (
    <span
      className={cx("flex items-center justify-center overflow-hidden bg-press text-ink-faint", className)}
      {...(!isShown && alt !== "" && { role: "img", "aria-label": alt })}
    >
      {isShown ? (
        <img
          // Sizes first: with `src` first a browser may request that one, too.
          {...(card !== null && { sizes, srcSet: `${card} 640w, ${src} 1280w` })}
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
