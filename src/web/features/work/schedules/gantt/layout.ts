import type { TimeScale } from "./time-scale.ts";

/** How the chart is laid out, in pixels. On phones names stand above their bars, so that time has the whole width. */
export interface Layout {
  readonly isPhone: boolean;
  readonly isRtl: boolean;
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Of the columns beside the bars; 0 on phones. */
  readonly tableWidth: number;
  /** What can be seen at once. */
  readonly viewWidth: number;
  readonly barTop: number;
  readonly barHeight: number;
  readonly scale: TimeScale;
}

const wide = { rowHeight: 36, headHeight: 52, barTop: 8, barHeight: 14 } as const;
const phone = { rowHeight: 60, headHeight: 48, barTop: 32, barHeight: 14 } as const;

export const sizesOf = (isPhone: boolean) => (isPhone ? phone : wide);

/** The columns for which there is room beside the name. */
export function columnsFor(tableWidth: number): { hasWbs: boolean; hasDates: boolean } {
  return { hasWbs: tableWidth >= 330, hasDates: tableWidth >= 480 };
}
