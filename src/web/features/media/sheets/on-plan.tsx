import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { type Leaflet, useMap } from "#web/ui/map/map-part.ts";
import { type Point, useFrame } from "./plan-frame.ts";

type MarkerOf = ReturnType<Leaflet["createMarker"]>;

export interface OnPlanProps {
  point: Point;
  onMove?: ((to: Point) => void) | undefined;
  /** While it is dragged. */
  onDrag?: ((to: Point) => void) | undefined;
  /** Raised above its neighbours. */
  isRaised?: boolean;
  children: ReactNode;
}

/** Centers its content on a position of the floor plan, and makes it draggable when it has an `onMove`. */
export function OnPlan({ point, onMove, onDrag, isRaised = false, children }: OnPlanProps) {
  const { map, leaflet } = useMap();
  const frame = useFrame();
  const [element] = useState(() => document.createElement("div"));
  const [marker, setMarker] = useState<MarkerOf | null>(null);
  const isDraggable = onMove !== undefined;
  const move = useEffectEvent((of: MarkerOf) => {
    const to = frame.toPoint(of.getLatLng());
    of.setLatLng(frame.toPlace(to));
    onMove?.(to);
  });
  const drag = useEffectEvent((of: MarkerOf) => onDrag?.(frame.toPoint(of.getLatLng())));
  const create = useEffectEvent(() =>
    leaflet.createMarker(frame.toPlace(point), {
      icon: new leaflet.DivIcon({ className: "plan-pin", iconSize: [0, 0], html: element }),
      // Its content has its own keys and its own name.
      keyboard: false,
      draggable: isDraggable,
      autoPan: true,
    }),
  );
  useEffect(() => {
    const made = create();
    made.on("drag", () => drag(made));
    made.on("dragend", () => move(made));
    // A listener keeps the press from reaching the floor plan.
    made.on("click", () => undefined);
    made.on("add", () => setMarker(made));
    made.addTo(map);
    return () => {
      setMarker(null);
      made.remove();
    };
  }, [map]);
  useEffect(
    () => void marker?.setLatLng(frame.toPlace({ x: point.x, y: point.y })),
    [marker, frame, point.x, point.y],
  );
  useEffect(() => void marker?.setZIndexOffset(isRaised ? 1000 : 0), [marker, isRaised]);
  useEffect(() => {
    if (isDraggable) marker?.dragging?.enable();
    else marker?.dragging?.disable();
  }, [marker, isDraggable]);
  return createPortal(children, element);
}

/** A line between two positions of the floor plan. */
export function LineOnPlan({ from, to }: { from: Point; to: Point }) {
  const { map, leaflet } = useMap();
  const frame = useFrame();
  const [line] = useState(() =>
    leaflet.createPolyline([], { className: "plan-line", weight: 3, interactive: false }),
  );
  useEffect(() => {
    line.addTo(map);
    return () => void line.remove();
  }, [line, map]);
  useEffect(() => {
    line.setLatLngs([from, to].map(({ x, y }) => frame.toPlace({ x, y })));
  }, [line, frame, from, to]);
  return null;
}
