import type { SnagListState } from "./list-state.ts";
import type { SnagQuery } from "./snags.queries.ts";

/** The page that the list shows. The other views ask for it, too: it says how many there are, and which comes next. */
export function queryOf(state: SnagListState): SnagQuery {
  const { search, id_project, status, priority, trade, id_assignee, mine, overdue, sort, page } = state;
  return { search, id_project, status, priority, trade, id_assignee, mine, overdue, sort, page };
}
