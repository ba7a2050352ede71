import large from "#web/assets/entrance.avif";
import small from "#web/assets/entrance-small.avif";

/** The site behind the way in; a shade below keeps the sentence on it legible. Its colour stands there until it comes. */
export function EntrancePicture() {
  return (
    <div aria-hidden className="absolute inset-0 bg-[oklch(0.55_0.05_80)]">
      <picture>
        <source media="(width < 64rem)" srcSet={small} />
        <img
          src={large}
          alt=""
          decoding="async"
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
      <div className="absolute inset-0 bg-linear-to-t from-black/75 via-black/15 to-black/10" />
    </div>
  );
}
