/** Map tiles as the settings describe them: an address with `{s}` for one of its subdomains. */
export interface TileAddress {
  readonly url: string;
  /** Letters, or names separated by commas. */
  readonly subdomains: string;
}

const plainOrigin = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$|^https?:\/\/\[[0-9a-f:]+\](?::\d{1,5})?$/;

/**
 * The hosts that pages may show pictures of, as sources of a content security policy. Invalid hosts are dropped: one
 * wrong setting must not keep every page from being served.
 */
export function imageHosts(tiles: readonly TileAddress[]): string {
  const found = tiles.flatMap(({ url, subdomains }) => {
    if (!url.includes("{s}")) return originOf(url);
    return subdomainsOf(subdomains).flatMap((name) => originOf(url.replaceAll("{s}", name)));
  });
  return [...new Set(found)].join(" ");
}

/** `abc` as well as `a,b,c`. */
export const subdomainsOf = (text: string): string[] =>
  text
    .split(text.includes(",") ? "," : "")
    .map((name) => name.trim())
    .filter(Boolean);

function originOf(url: string): string[] {
  const { origin = "" } = URL.parse(url.replaceAll(/\{[^}]*\}/g, "0")) ?? {};
  return plainOrigin.test(origin) ? [origin] : [];
}
