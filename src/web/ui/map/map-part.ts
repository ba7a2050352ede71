import { createContext, useContext } from "react";
import { later } from "../later.ts";

/** Leaflet, fetched with the first viewed map. */
export const leafletPart = later(() => import("./leaflet.ts"));

export type Leaflet = typeof import("./leaflet.ts");
export type LeafletMap = InstanceType<Leaflet["LeafletMap"]>;

/** A point on the earth in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

export interface MapInHand {
  readonly map: LeafletMap;
  readonly leaflet: Leaflet;
}

export const MapContext = createContext<MapInHand | null>(null);

/** The surrounding map: for content that is drawn on it. */
export function useMap(): MapInHand {
  const inHand = useContext(MapContext);
  if (inHand === null) throw new Error("Only what stands within a BaseMap has a map.");
  return inHand;
}

/** Normalizes a point: longitude wraps around the earth, and latitude is limited, since the poles cannot be clicked. */
export function locationOf({ lat, lng }: { lat: number; lng: number }): Location {
  const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { latitude: Math.max(-MOST_NORTH, Math.min(MOST_NORTH, lat)), longitude };
}

/** Northern limit of the web map's square projection, in degrees. */
export const MOST_NORTH = 85.05;
