import type { Snag } from "#contract/snags.ts";
import type { Ref } from "#web/lib/outbox/act.ts";
import { isRecord, type NewSnagPayload } from "./new-snag-payload.ts";

/** Part of the payload of acts that belong to a snag. */
export interface AboutSnag {
  readonly snag: Ref;
  /** As it was when the act was made, for the list of what waits. */
  readonly title: string;
  /** Where it was: should it be deleted meanwhile, a new snag can take its place. Missing in acts of earlier versions. */
  readonly at?: NewSnagPayload["at"];
}

type Known = Pick<Snag, "id" | "number" | "title" | "id_visit" | "id_room" | "yaw" | "pitch" | "fov"> &
  Pick<Snag, "id_sheet" | "x" | "y">;

/** For an act that belongs to a snag of the server. */
export function aboutSnag(snag: Known): AboutSnag {
  const at = whereOf(snag);
  return { snag: { id: snag.id }, title: `#${snag.number} ${snag.title}`, ...(at !== null && { at }) };
}

function whereOf({ id_visit, id_room, yaw, pitch, fov, id_sheet, x, y }: Known): NewSnagPayload["at"] | null {
  if (id_visit === null) return id_sheet === null || x === null || y === null ? null : { id_sheet, x, y };
  if (id_room === null || yaw === null || pitch === null) return { id_visit, id_room };
  return { id_visit, id_room, yaw, pitch, ...(fov !== null && { fov }) };
}

export const isRef = (value: unknown): value is Ref =>
  isRecord(value) && (typeof value["id"] === "number" || typeof value["guid"] === "string");
export const isAboutSnag = (value: unknown): value is AboutSnag & Record<string, unknown> =>
  isRecord(value) && isRef(value["snag"]) && typeof value["title"] === "string";

/** GUIDs of acts that make what is referred to. */
export const guidsOf = (ref: Ref): readonly string[] => ("guid" in ref ? [ref.guid] : []);
export const pathOf = (ref: Ref): string => ("id" in ref ? `/snags/${ref.id}` : "/snags");
/** Names a snag in `sets`. */
export const nameOf = (ref: Ref): string => ("id" in ref ? String(ref.id) : ref.guid);
