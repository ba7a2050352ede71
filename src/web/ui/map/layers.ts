import type { PublicSettings } from "#contract/settings.ts";

export type LayerKind = "street" | "satellite";

/** Tiles to draw on, as the settings name them. */
export interface MapLayer {
  readonly kind: LayerKind;
  /** With `{z}`, `{x}`, `{y}`, and `{s}` for one of `subdomains`. */
  readonly url: string;
  readonly subdomains: string[];
  readonly maxZoom: number;
  /** Whom the pictures belong to, where we know it. */
  readonly credit: Credit | null;
}

interface Credit {
  readonly text: string;
  readonly href: string;
}

/** Edge of a tile in pixels. */
export const TILE_SIZE = 256;
/** The closest look where the settings say nothing else. */
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

/** What can be drawn on; nothing where no address is set. */
export function layersOf(settings: LayerSettings | null): MapLayer[] {
  if (settings === null) return [];
  const layer = (kind: LayerKind, url: string, subdomains: string, maxZoom: number): MapLayer => ({
    kind,
    url,
    // Leaflet cannot fill in what is missing; a host that is not there shows the grid.
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

/** Names as their licences want them to be written, in every language alike. */
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
