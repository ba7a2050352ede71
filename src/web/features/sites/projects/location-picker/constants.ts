import type { Location } from "#web/ui/map/map-part.ts";

/** Of the map of a location: pixels, levels of zoom, milliseconds. */
export const picker = {
  /** Where it looks while there is no location. */
  nowhere: { center: { latitude: 0, longitude: 0 }, zoom: 2 },
  /** How close it looks at coordinates. */
  zoom: 15,
  /** How exactly an address is asked for: a building. */
  addressZoom: 18,
  /** A dialog unfolds; the map measures itself again while it does. */
  afterOpening: [50, 150, 300],
  /** Coordinates that are being typed are not looked up before they rest. */
  afterTyping: 600,
  /** Until the device must have found out where it is. */
  devicePatience: 15_000,
} as const;

/** What is stored: about ten centimetres, and what is shown. */
export const DIGITS = 6;

export const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS));

/** The point that two numbers mean; 0, 0 means that there is none, and so do numbers that are on no map. */
export function locationOf(latitude: number | null, longitude: number | null): Location | null {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : null;
}

/** As it is read: `24.713600, 46.675300`. */
export const coordinatesText = ({ latitude, longitude }: Location): string =>
  `${latitude.toFixed(DIGITS)}, ${longitude.toFixed(DIGITS)}`;

/** An address that fits, without its last parts (the country, the postal code) if need be. */
export function fitAddress(address: string, most: number): string {
  if (address.length <= most) return address;
  const comma = address.lastIndexOf(",", most);
  return (comma > 0 ? address.slice(0, comma) : address.slice(0, most)).trim();
}
