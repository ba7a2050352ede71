import type { Point } from "./plan-view.ts";

/** Size of the plan relative to its window. */
const ENLARGED = 3;

export interface PlanCropProps {
  image: string;
  /** In the middle of the window. */
  point: Point;
  /** The picture did not come. */
  onBroken: () => void;
}

/** The surroundings of a point of a floor plan, as large as the container: a picture of a place, not a plan to move. */
export function PlanCrop({ image, point: { x, y }, onBroken }: PlanCropProps) {
  return (
    <span dir="ltr" className="absolute inset-0 block overflow-hidden bg-white">
      <img
        src={image}
        alt=""
        loading="lazy"
        onError={onBroken}
        className="absolute start-1/2 top-1/2 max-w-none"
        style={{ width: `${ENLARGED * 100}%`, translate: `${-x * 100}% ${-y * 100}%` }}
      />
    </span>
  );
}
