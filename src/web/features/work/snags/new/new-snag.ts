import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { call } from "#web/lib/client.ts";
import type { CapturedItem } from "#web/lib/creation.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { isSnagFacts, noFacts, type SnagFacts, wireOf } from "#web/shell/snags/new-snag.ts";

export interface PlanPlace {
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
}

/** The form of a new snag, with its position. */
export interface NewSnag extends SnagFacts {
  readonly id_project: number | null;
  readonly where: "room" | "plan";
  readonly id_visit: number | null;
  readonly id_room: number | null;
  /** Null until the floor plan was pressed. */
  readonly place: PlanPlace | null;
}

export type Problems = Partial<Record<keyof NewSnag, string>>;

export function startOf(id_project: number | undefined, place: PlanPlace | undefined): NewSnag {
  return {
    ...noFacts,
    id_project: id_project ?? null,
    where: place === undefined ? "room" : "plan",
    id_visit: null,
    id_room: null,
    place: place ?? null,
  };
}

/** Texts and photos of an item that was added while the screen was locked; its first line becomes the title. */
export function factsOf({ text, photos }: CapturedItem): Pick<NewSnag, "title" | "text" | "photos"> {
  const [first = "", ...rest] = text.trim().split("\n");
  const isShort = first.length <= limits.name;
  return { title: first.slice(0, limits.name), text: isShort ? rest.join("\n").trim() : text.trim(), photos };
}

/** Missing parts of the position, by field. */
export function missingPlace(draft: NewSnag): Partial<Record<keyof NewSnag, TextKey>> {
  const { id_project, where, id_visit, id_room, place } = draft;
  return {
    ...(id_project === null && { id_project: "snags.dialog.project_missing" as const }),
    ...(where === "plan" && place === null && { place: "snags.dialog.place_missing" as const }),
    ...(where === "room" && id_visit === null && { id_visit: "snags.dialog.visit_missing" as const }),
    ...(where === "room" &&
      id_visit !== null &&
      id_room === null && { id_room: "snags.dialog.room_missing" as const }),
  };
}

export function isNewSnag(value: unknown): value is NewSnag {
  if (!isSnagFacts(value)) return false;
  const { where } = value as Partial<Record<keyof NewSnag, unknown>>;
  return where === "room" || where === "plan";
}

export function createSnag(draft: NewSnag): Promise<Snag> {
  const body = wireOf(draft);
  const quiet = { toast: false };
  if (draft.where === "plan" && draft.place !== null) {
    const { id_sheet, x, y } = draft.place;
    return call(
      "POST /api/maps/{id}/annotations",
      { params: { id: id_sheet }, body: { ...body, x, y } },
      quiet,
    );
  }
  const room = { id_visit: draft.id_visit ?? 0, id_room: draft.id_room };
  return call("POST /api/annotations", { body: { ...body, ...room } }, quiet);
}
