import { Map as MapIcon, Minus, Plus, Satellite } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "../bare-icon-button.tsx";
import { cx, floating } from "../classes.ts";
import { useMap } from "./map-part.ts";
import type { Layers } from "./use-layers.ts";

export interface MapControlsProps {
  layers: Layers;
  /** No tiles: says so, so that the grid is not mistaken for the sea. */
  isBare: boolean;
  isDisabled: boolean;
}

/** Zoom buttons, streets or satellite layer, and attribution. */
export function MapControls({ layers, isBare, isDisabled }: MapControlsProps) {
  const t = useText();
  const { map } = useMap();
  const zoom = useZoom();
  const { shown, other, choose } = layers;
  const button = "touch:size-11";
  return (
    <>
      <div className="pointer-events-none absolute end-2 top-2 z-10 flex flex-col items-end gap-2 *:pointer-events-auto">
        <div className={cx(floating, "flex flex-col p-0.5")}>
          <BareIconButton
            icon={Plus}
            label={t("map.zoom_in")}
            disabled={isDisabled || zoom >= map.getMaxZoom()}
            onPress={() => map.zoomIn()}
            className={button}
          />
          <BareIconButton
            icon={Minus}
            label={t("map.zoom_out")}
            disabled={isDisabled || zoom <= map.getMinZoom()}
            onPress={() => map.zoomOut()}
            className={button}
          />
        </div>
        {other && (
          <div className={cx(floating, "p-0.5")}>
            <BareIconButton
              icon={other.kind === "satellite" ? Satellite : MapIcon}
              label={t(other.kind === "satellite" ? "map.satellite" : "map.street")}
              onPress={() => choose(other.kind)}
              className={button}
            />
          </div>
        )}
      </div>
      <p className="own-direction absolute start-0 bottom-0 z-10 max-w-full truncate rounded-se-md bg-surface/85 px-1.5 py-0.5 text-xs text-ink-muted empty:hidden">
        {isBare
          ? t("map.bare")
          : shown?.credit && (
              <a href={shown.credit.href} target="_blank" rel="noreferrer" className="text-inherit">
                <bdi>{shown.credit.text}</bdi>
              </a>
            )}
      </p>
    </>
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
