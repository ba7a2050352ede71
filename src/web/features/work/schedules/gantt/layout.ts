import type { TimeScale } from "./time-scale.ts";

/** Layout of the chart, in pixels. On phones names are above their bars, so that time has the whole width. */
export interface Layout {
  readonly isPhone: boolean;
  readonly isRtl: boolean;
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Width of the columns beside the bars; 0 on phones. */
  readonly tableWidth: number;
  /** Visible width. */
  readonly viewWidth: number;
  readonly barTop: number;
  readonly barHeight: number;
  readonly scale: TimeScale;
}

const wide = { rowHeight: 36, headHeight: 52, barTop: 8, barHeight: 14 } as const;
const phone = { rowHeight: 60, headHeight: 48, barTop: 32, barHeight: 14 } as const;

export const sizesOf = (isPhone: boolean) => (isPhone ? phone : wide);

/** The columns that fit beside the name. */
export function columnsFor(tableWidth: number): { hasWbs: boolean; hasDates: boolean } {
  return { hasWbs: tableWidth >= 330, hasDates: tableWidth >= 480 };
}
