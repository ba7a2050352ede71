import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../classes.ts";
import { Picture } from "../picture.tsx";

export interface PictureTileProps {
  href: string;
  src: string | null;
  /** The same picture, smaller; see `Picture`, like `sizes`. */
  card?: string | null;
  sizes?: string;
  /** Shown where there is no picture. */
  icon?: LucideIcon;
  title: string;
  /** Lines under the title. */
  children?: ReactNode;
  isFirst?: boolean;
  /** Shape of the picture: a standalone tile may be larger. */
  shape?: string;
  className?: string;
}

/** A picture with its name that links to a page of its own; the whole tile is the link. */
export function PictureTile({
  href,
  src,
  card = null,
  sizes,
  icon,
  title,
  children,
  isFirst = false,
  shape = "aspect-2/1",
  className,
}: PictureTileProps) {
  return (
    <article className={cx("group/card relative flex flex-col break-inside-avoid", className)}>
      <div className={cx("relative overflow-hidden rounded-lg", shape)}>
        <Picture
          src={src}
          card={card}
          {...(sizes !== undefined && { sizes })}
          isFirst={isFirst}
          {...(icon && { icon })}
          className="size-full transition-transform duration-200 group-hover/card:scale-[1.015]"
        />
        <span
          aria-hidden
          className="absolute inset-0 rounded-lg ring-1 ring-black/10 ring-inset dark:ring-white/10"
        />
      </div>
      <div className="flex min-w-0 flex-col gap-0.5 px-0.5 pt-2.5">
        <h3 dir="auto" className="own-direction truncate text-base font-strong">
          {/* The link's area covers the tile, so that a tap anywhere works. */}
          <a
            href={href}
            className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {title}
          </a>
        </h3>
        {children}
      </div>
    </article>
  );
}
