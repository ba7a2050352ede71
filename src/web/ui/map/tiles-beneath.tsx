import { useEffect, useEffectEvent } from "react";
import { type MapLayer, TILE_SIZE } from "./layers.ts";
import { useMap } from "./map-part.ts";

/** Draws the tiles of a layer. Reports when none load, and when they load again. */
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
      // Tile services require the origin of the requesting site; the page within it stays private.
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
