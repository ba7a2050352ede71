import { useEffect, useEffectEvent, useState } from "react";
import { type Leaflet, type Location, locationOf, useMap } from "./map-part.ts";

type MarkerOf = InstanceType<Leaflet["Marker"]>;
export type MarkerIcon = InstanceType<Leaflet["DivIcon"]>;

export interface MarkerProps {
  place: Location;
  /** Accessible name, also shown as a tooltip. */
  name: string;
  /** Can be moved, by dragging or with the arrow keys. */
  isDraggable?: boolean;
  onMove?: (place: Location) => void;
  isSelected?: boolean;
  onPress?: () => void;
}

/** Pixels that an arrow key moves a marker. */
const STEP = 8;
/** Milliseconds after the last arrow key before the new position is reported. */
const SETTLED = 400;

const arrows: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A marker at a position on the map, with an icon of its own (the same object as long as it looks the same). */
export function Marker(props: MarkerProps & { icon: MarkerIcon }) {
  const { place, name, icon, isDraggable = false, isSelected = false } = props;
  const { map, leaflet } = useMap();
  const [marker, setMarker] = useState<MarkerOf | null>(null);
  const { latitude, longitude } = place;

  const press = useEffectEvent(() => props.onPress?.());
  const move = useEffectEvent((to: MarkerOf) => props.onMove?.(locationOf(to.getLatLng())));
  const create = useEffectEvent(() =>
    leaflet.createMarker([latitude, longitude], { icon, draggable: isDraggable, autoPan: true }),
  );
  const added = useEffectEvent((it: MarkerOf) => {
    // At once: on a busy device the next rendering comes a second later.
    label(it, name, isSelected);
    setMarker(it);
  });

  useEffect(() => {
    const made = create();
    let timer: ReturnType<typeof setTimeout> | undefined;
    made.on("add", () => added(made));
    made.on("click", () => press());
    made.on("dragend", () => move(made));
    made.on("keydown", ({ originalEvent: event }) => {
      const step = arrows[event.key];
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press();
      } else if (step !== undefined && made.dragging?.enabled() === true) {
        event.preventDefault();
        made.setLatLng(map.unproject(map.project(made.getLatLng()).add(step)));
        clearTimeout(timer);
        timer = setTimeout(() => move(made), SETTLED);
      }
    });
    made.addTo(map);
    return () => {
      clearTimeout(timer);
      made.remove();
    };
  }, [map]);

  // Separate effects: setting the position again would interrupt a drag.
  useEffect(() => void marker?.setLatLng([latitude, longitude]), [marker, latitude, longitude]);
  useEffect(() => void marker?.setIcon(icon), [marker, icon]);
  useEffect(() => {
    if (isDraggable) marker?.dragging?.enable();
    else marker?.dragging?.disable();
  }, [marker, isDraggable]);
  useEffect(() => {
    if (marker !== null) label(marker, name, isSelected);
  }, [marker, name, isSelected]);
  return null;
}

function label(marker: MarkerOf, name: string, isSelected: boolean): void {
  const element = marker.getElement();
  if (element === undefined) return;
  element.title = name;
  element.setAttribute("aria-label", name);
  element.setAttribute("aria-pressed", String(isSelected));
}
