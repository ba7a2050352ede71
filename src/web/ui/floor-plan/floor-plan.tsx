import { ImageOff } from "lucide-react";
import { type DragEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { Skeleton } from "../skeleton.tsx";
import { listenToGestures } from "./gestures.ts";
import { PlanButtons } from "./plan-buttons.tsx";
import { PlanPicture } from "./plan-picture.tsx";
import type { TilePyramid } from "./plan-tiles.ts";
import type { Point, Size } from "./plan-view.ts";
import { createStage } from "./stage.ts";
import { PlanContext } from "./stage-context.ts";

export interface PlanSource {
  readonly image: string;
  /** Pixels of the plan at its finest; without them the picture is measured. */
  readonly width?: number | null;
  readonly height?: number | null;
  /** The plan in all its detail, where the picture does not have it. */
  readonly tiles?: TilePyramid | null;
}

export interface FloorPlanProps {
  plan: PlanSource;
  /** Label for screen readers; empty where the surrounding text names the plan. */
  label: string;
  /** False: a picture with pins, as large as `className` says. */
  isInteractive?: boolean;
  /** A press on the plan, or Enter, which means the middle of the window. */
  onPick?: ((point: Point) => void) | undefined;
  /** A press means a point: the pointer says so, and the keyboard's point is marked. */
  isPicking?: boolean;
  /** Text was dropped onto the plan. */
  onDropText?: ((text: string, point: Point) => void) | undefined;
  /** Whether the wheel zooms before the plan has the focus; in a page that scrolls it should not. */
  hasFreeWheel?: boolean;
  /** The picture of a plan that is not interactive is shown, or cannot be. */
  onSettled?: () => void;
  className?: string;
  /** On the plan, placed by `placeOnPlan`. */
  children?: ReactNode;
  /** Above the plan, placed by the window. */
  over?: ReactNode;
}

/** A floor plan on white paper, in the dark too, since plans are drawn in black; left is left in every language. */
export function FloorPlan({ isInteractive = true, onSettled, ...props }: FloorPlanProps) {
  const [broken, setBroken] = useState("");
  const [isShown, setIsShown] = useState(false);
  const onBroken = () => {
    setBroken(props.plan.image);
    onSettled?.();
  };
  if (broken === props.plan.image) return <Broken className={props.className} />;
  return isInteractive ? (
    <MovingPlan {...props} onBroken={onBroken} />
  ) : (
    <div
      dir="ltr"
      className={cx(
        "relative w-fit overflow-hidden bg-white",
        // Until then it has no size, and everything on it would be at one point.
        !isShown && "min-h-24 w-full [&>:not(img)]:invisible",
        props.className,
      )}
    >
      <img
        src={props.plan.image}
        alt={props.label}
        draggable={false}
        onLoad={() => {
          setIsShown(true);
          onSettled?.();
        }}
        onError={onBroken}
        className="block max-h-[inherit] w-auto max-w-full select-none"
      />
      {props.children}
    </div>
  );
}

function Broken({ className }: { className?: string | undefined }) {
  const t = useText();
  return (
    <p
      className={cx(
        "flex min-h-40 flex-col items-center justify-center gap-2 rounded-lg bg-sunken p-4 text-center text-ink-muted",
        className,
      )}
    >
      <Icon of={ImageOff} size="lg" />
      {t("map.plan_broken")}
    </p>
  );
}

/** Stands for a plan that has not been measured. */
const UNKNOWN: Size = { width: 4, height: 3 };

function MovingPlan({
  plan,
  label,
  onPick,
  isPicking = false,
  onDropText,
  hasFreeWheel = false,
  className,
  children,
  over,
  onBroken,
}: Omit<FloorPlanProps, "isInteractive" | "onSettled"> & { onBroken: () => void }) {
  const [stage] = useState(createStage);
  const [measured, setMeasured] = useState<Size>(UNKNOWN);
  const { width, height } = plan.width && plan.height ? { width: plan.width, height: plan.height } : measured;
  const isMeasured = width > UNKNOWN.width;
  const frame = useRef<HTMLDivElement>(null);
  const port = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (frame.current === null || port.current === null || board.current === null) return;
    const parts = { frame: frame.current, port: port.current, board: board.current };
    return stage.attach(parts, { width, height });
  }, [stage, width, height]);

  const pick = useEffectEvent((point: Point) => onPick?.(point));
  const isAsked = useEffectEvent(() => isPicking);
  const isFree = useEffectEvent(() => hasFreeWheel);
  useLayoutEffect(() => {
    if (port.current === null) return;
    return listenToGestures(port.current, stage, { pick, isPicking: isAsked, hasFreeWheel: isFree });
  }, [stage]);

  function drop(event: DragEvent): void {
    event.preventDefault();
    const point = stage.pointAt({ x: event.clientX, y: event.clientY });
    const text = event.dataTransfer.getData("text/plain");
    if (text !== "" && point !== null) onDropText?.(text, point);
  }

  return (
    <PlanContext value={{ stage, size: { width, height } }}>
      {/* The keyboard's way to what is dropped here is the list that it comes from. */}
      <div
        role="presentation"
        className={cx("relative flex break-inside-avoid flex-col print:h-auto! print:max-h-none!", className)}
        {...(onDropText && { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: drop })}
      >
        <div
          ref={frame}
          style={{ aspectRatio: `${width}/${height}` }}
          className="relative isolate min-h-0 flex-auto overflow-clip rounded-lg bg-sunken print:aspect-auto!"
        >
          {!isMeasured && <Skeleton className="absolute inset-0" />}
          <div
            ref={port}
            dir="ltr"
            role="application"
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is moved by its keys
            tabIndex={0}
            className={cx(
              "peer absolute inset-0 overflow-clip outline-none select-none print:static",
              isPicking ? "cursor-crosshair" : "cursor-grab data-moving:cursor-grabbing",
            )}
          >
            <div
              ref={board}
              data-plan
              style={{ aspectRatio: `${width}/${height}` }}
              className={cx(
                "relative isolate bg-white shadow-card will-change-transform data-smooth:transition-[width,height,transform] data-smooth:duration-150 data-smooth:ease-out print:mx-auto print:h-auto! print:w-[min(100%,60vh*var(--plan-ratio))]! print:transform-none!",
                !isMeasured && "opacity-0",
              )}
            >
              <PlanPicture
                image={plan.image}
                tiles={plan.tiles ?? null}
                stage={stage}
                onMeasure={setMeasured}
                onBroken={onBroken}
              />
              {children}
            </div>
          </div>
          <FocusMark />
          {isPicking && <Crosshair />}
          {over}
        </div>
        <PlanButtons stage={stage} />
      </div>
    </PlanContext>
  );
}

/** Above the plan, which would cover an outline of the window. */
const FocusMark = () => (
  <span
    aria-hidden
    className="pointer-events-none absolute inset-0 z-10 hidden rounded-lg ring-2 ring-accent-text ring-inset peer-focus-visible:block print:hidden!"
  />
);

/** Where Enter puts something, for the keyboard. */
const Crosshair = () => (
  <span
    aria-hidden
    className="pointer-events-none absolute start-1/2 top-1/2 z-10 hidden size-8 -translate-1/2 rounded-full border-2 border-accent peer-focus-visible:block before:absolute before:inset-x-3 before:inset-y-[13px] before:rounded-full before:bg-accent rtl:translate-x-1/2 print:hidden!"
  />
);
