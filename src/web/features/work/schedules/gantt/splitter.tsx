import type { ChartWords } from "./words.ts";

interface SplitterProps {
  /** Width of the columns before it, in pixels. */
  width: number;
  most: number;
  isRtl: boolean;
  onChange: (width: number) => void;
  words: ChartWords;
}

const least = 160;
const step = 20;

/** Between the columns and the bars: dragged by the pointer or moved by the arrow keys. */
export function Splitter({ width, most, isRtl, onChange, words }: SplitterProps) {
  const set = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))));
  return (
    // The role is meant for a movable separator; there is no element for one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={words.t("schedules.chart.table_width")}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      className="absolute inset-y-0 z-30 -ms-1.5 w-3 cursor-col-resize touch-none after:absolute after:inset-y-0 after:start-1.5 after:w-px hover:after:w-0.5 hover:after:bg-accent focus-visible:after:w-0.5 focus-visible:after:bg-accent"
      style={{ insetInlineStart: width }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (box) set(isRtl ? box.right - event.clientX : event.clientX - box.left);
      }}
      onKeyDown={({ key }) => {
        const outwards = isRtl ? "ArrowLeft" : "ArrowRight";
        const inwards = isRtl ? "ArrowRight" : "ArrowLeft";
        if (key === outwards) set(width + step);
        if (key === inwards) set(width - step);
      }}
    />
  );
}
