import { ImageOff } from "lucide-react";
import { walkLimits } from "#contract/walks.limits.ts";
import type { PlacedWalkDetail } from "#contract/walks.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { clockOf } from "./clock-of.ts";

/** The direction that the marker on the floor plan points to. */
const Middle = () => <span aria-hidden className="absolute inset-y-0 start-1/2 w-px bg-white/60" />;

/** A small picture of the walk at a moment: from the column of its piece of the video, or the photo. */
export function WalkPreview({ walk, at }: { walk: PlacedWalkDetail; at: number }) {
  const t = useText();
  const photo = walk.photos[Math.round(at)];
  const column = walk.previews.findLast(({ from }) => from <= at);
  const label = t("walks.picture_at", { time: clockOf(at) });
  if (photo?.url != null)
    return (
      <div className="relative aspect-2/1 overflow-hidden rounded-lg bg-sunken">
        <img
          src={photo.url}
          alt={photo.name}
          draggable={false}
          className="size-full object-cover select-none"
        />
        <Middle />
      </div>
    );
  if (column === undefined)
    return (
      <div className="flex aspect-2/1 items-center justify-center rounded-lg bg-sunken text-ink-muted">
        <Icon of={ImageOff} size="lg" />
        <span className="sr-only">{label}</span>
      </div>
    );
  const { pieceSeconds } = walkLimits;
  const row = Math.min(pieceSeconds - 1, Math.floor(at - column.from));
  return (
    <div className="relative aspect-2/1 overflow-hidden rounded-lg bg-sunken">
      <img
        src={column.url}
        alt={label}
        draggable={false}
        className="absolute inset-x-0 top-0 w-full max-w-none select-none"
        style={{ transform: `translateY(${(-100 * row) / pieceSeconds}%)` }}
      />
      <Middle />
    </div>
  );
}
