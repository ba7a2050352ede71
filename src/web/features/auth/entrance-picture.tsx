import large from "#web/assets/entrance.avif";
import small from "#web/assets/entrance-small.avif";
import { useSettings } from "#web/lib/session.ts";

/** The site behind the way in, or the picture that the settings put there; a shade below keeps the sentence on it legible. Its colour stands there until it comes. */
export function EntrancePicture() {
  const [own] = useSettings()?.backgrounds ?? [];
  return (
    <div aria-hidden className="absolute inset-0 bg-[oklch(0.55_0.05_80)]">
      <picture>
        {own === undefined && <source media="(width < 64rem)" srcSet={small} />}
        <img
          src={own ?? large}
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
