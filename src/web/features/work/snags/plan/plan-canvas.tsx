import { ImageOff, Minus, Plus } from "lucide-react";
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlanCanvasProps {
  image: string;
  /** Name of the sheet, as the picture's description. */
  name: string;
  /** Called with the pressed position; without it the floor plan is view-only. */
  onPress?: ((place: Point) => void) | undefined;
  /** Initial center, where the window is smaller than the floor plan. */
  middle?: Point;
  /** Pins, each positioned by `placeStyle`. */
  children?: ReactNode;
  className?: string;
}

const steps = [1, 1.5, 2, 3, 4] as const;

/**
 * A floor plan with pins, on paper that stays light in dark mode, since floor plans are drawn in black. When enlarged
 * it scrolls like any page: by wheel, touch and arrow keys.
 */
export function PlanCanvas({
  image,
  name,
  onPress,
  middle = { x: 0.5, y: 0.5 },
  children,
  className,
}: PlanCanvasProps) {
  const t = useText();
  const [isBroken, setIsBroken] = useState(false);
  const [step, setStep] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const center = useRef<Point>(middle);
  const zoom = steps[step] ?? 1;

  function scrollToCenter(): void {
    const box = frame.current;
    if (box === null) return;
    box.scrollLeft = center.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = center.current.y * box.scrollHeight - box.clientHeight / 2;
  }
  /** Keeps the center in place. */
  useLayoutEffect(scrollToCenter, [zoom]);

  function zoomTo(next: number): void {
    const box = frame.current;
    if (box !== null && box.scrollWidth > 0)
      center.current = {
        x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      };
    setStep(Math.min(steps.length - 1, Math.max(0, next)));
  }

  function press(event: MouseEvent<HTMLDivElement>): void {
    const isOnPin = event.target instanceof Element && event.target.closest("button, a") !== null;
    const box = event.currentTarget.getBoundingClientRect();
    if (onPress === undefined || isOnPin || box.width === 0 || box.height === 0) return;
    const place = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    if (place.x >= 0 && place.x <= 1 && place.y >= 0 && place.y <= 1) onPress(place);
  }

  if (isBroken)
    return (
      <p className="flex aspect-3/2 flex-col items-center justify-center gap-2 rounded-lg bg-sunken text-ink-muted">
        <Icon of={ImageOff} size="lg" />
        {t("snags.plan.broken")}
      </p>
    );
  return (
    <div className={cx("relative", className)}>
      <div
        ref={frame}
        // A floor plan is not text: left stays left in every language.
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be pushed must be reached by keys
        tabIndex={zoom > 1 ? 0 : -1}
        className="max-h-[78dvh] overflow-auto overscroll-contain rounded-lg bg-white ring-1 ring-line print:max-h-none"
      >
        {/* By keyboard, a button beside the floor plan adds a pin. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          onClick={press}
          data-plan
          className={cx("relative", onPress && "cursor-crosshair")}
          style={{ width: `${zoom * 100}%` }}
        >
          <img
            src={image}
            alt={t("snags.plan.alt", { name })}
            draggable={false}
            onLoad={scrollToCenter}
            onError={() => setIsBroken(true)}
            className="block min-h-40 w-full select-none"
          />
          {children}
        </div>
      </div>
      <div className="absolute start-3 top-3 z-10 flex flex-col rounded-md bg-raised shadow-float max-md:static max-md:ms-auto max-md:mt-2 max-md:w-fit max-md:flex-row-reverse print:hidden">
        <BareIconButton
          icon={Plus}
          label={t("snags.plan.zoom_in")}
          disabled={step === steps.length - 1}
          onPress={() => zoomTo(step + 1)}
          className="touch:size-11"
        />
        <BareIconButton
          icon={Minus}
          label={t("snags.plan.zoom_out")}
          disabled={step === 0}
          onPress={() => zoomTo(step - 1)}
          className="touch:size-11"
        />
      </div>
    </div>
  );
}
