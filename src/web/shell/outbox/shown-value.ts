import { snagPriorities, snagStatuses } from "#contract/choices.ts";
import type { Formatter } from "#web/lib/format.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** A value of a history in words: codes are translated, days formatted, and nothing is a dash. */
export function shownValue(field: string, value: string, t: Translate, format: Formatter): string {
  if (value === "") return "–";
  const status = snagStatuses.find((one) => one === value);
  if (field === "status" && status !== undefined) return t(`snags.statuses.${status}`);
  const priority = snagPriorities.find((one) => one === value);
  if (field === "priority" && priority !== undefined) return t(`snags.priorities.${priority}`);
  if (field === "due_date") return format.date(`${value}T12:00:00Z`);
  return value;
}
