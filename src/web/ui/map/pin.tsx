import { useEffect, useEffectEvent, useState } from "react";
import type { Tone } from "../tone.ts";
import { type Leaflet, type Place, placeOf, useMap } from "./map-part.ts";

type MarkerOf = InstanceType<Leaflet["Marker"]>;

export interface PinProps {
  place: Place;
  /** Read out, and shown under the pointer. */
  name: string;
  tone: Tone;
  /** Can be taken elsewhere, by dragging or with the arrow keys. */
  isDraggable?: boolean;
  onMove?: (place: Place) => void;
  isSelected?: boolean;
  onPress?: () => void;
}

/** Width and height of a pin, and where its tip is. */
export const PIN_SIZE = 24;
export const PIN_TIP = [12, 24] as const;
/** Pixels that an arrow key moves a pin. */
const STEP = 8;
/** After the last arrow key it stays where it is. */
const SETTLED = 400;

const arrows: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A pin in the ground: drawn by us, so that it is there when nothing can be fetched. */
export function Pin(props: PinProps) {
  const { place, name, tone, isDraggable = false, isSelected = false } = props;
  const { map, leaflet } = useMap();
  const [marker, setMarker] = useState<MarkerOf | null>(null);
  const { latitude, longitude } = place;

  const press = useEffectEvent(() => props.onPress?.());
  const move = useEffectEvent((to: MarkerOf) => props.onMove?.(placeOf(to.getLatLng())));
  const create = useEffectEvent(() => {
    const icon = pinIcon(leaflet, tone);
    return leaflet.createMarker([latitude, longitude], { icon, draggable: isDraggable, autoPan: true });
  });

  useEffect(() => {
    const made = create();
    made.on("add", () => setMarker(made));
    let timer: ReturnType<typeof setTimeout> | undefined;
    made.on("click", () => press());
    made.on("dragend", () => move(made));
    made.on("keydown", ({ originalEvent: event }) => {
      const step = arrows[event.key];
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press();
      } else if (step !== undefined && made.dragging?.enabled() === true) {
        event.preventDefault();
        made.setLatLng(map.containerPointToLatLng(map.latLngToContainerPoint(made.getLatLng()).add(step)));
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

  // Each stands by itself: setting the place again would take a pin out of the hand that drags it.
  useEffect(() => void marker?.setLatLng([latitude, longitude]), [marker, latitude, longitude]);
  useEffect(() => void marker?.setIcon(pinIcon(leaflet, tone)), [marker, leaflet, tone]);
  useEffect(() => {
    if (isDraggable) marker?.dragging?.enable();
    else marker?.dragging?.disable();
  }, [marker, isDraggable]);
  useEffect(() => {
    const element = marker?.getElement();
    if (element === undefined) return;
    element.title = name;
    element.setAttribute("aria-label", name);
    element.setAttribute("aria-pressed", String(isSelected));
  }, [marker, name, isSelected]);
  return null;
}

/** Full colours, as on any ground: those of words are paler where the page is dark. */
const colors: Record<Tone, string> = {
  neutral: "text-ink-faint",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
  note: "text-note",
};

/** A drop with a white dot, its tip at the point it marks. */
export function pinIcon({ DivIcon }: Leaflet, tone: Tone) {
  return new DivIcon({
    className: `map-pin ${colors[tone]}`,
    iconSize: [PIN_SIZE, PIN_SIZE],
    iconAnchor: [...PIN_TIP],
    html:
      `<svg width="${PIN_SIZE}" height="${PIN_SIZE}" viewBox="0 0 24 24" aria-hidden="true">` +
      '<path d="M12 24C10.6 21.6 4 14.6 4 8.4a8 8 0 1 1 16 0C20 14.6 13.4 21.6 12 24Z" fill="currentColor" stroke="white" stroke-width="1.5"/>' +
      '<circle cx="12" cy="8.4" r="3" fill="white"/></svg>',
  });
}
