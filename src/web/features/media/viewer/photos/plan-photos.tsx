import type { Photo } from "#contract/photos.ts";
import type { ViewerSheet } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { cx } from "#web/ui/classes.ts";
import { type Point, placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { useSize } from "#web/ui/use-size.ts";
import { useFrame } from "../frame.ts";
import { freeOffsets } from "./free-places.ts";

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
  const [measure, plan] = useSize();
  const { result } = useLoaded(() =>
    call(
      "GET /api/projects/{id}/photos",
      { params: { id: id_project ?? 0 }, query: { sheet: sheet.id_sheet, per_page: most } },
      { toast: false },
    ),
  );
  // Without them the plan is as useful as for guests.
  const photos = result.state === "there" ? result.data.items : [];
  const placed = photos.flatMap((photo) =>
    photo.position === null ? [] : [{ photo, position: photo.position }],
  );
  // A photo of a room is often taken at the position of its 360 photo: it is shown beside that.
  const offsets = freeOffsets(
    placed.map(({ position }) => position),
    { others: sheet.rooms, plan, width: isLarge ? 44 : 24 },
  );
  return (
    // Measured while they load, so that they appear at their final places.
    <div ref={measure} className="pointer-events-none absolute inset-0">
      {placed.map(({ photo, position }, at) => (
        <PhotoDot
          key={photo.id}
          photo={photo}
          position={position}
          offset={offsets[at] ?? { x: 0, y: 0 }}
          isLarge={isLarge}
          date={frame.speaker.date(photo.taken_at)}
        />
      ))}
    </div>
  );
}

function PhotoDot({
  photo: { id, id_project, caption, file },
  position,
  offset,
  isLarge,
  date,
}: {
  photo: Photo;
  position: Point;
  /** In CSS pixels. */
  offset: Point;
  isLarge: boolean;
  date: string;
}) {
  const name = `${caption || file} · ${date}`;
  return (
    <a
      href={`/photos/${id_project}_${id}`}
      title={name}
      aria-label={name}
      style={{
        ...placeOnPlan(position),
        translate: `calc(-50% + ${offset.x}px) calc(-50% + ${offset.y}px)`,
      }}
      className={cx(
        "group/photo pointer-events-auto absolute grid place-items-center",
        // On touch screens the small floor plan is one target.
        isLarge ? "size-11" : "size-5 hover:z-2 touch:pointer-events-none",
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
