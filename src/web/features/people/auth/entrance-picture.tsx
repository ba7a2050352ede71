import largeAvif from "#web/assets/entrance.avif";
import largeWebp from "#web/assets/entrance.webp";
import stripAvif from "#web/assets/entrance-strip.avif";
import stripWebp from "#web/assets/entrance-strip.webp";
import { useSettings } from "#web/lib/session.ts";
import { PictureFormats } from "#web/ui/plain/own-picture.tsx";

const pictures = [
  { media: "(width < 64rem)", avif: stripAvif, webp: stripWebp },
  { avif: largeAvif, webp: largeWebp },
];

/**
 * The background picture of the sign-in pages, a site by default or the one from the settings; a gradient below keeps
 * the sentence on it legible. Its background colour is shown until it loads.
 */
export function EntrancePicture() {
  const [own] = useSettings()?.backgrounds ?? [];
  return (
    <div aria-hidden className="absolute inset-0 bg-behind-photo">
      <PictureFormats of={own === undefined ? pictures : []}>
        <img
          src={own ?? largeWebp}
          alt=""
          decoding="async"
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
        />
      </PictureFormats>
      <div className="absolute inset-0 bg-linear-to-t from-black/75 via-black/15 to-black/10" />
    </div>
  );
}
