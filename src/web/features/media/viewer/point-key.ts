import type { Poi } from "#contract/viewer.ts";

/** What a point is, whatever it tells: points are numbered within these. */
export const sortOf = ({ kind }: Pick<Poi, "kind">): "link" | "snag" | "info" =>
  kind === "link" || kind === "snag" ? kind : "info";

/** Names a point within its room, in addresses too: `5` a way, `s12` a snag, `i7` an information. */
export function pointKey(point: Pick<Poi, "kind" | "id">): string {
  const letters = { link: "", snag: "s", info: "i" };
  return `${letters[sortOf(point)]}${point.id}`;
}
