import type { ReactNode } from "react";

/** One of our own pictures in its two stored formats. */
export interface OwnPicture {
  readonly avif: string;
  readonly webp: string;
}

interface Source extends OwnPicture {
  /** Media condition under which it replaces the one of the <img>. */
  readonly media?: string;
}

/**
 * Each of the pictures as AVIF where the browser supports it and as WebP where not: WebKitGTK is built without AVIF in
 * places, and Safari lacks it before 16. `children`: the <img>, with the WebP of the last as its `src`.
 */
export function PictureFormats({ of, children }: { of: readonly Source[]; children: ReactNode }) {
  return (
    <picture>
      {of.map(({ avif, webp, media }) => [
        <source key={avif} type="image/avif" media={media} srcSet={avif} />,
        media !== undefined && <source key={webp} media={media} srcSet={webp} />,
      ])}
      {children}
    </picture>
  );
}
