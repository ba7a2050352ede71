import { yearFrom } from "#web/lib/list-fields.ts";
import { choice, listState, record } from "#web/lib/list-state.ts";

export const parts = ["bands", "usage", "figures"] as const;
export type Part = (typeof parts)[number];

/** The first year anybody could have begun anything here. */
export const firstYear = 2020;

/** Whose usage, null for everybody's, and of which year, null for the present one. */
export const tiersView = listState<"GET /api/project-tiers/usage/yearly">()({
  part: choice(parts, "bands"),
  user: record,
  year: yearFrom(firstYear),
});
