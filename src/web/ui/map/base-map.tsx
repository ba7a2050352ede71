import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "../classes.ts";
import { useLater } from "../later.ts";
import { MAX_ZOOM } from "./layers.ts";
import { MapControls } from "./map-controls.tsx";
import {
  type LeafletMap,
  type Location,
  leafletPart,
  locationOf,
  MapContext,
  MOST_NORTH,
} from "./map-part.ts";
import { TilesBeneath } from "./tiles-beneath.tsx";
import { useLayers } from "./use-layers.ts";

export interface BaseMapProps {
  /** Accessible name: the purpose of the map. */
  label: string;
  /** Initial centre. */
  center: Location;
  zoom: number;
  /** Called on a click, or on Enter, which means the centre of the visible area. */
  onPick?: (place: Location) => void;
  /** Disables dragging, zooming and keys. */
  isDisabled?: boolean;
  /** Whether the wheel zooms before the map was clicked; in a scrolling page it should not. */
  hasFreeWheel?: boolean;
  /** Sets its size. */
  className?: string;
  /** Content drawn on the map, once it has loaded. */
  children?: ReactNode;
}

/** Milliseconds after which the container of a new map has its final size, whichever way it was expanded. */
export const AFTER_CREATION = 100;

const grid =
  "bg-[linear-gradient(var(--line)_1px,transparent_1px),linear-gradient(90deg,var(--line)_1px,transparent_1px)] bg-size-[32px_32px] bg-center";

/**
 * A map to view and to draw on. Without tiles (none configured, or none load) it is a plain grid on which everything
 * else works as usual. Leaflet and its styles are fetched with the first map.
 */
export function BaseMap(props: BaseMapProps) {
  const { label, center, zoom, isDisabled = false, hasFreeWheel = false, className, children } = props;
  const leaflet = useLater(leafletPart, true);
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const layers = useLayers();
  const [isBare, setBare] = useState(false);

  const pick = useEffectEvent((at: { lat: number; lng: number }) => {
    if (!isDisabled) props.onPick?.(locationOf(at));
  });
  const create = useEffectEvent((where: HTMLElement, make: NonNullable<typeof leaflet>) => {
    const made = make.createMap(where, {
      minZoom: 1,
      maxZoom: MAX_ZOOM,
      maxBounds: [
        [-MOST_NORTH, -100_000],
        [MOST_NORTH, 100_000],
      ],
      maxBoundsViscosity: 1,
      worldCopyJump: true,
      zoomControl: false,
      attributionControl: false,
      scrollWheelZoom: hasFreeWheel,
    });
    made.on("load", () => setMap(made));
    made.on("click", ({ latlng }) => pick(latlng));
    made.on("keydown", ({ originalEvent }) => {
      if (originalEvent.key === "Enter" && originalEvent.target === where) pick(made.getCenter());
    });
    if (!hasFreeWheel) {
      made.on("focus", () => made.dragging.enabled() && made.scrollWheelZoom.enable());
      made.on("blur", () => made.scrollWheelZoom.disable());
    }
    return made.setView([center.latitude, center.longitude], zoom);
  });

  useEffect(() => {
    if (leaflet === undefined || frame.current === null) return;
    const made = create(frame.current, leaflet);
    const timer = setTimeout(() => made.invalidateSize({ animate: false }), AFTER_CREATION);
    return () => {
      clearTimeout(timer);
      setMap(null);
      made.remove();
    };
  }, [leaflet]);

  useEffect(() => {
    if (map === null) return;
    for (const handler of [map.dragging, map.touchZoom, map.doubleClickZoom, map.boxZoom, map.keyboard]) {
      if (isDisabled) handler?.disable();
      else handler?.enable();
    }
    if (isDisabled) map.scrollWheelZoom.disable();
    else if (hasFreeWheel) map.scrollWheelZoom.enable();
  }, [map, isDisabled, hasFreeWheel]);

  return (
    <div className={cx("relative isolate overflow-hidden rounded-lg bg-sunken", className)}>
      <div aria-hidden className={cx("absolute inset-0", grid)} />
      {/* Tiles have no reading direction; the layers above them have. */}
      <div
        ref={frame}
        dir="ltr"
        role="application"
        aria-label={label}
        aria-disabled={isDisabled}
        className="absolute inset-0 z-0"
      />
      {map !== null && leaflet !== undefined && (
        <MapContext value={{ map, leaflet }}>
          {layers.shown && <TilesBeneath layer={layers.shown} onBare={setBare} />}
          {children}
          <MapControls layers={layers} isBare={isBare || !layers.shown} isDisabled={isDisabled} />
        </MapContext>
      )}
    </div>
  );
}
