import { createContext, useContext } from "react";
import { later } from "../later.ts";

/** Leaflet, fetched with the first map that is looked at. */
export const leafletPart = later(() => import("./leaflet.ts"));

export type Leaflet = typeof import("./leaflet.ts");
export type LeafletMap = InstanceType<Leaflet["LeafletMap"]>;

/** A point of the earth in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

export interface MapInHand {
  readonly map: LeafletMap;
  readonly leaflet: Leaflet;
}

export const MapContext = createContext<MapInHand | null>(null);

/** The map around: for what is drawn on it. */
export function useMap(): MapInHand {
  const inHand = useContext(MapContext);
  if (inHand === null) throw new Error("Only what stands within a BaseMap has a map.");
  return inHand;
}

/** The same point as it is written: once around the earth leads back, and the poles are no place to click. */
export function locationOf({ lat, lng }: { lat: number; lng: number }): Location {
  const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { latitude: Math.max(-MOST_NORTH, Math.min(MOST_NORTH, lat)), longitude };
}

/** Where the square map of the web ends. */
export const MOST_NORTH = 85.05;
