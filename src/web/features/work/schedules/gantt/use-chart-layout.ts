import { useMemo } from "react";
import { useLocale } from "react-aria-components/I18nProvider";
import type { Schedule } from "#contract/schedules.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { type Layout, sizesOf } from "./layout.ts";
import { extentOf, narrowest, timeScale, zooms } from "./time-scale.ts";
import { dayLength } from "./wall-time.ts";

/** Pixels of a day, or everything at once. */
export type Zoom = number | "fit";

interface ChartLayoutOptions {
  readonly schedule: Schedule;
  readonly zoom: Zoom;
  /** Requested width of the columns beside the bars. */
  readonly asked: number | null;
  readonly viewWidth: number;
}

const standardTable = (view: number) => Math.round(Math.min(520, Math.max(250, view * 0.4)));

/** The layout of the chart for its available size. */
export function useChartLayout({ schedule, zoom, asked, viewWidth }: ChartLayoutOptions): Layout {
  const isPhone = useIsMobile();
  const isRtl = useLocale().direction === "rtl";
  const tableWidth = isPhone ? 0 : Math.min(asked ?? standardTable(viewWidth), viewWidth - 120);

  const extent = useMemo(() => extentOf(schedule), [schedule]);
  const days = (extent.to - extent.from) / dayLength;
  // Slightly less than fits, so that rounding causes no scroll bar.
  const fit = Math.min(zooms.day, Math.max(narrowest, (viewWidth - tableWidth - 4) / days));
  const pxPerDay = zoom === "fit" ? fit : zoom;
  const scale = useMemo(() => timeScale(extent.from, extent.to, pxPerDay), [extent, pxPerDay]);
  return useMemo<Layout>(
    () => ({ ...sizesOf(isPhone), isPhone, isRtl, tableWidth, viewWidth, scale }),
    [isPhone, isRtl, tableWidth, viewWidth, scale],
  );
}
