import { yearFrom } from "#web/lib/list-fields.ts";
import { choice, listState, record } from "#web/lib/list-state.ts";

export const parts = ["bands", "usage", "figures"] as const;
export type Part = (typeof parts)[number];

/** The first year with possible data on this platform. */
export const firstYear = 2020;

/** User of the usage, null for all users; its year, null for the current one. */
export const tiersView = listState<"GET /api/project-tiers/usage/yearly">()({
  part: choice(parts, "bands"),
  user: record,
  year: yearFrom(firstYear),
});
