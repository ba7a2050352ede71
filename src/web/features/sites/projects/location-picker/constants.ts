import type { Location } from "#web/ui/map/map-part.ts";

/** Constants of the location map: pixels, zoom levels, milliseconds. */
export const picker = {
  /** View while there is no location. */
  nowhere: { center: { latitude: 0, longitude: 0 }, zoom: 2 },
  /** Zoom at given coordinates. */
  zoom: 15,
  /** Precision of reverse geocoding: a building. */
  addressZoom: 18,
  /** The map measures itself again during the opening animation of a dialog. */
  afterOpening: [50, 150, 300],
  /** Delay before typed coordinates are looked up. */
  afterTyping: 600,
  /** Maximum wait for the device's position. */
  devicePatience: 15_000,
} as const;

/** Decimal digits that are stored, about ten centimetres, and shown. */
export const DIGITS = 6;

export const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS));

/** The point of two coordinates; 0, 0 means that there is none, and so do null and values out of range. */
export function locationOf(latitude: number | null, longitude: number | null): Location | null {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : null;
}

/** Display format: `24.713600, 46.675300`. */
export const coordinatesText = ({ latitude, longitude }: Location): string =>
  `${latitude.toFixed(DIGITS)}, ${longitude.toFixed(DIGITS)}`;

/** Shortens an address to fit, without its last parts (the country, the postal code) if need be. */
export function fitAddress(address: string, most: number): string {
  if (address.length <= most) return address;
  const comma = address.lastIndexOf(",", most);
  return (comma > 0 ? address.slice(0, comma) : address.slice(0, most)).trim();
}
