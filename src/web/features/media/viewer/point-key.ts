import type { Poi } from "#contract/viewer.ts";

/** Kind of id space of a point: ids are unique within it. */
export const sortOf = ({ kind }: Pick<Poi, "kind">): "link" | "snag" | "info" =>
  kind === "link" || kind === "snag" ? kind : "info";

/** Key of a point within its room, used in addresses too: `5` a link, `s12` a snag, `i7` an info point. */
export function pointKey(point: Pick<Poi, "kind" | "id">): string {
  const letters = { link: "", snag: "s", info: "i" };
  return `${letters[sortOf(point)]}${point.id}`;
}
