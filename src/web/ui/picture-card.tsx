import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./classes.ts";
import { Link } from "./link.tsx";
import { Picture } from "./picture.tsx";

export interface PictureCardProps {
  href: string;
  /** Links to a page of its own, such as a viewer: the browser loads it, not the router. */
  isDocument?: boolean;
  src: string | null;
  /** The same picture, smaller; see `Picture`, like `sizes`. */
  card?: string | null;
  sizes?: string;
  icon?: LucideIcon;
  title: string;
  /** Lines under the title. */
  children?: ReactNode;
  /** On the picture, at its upper end corner: a button of its own, outside the link. */
  corner?: ReactNode;
  /** On the picture, at its lower start corner: a status in a word. */
  mark?: ReactNode;
  isFirst?: boolean;
  className?: string;
}

const plate =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text";

/** A picture with its name and a few facts; the whole card is the link. */
export function PictureCard({
  href,
  isDocument = false,
  src,
  card = null,
  sizes,
  icon,
  title,
  children,
  corner,
  mark,
  isFirst = false,
  className,
}: PictureCardProps) {
  return (
    <article className={cx("group/card relative flex flex-col", className)}>
      <div className="relative aspect-2/1 overflow-hidden rounded-lg">
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
        {mark !== undefined && <div className="absolute start-2.5 bottom-2.5 flex gap-1.5">{mark}</div>}
      </div>
      <div className="flex min-w-0 flex-col gap-0.5 px-0.5 pt-2.5">
        <h2 dir="auto" className="own-direction truncate text-base font-strong">
          {/* The link's area covers the card, so that a tap anywhere works. */}
          {isDocument ? (
            <a href={href} className={plate}>
              {title}
            </a>
          ) : (
            <Link href={href} look="plain" className={plate}>
              {title}
            </Link>
          )}
        </h2>
        {children}
      </div>
      {corner !== undefined && <div className="absolute end-2 top-2 z-10">{corner}</div>}
    </article>
  );
}
