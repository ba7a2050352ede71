import type { ReactElement } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import { pageLimits } from "#contract/page-limits.ts";
import { cx, floatingMotion } from "./classes.ts";

const delay = pageLimits.tooltipAfter;

export interface TooltipProps {
  text: string;
  /** A button or link of this kit: any element that handles React Aria's focus and hover. */
  children: ReactElement;
  placement?: "top" | "bottom" | "start" | "end";
  isDisabled?: boolean;
}

/** A name shown after 200 ms of hovering, at once on keyboard focus. Never the only source of an instruction. */
export function Tooltip({ text, children, placement = "bottom", isDisabled = false }: TooltipProps) {
  return (
    <TooltipTrigger delay={delay} closeDelay={0} isDisabled={isDisabled}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className={cx("max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-canvas", floatingMotion)}
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
