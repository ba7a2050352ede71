import type { SnagPriority } from "#contract/choices.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { type Assigned, assignedWire } from "./assigned.ts";

/** What is said of a new snag, wherever it is pinned. */
export interface SnagFacts {
  readonly title: string;
  readonly text: string;
  readonly priority: SnagPriority;
  readonly trade: string;
  readonly assignee: Assigned;
  /** A day of the calendar, `2026-11-21`. */
  readonly due_date: string | null;
  readonly photos: readonly File[];
}

/** A form before anything was said. */
export const noFacts: SnagFacts = {
  title: "",
  text: "",
  priority: "normal",
  trade: "",
  assignee: null,
  due_date: null,
  photos: [],
};

export const isBegun = ({ title, text, priority, trade, assignee, due_date, photos }: SnagFacts): boolean =>
  [title, text, trade].some((typed) => typed.trim() !== "") ||
  priority !== noFacts.priority ||
  assignee !== null ||
  due_date !== null ||
  photos.length > 0;

/** What is missing, by field; the server refuses the rest. */
export const missingFacts = ({ title }: SnagFacts): { readonly title?: TextKey } =>
  title.trim() === "" ? { title: "snags.title_required" } : {};

/** Fields at which a refusal of the server is shown. */
export const refusedFields = ["title", "text", "trade", "due_date"] as const;

/** As calls are sent it; pictures have ways of their own. */
export function wireOf({ title, text, priority, trade, assignee, due_date }: SnagFacts) {
  return {
    title: title.trim(),
    text: text.trim(),
    priority,
    trade: trade.trim(),
    ...assignedWire(assignee),
    due_date,
  };
}

/** Of a kept draft, what the form cannot do without. */
export function isSnagFacts(value: unknown): value is SnagFacts {
  if (typeof value !== "object" || value === null) return false;
  const { title, text, trade, photos } = value as Partial<Record<keyof SnagFacts, unknown>>;
  return [title, text, trade].every((typed) => typeof typed === "string") && Array.isArray(photos);
}
