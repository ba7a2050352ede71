import type { Ref } from "#web/lib/outbox/act.ts";
import { isRecord } from "./new-snag-payload.ts";

/** Part of the payload of acts that belong to a snag. */
export interface AboutSnag {
  readonly snag: Ref;
  /** As it was when the act was made, for the list of what waits. */
  readonly title: string;
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
