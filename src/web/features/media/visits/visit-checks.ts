import type { VisitInput } from "#contract/visits.ts";
import type { TextKey } from "#web/lib/use-text.ts";
import { checkVisitDate } from "./visit-date.ts";

/** The fields of Add Visit. `visit_date` is an instant, `id_project` the number as text, as selects hold it. */
export interface NewVisit {
  readonly name: string;
  readonly description: string;
  readonly id_project: string | null;
  readonly visit_date: string | null;
}

export type NewVisitProblems = Partial<Record<keyof NewVisit | "files", TextKey>>;

/** All problems of Add Visit at once, by field. The date is checked against `now`. */
export function checkNewVisit(visit: NewVisit, pictures: number, now: Date = new Date()): NewVisitProblems {
  const date = checkVisitDate(visit.visit_date === null ? null : new Date(visit.visit_date), now);
  return {
    ...(visit.name.trim() === "" && { name: "visits.add_name_required" as const }),
    ...(visit.id_project === null && { id_project: "visits.project_required" as const }),
    ...(date !== null && { visit_date: date }),
    ...(pictures === 0 && { files: "errors.code.FILES_REQUIRED" as const }),
  };
}

export type VisitFields = Omit<VisitInput, "visit_date"> & { readonly visit_date: string | null };

/** The form of an existing visit has its own text for a missing name. */
export function checkVisit(
  visit: Pick<VisitFields, "name" | "visit_date">,
  now: Date = new Date(),
): Partial<Record<keyof VisitFields, TextKey>> {
  const date = checkVisitDate(visit.visit_date === null ? null : new Date(visit.visit_date), now);
  return {
    ...(visit.name.trim() === "" && { name: "visits.name_required" as const }),
    ...(date !== null && { visit_date: date }),
  };
}
