import type { Photo } from "#contract/photos.ts";
import type { ViewerSheet } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { cx } from "#web/ui/classes.ts";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { useFrame } from "../frame.ts";

interface PlanPhotosProps {
  sheet: ViewerSheet;
  isLarge: boolean;
}

/** Pins on a floor plan at most. */
const most = 100;

/** The photos on a floor plan, for members; squares, unlike the dots of rooms. */
export function PlanPhotos({ sheet, isLarge }: PlanPhotosProps) {
  const frame = useFrame();
  const { id_project } = frame.tour.visit.get();
  const { result } = useLoaded(() =>
    call(
      "GET /api/projects/{id}/photos",
      { params: { id: id_project ?? 0 }, query: { sheet: sheet.id_sheet, per_page: most } },
      { toast: false },
    ),
  );
  // Without them the plan is as useful as for guests.
  if (result.state !== "there") return null;
  return result.data.items.map((photo) => (
    <PhotoDot key={photo.id} photo={photo} isLarge={isLarge} date={frame.speaker.date(photo.taken_at)} />
  ));
}

function PhotoDot({
  photo: { id, id_project, caption, file, position },
  isLarge,
  date,
}: {
  photo: Photo;
  isLarge: boolean;
  date: string;
}) {
  if (position === null) return null;
  const name = `${caption || file} · ${date}`;
  return (
    <a
      href={`/photos/${id_project}_${id}`}
      title={name}
      aria-label={name}
      style={placeOnPlan(position)}
      className={cx(
        "group/photo absolute grid -translate-x-1/2 -translate-y-1/2 place-items-center",
        // On touch screens the small floor plan is one target.
        isLarge ? "size-11" : "size-4 hover:z-2 touch:pointer-events-none",
      )}
    >
      <span
        className={cx(
          "rounded-[2px] border-2 border-white bg-info shadow-pin transition-[scale] group-hover/photo:scale-130",
          isLarge ? "size-4" : "size-[10px]",
        )}
      />
    </a>
  );
}
