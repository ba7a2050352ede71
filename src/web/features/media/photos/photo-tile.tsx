import { MapPin, MapPinOff, Sparkles } from "lucide-react";
import type { Photo } from "#contract/photos.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { photoHref, photoName } from "#web/shell/photos/photos.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";

export const photoGrid =
  "grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]";

interface PhotoTileProps {
  photo: Photo;
  isFirst?: boolean;
  /** Filters of the list, kept while the photo is open. */
  search?: string;
}

/** A photo of a list: its picture, name, date and floor. */
export function PhotoTile({ photo, isFirst = false, search = "" }: PhotoTileProps) {
  const t = useText();
  const format = useFormat();
  const { thumbnail, taken_at, position, proposal } = photo;
  const name = photoName(photo);
  return (
    <Link
      href={`${photoHref(photo)}${search}`}
      look="plain"
      className="group/tile flex min-w-0 flex-col gap-1.5 rounded-md"
    >
      <span className="relative block overflow-hidden rounded-md">
        <Picture
          src={thumbnail}
          isFirst={isFirst}
          className="aspect-4/3 w-full transition-transform duration-200 group-hover/tile:scale-[1.02]"
        />
        {proposal !== null && photo.can["edit"] === true && (
          <span className="absolute start-2 bottom-2">
            <Chip tone="info" icon={Sparkles}>
              {t("photos.proposed")}
            </Chip>
          </span>
        )}
      </span>
      <span className="own-direction truncate text-sm font-strong">{name}</span>
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-muted tabular-nums">
        <Icon of={position === null ? MapPinOff : MapPin} size="sm" className="shrink-0" />
        <span className="truncate">
          {format.date(taken_at)}
          {" · "}
          <bdi>{position === null ? t("photos.no_position") : position.floor || position.sheet}</bdi>
        </span>
      </span>
    </Link>
  );
}
