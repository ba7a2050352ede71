import { visitSorts } from "#contract/choices.ts";
import { type ListInProject, useListInProject } from "#web/lib/list-in-project.ts";
import { choice, flag, listState, text } from "#web/lib/list-state.ts";

export const visitList = listState<"GET /api/visits">()({
  search: text,
  starred: flag,
  sort: choice(visitSorts, "date"),
  view: choice(["grid", "table"], "grid"),
});

export const useVisitList = () => useListInProject("/visits", visitList);
export type VisitListAddress = ListInProject<typeof visitList.plain>;
