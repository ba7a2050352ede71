import type { SnagListState } from "./list-state.ts";
import type { SnagQuery } from "./snags.queries.ts";

/** The query of the list's page. The other views use it as well, for the total and for the next snag. */
export function queryOf(state: SnagListState): SnagQuery {
  const { search, id_project, status, priority, trade, id_assignee, mine, overdue, sort, page } = state;
  return { search, id_project, status, priority, trade, id_assignee, mine, overdue, sort, page };
}
