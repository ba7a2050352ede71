import { Maximize, Minus, Navigation2, Plus } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import type { Sheet } from "#contract/sheets.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { cx, floating } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useMap } from "#web/ui/map/map-part.ts";
import { roundLength, useFrame } from "./plan-frame.ts";

export interface PlanControlsProps {
  sheet: Pick<Sheet, "north" | "width_metres">;
  onFit: () => void;
}

/** Zoom in, zoom out, fit; the north arrow and the scale bar. */
export function PlanControls({ sheet, onFit }: PlanControlsProps) {
  const t = useText();
  const { map } = useMap();
  const zoom = useZoom();
  const button = "touch:size-11";
  return (
    <>
      <div className={cx(floating, "absolute end-2 top-2 z-10 flex flex-col p-0.5")}>
        <BareIconButton
          icon={Plus}
          label={t("map.zoom_in")}
          disabled={zoom >= map.getMaxZoom()}
          onPress={() => map.zoomIn()}
          className={button}
        />
        <BareIconButton
          icon={Minus}
          label={t("map.zoom_out")}
          disabled={zoom <= map.getMinZoom()}
          onPress={() => map.zoomOut()}
          className={button}
        />
        <BareIconButton icon={Maximize} label={t("sheets.fit")} onPress={onFit} className={button} />
      </div>
      <div className="pointer-events-none absolute end-2 bottom-2 z-10 flex items-end gap-2">
        {sheet.width_metres !== null && <ScaleBar metres={sheet.width_metres} zoom={zoom} />}
        <span className="flex size-9 items-center justify-center rounded-full bg-surface/90 text-ink shadow-float">
          <span className="sr-only">{t("sheets.north_at", { degrees: Math.round(sheet.north) })}</span>
          <span style={{ rotate: `${sheet.north}deg` }} className="flex flex-col items-center leading-none">
            <Icon of={Navigation2} size="sm" className="fill-current" />
          </span>
        </span>
      </div>
    </>
  );
}

/** Maximum width on the screen, in pixels. */
const BAR = 120;

function ScaleBar({ metres, zoom }: { metres: number; zoom: number }) {
  const t = useText();
  const format = useFormat();
  const { width, finest } = useFrame();
  const perMetre = (width / metres) * 2 ** (zoom - finest);
  const length = roundLength(BAR / perMetre);
  return (
    <span className="rounded-sm bg-surface/90 px-2 py-1 text-xs text-ink shadow-float" dir="ltr">
      <span className="own-direction block text-center tabular-nums">
        {t("sheets.metres", { length: format.number(length) })}
      </span>
      <span
        className="block h-1.5 border-x-2 border-b-2 border-current"
        style={{ width: `${(length * perMetre).toFixed(1)}px` }}
      />
    </span>
  );
}

function useZoom(): number {
  const { map } = useMap();
  const subscribe = useCallback(
    (hear: () => void) => {
      map.on("zoomend zoomlevelschange", hear);
      return () => void map.off("zoomend zoomlevelschange", hear);
    },
    [map],
  );
  return useSyncExternalStore(subscribe, () => map.getZoom());
}
