import { useEffect, useEffectEvent } from "react";
import { type MapLayer, TILE_SIZE } from "./layers.ts";
import { useMap } from "./map-part.ts";

/** Draws the tiles of a layer. Tells when none come, and when they do again. */
export function TilesBeneath({ layer, onBare }: { layer: MapLayer; onBare: (isBare: boolean) => void }) {
  const { map, leaflet } = useMap();
  const tell = useEffectEvent(onBare);
  const { kind, url, subdomains, maxZoom } = layer;
  useEffect(() => {
    let hasCome = false;
    const tiles = leaflet.createTileLayer(url, {
      subdomains,
      maxZoom,
      tileSize: TILE_SIZE,
      className: `map-${kind}`,
      // The services want to know which site asks; which page of it is nobody's business.
      referrerPolicy: "strict-origin-when-cross-origin",
    });
    tiles.on("tileload", () => {
      hasCome = true;
      tell(false);
    });
    tiles.on("tileerror", () => {
      if (!hasCome) tell(true);
    });
    map.setMaxZoom(maxZoom);
    tiles.addTo(map);
    return () => {
      tiles.remove();
      tell(false);
    };
  }, [map, leaflet, kind, url, subdomains, maxZoom]);
  return null;
}
