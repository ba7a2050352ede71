import type { Photo } from "#contract/photos.ts";
import type { ViewerSheet } from "#contract/viewer.ts";
import { call } from "#web/lib/client.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { cx } from "#web/ui/classes.ts";
import { placeOnPlan } from "#web/ui/floor-plan/plan-view.ts";
import { useFrame } from "../frame.ts";

type Position = Pick<NonNullable<Photo["position"]>, "x" | "y">;

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
  const placed = result.data.items.filter(({ position }) => position !== null);
  return placed.map((photo, at) => (
    <PhotoDot
      key={photo.id}
      photo={photo}
      step={stepOf(photo, [...sheet.rooms, ...placed.slice(0, at).map(({ position }) => position)])}
      isLarge={isLarge}
      date={frame.speaker.date(photo.taken_at)}
    />
  ));
}

/** Shares of the plan within which two pins cover each other. */
const close = 0.05;
/** From the position of a pin, in widths of it: below, above, and to both sides. */
const steps = [
  [0, 0],
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const;

/** A photo of a room is often taken at the position of its 360 photo: it is shown beside that. */
function stepOf({ position }: Photo, others: readonly (Position | null)[]) {
  const near = others.filter(
    (other) =>
      other !== null &&
      position !== null &&
      Math.abs(other.x - position.x) < close &&
      Math.abs(other.y - position.y) < close,
  );
  return steps[near.length % steps.length] ?? steps[0];
}

function PhotoDot({
  photo: { id, id_project, caption, file, position },
  step: [right, down],
  isLarge,
  date,
}: {
  photo: Photo;
  step: (typeof steps)[number];
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
      style={{ ...placeOnPlan(position), translate: `${right * 100 - 50}% ${down * 100 - 50}%` }}
      className={cx(
        "group/photo absolute grid place-items-center",
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
