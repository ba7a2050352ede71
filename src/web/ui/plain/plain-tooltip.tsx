import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { pageLimits } from "#contract/page-limits.ts";
import { cx } from "../classes.ts";

const places = {
  top: "bottom-full left-1/2 -translate-x-1/2 mb-1.5",
  bottom: "top-full left-1/2 -translate-x-1/2 mt-1.5",
  start: "end-full top-1/2 -translate-y-1/2 me-1.5",
  end: "start-full top-1/2 -translate-y-1/2 ms-1.5",
} as const;

/** Pixels between a tooltip and the edge of the page. */
const margin = 4;

export interface PlainTooltipProps {
  text: string;
  /** A control with the same accessible name. */
  children: ReactNode;
  placement?: keyof typeof places;
  isDisabled?: boolean;
  className?: string;
}

/** A name shown after 200 ms of hovering, at once on keyboard focus. Never the only source of an instruction. */
export function PlainTooltip({
  text,
  children,
  placement = "bottom",
  isDisabled = false,
  className,
}: PlainTooltipProps) {
  const [isShown, setIsShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressing = useRef(false);
  const hide = () => {
    clearTimeout(timer.current);
    setIsShown(false);
  };
  const press = () => {
    isPressing.current = true;
    hide();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the control inside and is none itself
    <span
      className={cx("relative inline-flex", className)}
      onPointerEnter={({ pointerType }) => {
        // Touch has no hover.
        if (pointerType === "mouse")
          timer.current = setTimeout(() => setIsShown(true), pageLimits.tooltipAfter);
      }}
      onPointerLeave={hide}
      onPointerDown={press}
      onPointerUp={() => (isPressing.current = false)}
      onFocus={({ target }) => !isPressing.current && target.matches(":focus-visible") && setIsShown(true)}
      onBlur={hide}
      onKeyDown={({ key }) => key === "Escape" && hide()}
    >
      {children}
      {isShown && !isDisabled && <Bubble text={text} placement={placement} />}
    </span>
  );
}

function Bubble({ text, placement }: { text: string; placement: keyof typeof places }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (bubble.current !== null) keepInSight(bubble.current, placement);
  }, [placement]);
  return (
    <span
      ref={bubble}
      aria-hidden
      className={cx(
        "pointer-events-none absolute z-50 w-max max-w-64 rounded-md bg-ink px-2 py-1 text-xs font-normal text-canvas anim-fade-in",
        places[placement],
      )}
    >
      {text}
    </span>
  );
}

/** Without room it flips to the other side, and shifts along the edge of the page. */
function keepInSight(bubble: HTMLElement, placement: keyof typeof places): void {
  const { top, bottom, left, right } = bubble.getBoundingClientRect();
  const { style } = bubble;
  if (placement === "bottom" && bottom > innerHeight - margin) style.inset = "auto auto calc(100% + 6px) 50%";
  if (placement === "top" && top < margin) style.inset = "calc(100% + 6px) auto auto 50%";
  const shift = Math.max(0, margin - left) - Math.max(0, right - (innerWidth - margin));
  if (shift !== 0) style.marginLeft = `${shift}px`;
}
