import { useEffect, useEffectEvent } from "react";
import type { MapPoint } from "#web/ui/map/clusters.ts";
import { useMap } from "#web/ui/map/map-part.ts";
import { recallView, rememberView } from "./project-points.ts";

/** As near as all pins are seen, but no nearer than a district. */
const nearest = 14;

/** Shows the map as it was left, or else all pins; remembers how it is left. */
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
    // Only what somebody did himself is worth remembering: the first view fits whatever there is then.
    map.on("dragend zoomend", keep);
    return () => void map.off("dragend zoomend", keep);
  }, [map, word]);
  return null;
}
