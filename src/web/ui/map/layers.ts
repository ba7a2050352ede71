import type { PublicSettings } from "#contract/settings.ts";

export type LayerKind = "street" | "satellite";

/** A tile layer, as configured in the settings. */
export interface MapLayer {
  readonly kind: LayerKind;
  /** With `{z}`, `{x}`, `{y}`, and `{s}` for one of `subdomains`. */
  readonly url: string;
  readonly subdomains: string[];
  readonly maxZoom: number;
  /** The owner of the map data, where known. */
  readonly credit: Credit | null;
}

interface Credit {
  readonly text: string;
  readonly href: string;
}

/** Edge of a tile in pixels. */
export const TILE_SIZE = 256;
/** Maximum zoom where the settings give none. */
export const MAX_ZOOM = 18;

export type LayerSettings = Pick<
  PublicSettings,
  | "basemap_url"
  | "basemap_subdomains"
  | "basemap_max_zoom"
  | "satellite_url"
  | "satellite_subdomains"
  | "satellite_max_zoom"
>;

/** The available layers; empty where no URL is configured. */
export function layersOf(settings: LayerSettings | null): MapLayer[] {
  if (settings === null) return [];
  const layer = (kind: LayerKind, url: string, subdomains: string, maxZoom: number): MapLayer => ({
    kind,
    url,
    // Leaflet cannot substitute a missing list; an unreachable host shows the grid.
    subdomains: subdomains.trim() === "" ? ["a"] : subdomainsOf(subdomains),
    maxZoom,
    credit: creditOf(url),
  });
  return [
    layer("street", settings.basemap_url, settings.basemap_subdomains, settings.basemap_max_zoom),
    layer("satellite", settings.satellite_url, settings.satellite_subdomains, settings.satellite_max_zoom),
  ].filter(({ url }) => url !== "");
}

/** Letters, or names separated by commas. */
const subdomainsOf = (text: string): string[] =>
  text
    .split(text.includes(",") ? "," : "")
    .map((name) => name.trim())
    .filter(Boolean);

/** Names as their licences require them to be written, the same in every language. */
const credits: readonly (readonly [RegExp, Credit])[] = [
  [
    /(?:^|\.)openstreetmap\.org$/,
    { text: "© OpenStreetMap", href: "https://www.openstreetmap.org/copyright" },
  ],
  [
    /(?:^|\.)arcgisonline\.com$/,
    { text: "© Esri, Maxar, Earthstar Geographics", href: "https://www.esri.com/legal/copyright-trademarks" },
  ],
];

function creditOf(url: string): Credit | null {
  const host = /^https?:\/\/([^/:?#]+)/.exec(url.replaceAll("{s}", "a"))?.[1] ?? "";
  return credits.find(([whose]) => whose.test(host))?.[1] ?? null;
}
