import { CalendarClock, FoldVertical, UnfoldVertical } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { type ZoomName, zooms } from "./gantt/time-scale.ts";
import type { Zoom } from "./gantt/use-chart-layout.ts";

/** Filter of the tasks; their parents are shown as well. */
export type Only = "all" | "late" | "critical" | "milestones";

interface ChartToolsProps {
  only: Only;
  onOnly: (only: Only) => void;
  search: string;
  onSearch: (search: string) => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onToday: () => void;
  isAllClosed: boolean;
  onAll: (isClosed: boolean) => void;
}

const names = Object.keys(zooms) as ZoomName[];

/** Tools above the chart: filters, and the width of a day. */
export function ChartTools(props: ChartToolsProps) {
  const { only, onOnly, search, onSearch, zoom, onZoom, onToday, isAllClosed, onAll } = props;
  const t = useText();
  const named = names.find((name) => zooms[name] === zoom);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden">
      <div className="flex items-center gap-2 overflow-x-auto py-0.5 [scrollbar-width:none] max-md:-mx-4 max-md:px-4">
        <SearchField
          label={t("schedules.tools.search")}
          value={search}
          onChange={onSearch}
          className="w-44 shrink-0 md:w-56"
        />
        {(["late", "critical", "milestones"] as const).map((one) => (
          <FilterChip
            key={one}
            label={t(`schedules.tools.${one}`)}
            isOn={only === one}
            onChange={(isOn) => onOnly(isOn ? one : "all")}
          />
        ))}
      </div>
      <div className="flex items-center gap-1 max-md:w-full md:ms-auto">
        <IconButton
          icon={isAllClosed ? UnfoldVertical : FoldVertical}
          label={t(isAllClosed ? "schedules.tools.open_all" : "schedules.tools.close_all")}
          onPress={() => onAll(!isAllClosed)}
        />
        <IconButton icon={CalendarClock} label={t("schedules.tools.today")} onPress={onToday} />
        <SegmentedControl<ZoomName | "fit" | "own">
          label={t("schedules.tools.zoom")}
          value={zoom === "fit" ? "fit" : (named ?? "own")}
          onChange={(name) => name !== "own" && onZoom(name === "fit" ? "fit" : zooms[name])}
          segments={[
            ...names.map((name) => ({ value: name, label: t(`schedules.tools.zooms.${name}`) })),
            { value: "fit" as const, label: t("schedules.tools.zooms.fit") },
          ]}
          className="max-md:ms-auto max-md:[&_label]:px-2"
        />
      </div>
    </div>
  );
}
