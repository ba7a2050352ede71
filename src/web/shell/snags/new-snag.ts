import type { SnagPriority } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { type Assigned, assignedWire } from "./assigned.ts";

/** The facts of a new snag, wherever it is pinned. */
export interface SnagFacts {
  readonly title: string;
  readonly text: string;
  readonly priority: SnagPriority;
  readonly trade: string;
  readonly assignee: Assigned;
  /** Absent in drafts that an earlier version stored. */
  readonly crew?: Snag["crew"];
  /** A calendar day, `2026-11-21`. */
  readonly due_date: string | null;
  readonly photos: readonly File[];
}

/** The empty form. */
export const noFacts: SnagFacts = {
  title: "",
  text: "",
  priority: "normal",
  trade: "",
  assignee: null,
  crew: null,
  due_date: null,
  photos: [],
};

export const isBegun = ({
  title,
  text,
  priority,
  trade,
  assignee,
  crew,
  due_date,
  photos,
}: SnagFacts): boolean =>
  [title, text, trade].some((typed) => typed.trim() !== "") ||
  priority !== noFacts.priority ||
  assignee !== null ||
  (crew ?? null) !== null ||
  due_date !== null ||
  photos.length > 0;

/** Missing fields; the server validates the rest. */
export const missingFacts = ({ title }: SnagFacts): { readonly title?: TextKey } =>
  title.trim() === "" ? { title: "snags.title_required" } : {};

/** Fields that show a refusal of the server. */
export const refusedFields = ["title", "text", "trade", "due_date"] as const;

/** The form sent in calls; photos are uploaded separately. */
export function wireOf({ title, text, priority, trade, assignee, crew, due_date }: SnagFacts) {
  return {
    title: title.trim(),
    text: text.trim(),
    priority,
    trade: trade.trim(),
    ...assignedWire(assignee),
    ...(crew && { id_crew: crew.id }),
    due_date,
  };
}

/** Checks the fields of a stored draft that the form requires. */
export function isSnagFacts(value: unknown): value is SnagFacts {
  if (typeof value !== "object" || value === null) return false;
  const { title, text, trade, photos } = value as Partial<Record<keyof SnagFacts, unknown>>;
  return [title, text, trade].every((typed) => typeof typed === "string") && Array.isArray(photos);
}
