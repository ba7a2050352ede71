import type { SnagPriority } from "#contract/choices.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { type Assigned, assignedWire } from "../assigned.tsx";

export interface PlanPlace {
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
}

/** What is typed and chosen for a snag that is about to be pinned. */
export interface NewSnag {
  readonly id_project: number | null;
  readonly title: string;
  readonly text: string;
  readonly where: "room" | "plan";
  readonly id_visit: number | null;
  readonly id_room: number | null;
  /** Null until the plan was pressed. */
  readonly place: PlanPlace | null;
  readonly priority: SnagPriority;
  readonly trade: string;
  readonly assignee: Assigned;
  readonly due_date: string | null;
  readonly photos: readonly File[];
}

export type Problems = Partial<Record<keyof NewSnag, string>>;

export function startOf(id_project: number | undefined, place: PlanPlace | undefined): NewSnag {
  return {
    id_project: id_project ?? null,
    title: "",
    text: "",
    where: place === undefined ? "room" : "plan",
    id_visit: null,
    id_room: null,
    place: place ?? null,
    priority: "normal",
    trade: "",
    assignee: null,
    due_date: null,
    photos: [],
  };
}

/** What is missing, by field; the server refuses the rest. */
export function problemsOf(draft: NewSnag): Partial<Record<keyof NewSnag, TextKey>> {
  const { id_project, title, where, id_visit, id_room, place } = draft;
  return {
    ...(id_project === null && { id_project: "snags.dialog.project_missing" as const }),
    ...(title.trim() === "" && { title: "snags.title_required" as const }),
    ...(where === "plan" && place === null && { place: "snags.dialog.place_missing" as const }),
    ...(where === "room" && id_visit === null && { id_visit: "snags.dialog.visit_missing" as const }),
    ...(where === "room" &&
      id_visit !== null &&
      id_room === null && { id_room: "snags.dialog.room_missing" as const }),
  };
}

/** The fields that both ways of pinning share. */
export function wireOf({ title, text, priority, trade, assignee, due_date }: NewSnag) {
  return { title, text, priority, trade, ...assignedWire(assignee), due_date };
}
