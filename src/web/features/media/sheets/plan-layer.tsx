import { useEffect, useEffectEvent } from "react";
import type { PlanTiles, Sheet } from "#contract/sheets.ts";
import { type Leaflet, useMap } from "#web/ui/map/map-part.ts";
import { type PlanFrame, useFrame } from "./plan-frame.ts";

export interface PlanLayerProps {
  sheet: Pick<Sheet, "image" | "tiles">;
  /** The picture failed to load. */
  onBroken: () => void;
}

/** Pane of the paper: below tiles and pictures. */
const beneath = "paper";

/** The paper, and the floor plan on it: its tiles, or its picture while there are none. */
export function PlanLayer({ sheet: { image, tiles }, onBroken }: PlanLayerProps) {
  const { map, leaflet } = useMap();
  const frame = useFrame();
  const tell = useEffectEvent(onBroken);
  const address = tiles?.tiles;
  const levels = tiles?.levels.length;
  useEffect(() => {
    // Floor plans are drawn in black: their paper stays light in dark mode.
    const pane = map.getPane(beneath) ?? map.createPane(beneath);
    pane.style.zIndex = "100";
    const paper = leaflet.createRectangle(boundsOf(leaflet, frame), {
      stroke: false,
      fillColor: "#fff",
      fillOpacity: 1,
      interactive: false,
      renderer: leaflet.createSvg({ padding: 1, pane: beneath }),
      pane: beneath,
    });
    paper.addTo(map);
    return () => void paper.remove();
  }, [map, leaflet, frame]);
  const makeTiles = useEffectEvent((by: Leaflet, on: PlanFrame) =>
    tiles === null ? null : tileLayer(by, on, tiles),
  );
  useEffect(() => {
    if (address !== undefined) return;
    if (image === null) return;
    const whole = leaflet.createImageOverlay(image, boundsOf(leaflet, frame), {
      pane: "tilePane",
      zIndex: 2,
    });
    whole.on("error", () => tell());
    whole.addTo(map);
    return () => void whole.remove();
  }, [map, leaflet, frame, image, address]);
  useEffect(() => {
    if (address === undefined || levels === undefined) return;
    const layer = makeTiles(leaflet, frame);
    layer?.addTo(map);
    return () => void layer?.remove();
  }, [map, leaflet, frame, address, levels]);
  return null;
}

/** Another picture on top, to compare both; `opacity` 0..1. */
export function PlanOverlay({ image, opacity }: { image: string; opacity: number }) {
  const { map, leaflet } = useMap();
  const frame = useFrame();
  const first = useEffectEvent(() => opacity);
  useEffect(() => {
    const overlay = leaflet.createImageOverlay(image, boundsOf(leaflet, frame), {
      opacity: first(),
      className: "plan-overlay",
    });
    overlay.addTo(map);
    const element = overlay.getElement();
    element?.setAttribute("data-overlay", "");
    return () => void overlay.remove();
  }, [map, leaflet, frame, image]);
  useEffect(() => {
    const element = map.getPane("overlayPane")?.querySelector<HTMLElement>("[data-overlay]");
    if (element) element.style.opacity = String(opacity);
  }, [map, opacity]);
  return null;
}

export const boundsOf = (leaflet: Leaflet, { toPlace }: PlanFrame) =>
  leaflet.latLngBounds([toPlace({ x: 0, y: 0 }), toPlace({ x: 1, y: 1 })]);

/** Each zoom of the map shows the level with the nearest resolution; tiles at the edges are smaller. */
function tileLayer(leaflet: Leaflet, frame: PlanFrame, { tile_size, levels, tiles }: PlanTiles) {
  const coarsest = frame.finest - levels.length + 1;
  const layer = leaflet.createTileLayer("", {
    tileSize: tile_size,
    minNativeZoom: coarsest,
    maxNativeZoom: frame.finest,
    minZoom: -10,
    maxZoom: frame.finest + 2,
    bounds: boundsOf(leaflet, frame),
    noWrap: true,
    keepBuffer: 3,
    zIndex: 2,
  });
  layer.getTileUrl = ({ x, y, z }) =>
    tiles
      .replace("{level}", String(z - coarsest))
      .replace("{col}", String(x))
      .replace("{row}", String(y));
  layer.on("tileloadstart", ({ tile, coords: { x, y, z } }) => {
    const level = levels[z - coarsest];
    if (level === undefined) return;
    const shown = layer.getTileSize();
    tile.style.width = `${(shown.x * Math.min(tile_size, level.width - x * tile_size)) / tile_size}px`;
    tile.style.height = `${(shown.y * Math.min(tile_size, level.height - y * tile_size)) / tile_size}px`;
  });
  return layer;
}
