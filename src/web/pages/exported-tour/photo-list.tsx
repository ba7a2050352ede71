import { fileHref } from "./addresses.ts";
import type { TourPhoto } from "./data.ts";
import { Part } from "./parts.tsx";
import type { TourSpeaker } from "./words.ts";

interface PhotoListProps {
  /** Oldest first. */
  photos: readonly TourPhoto[];
  speaker: TourSpeaker;
}

/** The photos of the project that are not 360 photos, newest first; each opens its original. */
export function PhotoList({ photos, speaker }: PhotoListProps) {
  return (
    <Part id="photos" title={speaker.say("photos")}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,44%),1fr))] gap-4">
        {photos.toReversed().map(({ id, caption, file_name, date, file, thumbnail }) => (
          <li key={id} className="min-w-0">
            <a
              href={fileHref(file)}
              target="_blank"
              rel="noreferrer"
              className="group flex flex-col gap-1.5 rounded-lg text-ink no-underline"
            >
              <img
                src={fileHref(thumbnail)}
                alt=""
                loading="lazy"
                className="block aspect-4/3 w-full rounded-md bg-sunken object-cover"
              />
              <span dir="auto" className="own-direction truncate group-hover:text-accent-text">
                {caption || file_name}
              </span>
              <span className="text-ink-muted tabular-nums">{speaker.date(date)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}
