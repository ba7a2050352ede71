import { useEffect, useEffectEvent } from "react";
import type { MapPoint } from "#web/ui/map/clusters.ts";
import { useMap } from "#web/ui/map/map-part.ts";
import { recallView, rememberView } from "./project-points.ts";

/** Close enough to show all pins, but no closer than a district. */
const nearest = 14;

/** Restores the last view of the map, or else fits all pins; stores the view when it changes. */
export function KeptView({ word, pins }: { word: string; pins: readonly MapPoint[] }) {
  const { map, leaflet } = useMap();
  const show = useEffectEvent(() => {
    const kept = recallView(word);
    if (kept !== null)
      return void map.setView([kept.latitude, kept.longitude], kept.zoom, { animate: false });
    const bounds = leaflet.latLngBounds(pins.map(({ latitude, longitude }) => [latitude, longitude]));
    map.fitBounds(bounds, { padding: [48, 48], maxZoom: nearest, animate: false });
  });
  useEffect(() => {
    show();
    const keep = () => {
      const { lat, lng } = map.getCenter();
      rememberView(word, { latitude: lat, longitude: lng, zoom: map.getZoom() });
    };
    // Stores only the user's own moves: the initial view fits the data of the moment.
    map.on("dragend zoomend", keep);
    return () => void map.off("dragend zoomend", keep);
  }, [map, word]);
  return null;
}
