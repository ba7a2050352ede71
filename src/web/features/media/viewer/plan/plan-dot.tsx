import { cx } from "#web/ui/classes.ts";

export interface PlanDotProps {
  name: string;
  /** Accessible name: the effect of a press. */
  label: string;
  /** Shares of the floor plan. */
  place: { readonly x: number; readonly y: number };
  isHere?: boolean;
  /** Shows its name below, and is large enough for touch. */
  isLarge?: boolean;
  /** On touch screens the small floor plan is one target, and this dot is not interactive. */
  isForMouse?: boolean;
  onPress: () => void;
}

/** A room on a floor plan. */
export function PlanDot({
  name,
  label,
  place,
  isHere = false,
  isLarge = false,
  isForMouse = false,
  onPress,
}: PlanDotProps) {
  return (
    <button
      type="button"
      data-dot
      title={name}
      aria-label={label}
      aria-current={isHere ? "location" : undefined}
      onClick={onPress}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
      className={cx(
        "group/dot absolute grid -translate-x-1/2 -translate-y-1/2 cursor-default place-items-center rounded-full focus-visible:-outline-offset-2 focus-visible:outline-accent",
        isLarge ? "size-11" : "size-6 hover:z-2 focus-visible:z-2",
        !isLarge && (isForMouse ? "touch:pointer-events-none" : "touch:size-11"),
        isHere && "z-1",
      )}
    >
      <span
        className={cx(
          "rounded-full border-2 border-white shadow-pin transition-[scale] group-hover/dot:scale-130 group-hover/dot:bg-accent group-focus-visible/dot:scale-130 group-focus-visible/dot:bg-accent",
          isHere ? "bg-accent" : "bg-line-strong",
          isLarge ? "size-4" : isHere ? "size-[15px]" : "size-[11px]",
        )}
      />
      <span
        dir="auto"
        aria-hidden
        className={cx(
          "pointer-events-none absolute max-w-36 truncate rounded-full px-1.5 text-xs",
          isLarge
            ? cx("top-8", isHere ? "bg-accent text-white" : "bg-white/86 text-black")
            : "bottom-6 hidden bg-glass-dense text-white group-hover/dot:block group-focus-visible/dot:block",
        )}
      >
        {name}
      </span>
    </button>
  );
}
