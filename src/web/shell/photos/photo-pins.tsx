import { Image } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlanSpot } from "#web/ui/floor-plan/plan-spot.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { type PlacedPhoto, photoHref, photoName } from "./photos.ts";

interface PhotoPinsProps {
  photos: readonly PlacedPhoto[];
  /** Direction of north on the floor plan, degrees clockwise from its upper edge. */
  north: number;
}

/** Photos on a floor plan: a pin at each position, and behind it all photos that were taken there. */
export function PhotoPins({ photos, north }: PhotoPinsProps) {
  return [...together(photos)].map(([place, here]) => (
    <PlanSpot key={place} point={here[0]?.position ?? { x: 0, y: 0 }}>
      <PhotoPin photos={here} north={north} />
    </PlanSpot>
  ));
}

/** Photos at the same position, such as that of a room, newest first. */
function together(photos: readonly PlacedPhoto[]): Map<string, PlacedPhoto[]> {
  const places = new Map<string, PlacedPhoto[]>();
  for (const photo of photos) {
    const place = `${photo.position.x} ${photo.position.y}`;
    places.set(place, [...(places.get(place) ?? []), photo]);
  }
  return places;
}

function PhotoPin({ photos, north }: { photos: readonly PlacedPhoto[]; north: number }) {
  const t = useText();
  const format = useFormat();
  const [newest, ...older] = photos;
  if (newest === undefined) return null;
  const { heading } = newest;
  const name = photoName(newest);
  return (
    <Popover
      label={name}
      trigger={
        <AriaButton
          aria-label={
            older.length === 0
              ? t("photos.pin_of", { name, date: format.date(newest.taken_at) })
              : t("photos.count", { count: photos.length })
          }
          className="group absolute flex size-11 -translate-1/2 cursor-default items-center justify-center"
        >
          <PinMark angle={heading === null || older.length > 0 ? null : heading + north} />
        </AriaButton>
      }
    >
      {(close) => (
        <ul className="flex max-h-96 w-60 flex-col gap-3 overflow-y-auto">
          {photos.map((photo) => (
            <li key={photo.id}>
              <Link href={photoHref(photo)} look="plain" onPress={close} className="flex flex-col gap-1.5">
                <Picture src={photo.thumbnail} className="aspect-4/3 w-full rounded-md" />
                <span className="own-direction truncate text-sm font-strong">{photoName(photo)}</span>
                <span className="text-xs text-ink-muted">{format.date(photo.taken_at, "moment")}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** A square, unlike the round pins of rooms and snags; with the direction of the view where that is known. */
export function PinMark({ angle }: { angle: number | null }) {
  return (
    <span className="relative flex size-6 items-center justify-center rounded-md bg-white text-black shadow-float transition-transform group-hover:scale-120">
      {angle !== null && (
        <span aria-hidden className="absolute inset-0" style={{ rotate: `${angle}deg` }}>
          <span className="absolute -top-2 left-1/2 size-0 -translate-x-1/2 border-x-5 border-b-7 border-x-transparent border-b-accent" />
        </span>
      )}
      <Icon of={Image} size="sm" />
    </span>
  );
}
