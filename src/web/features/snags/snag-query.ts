import type { SnagListState } from "./list-state.ts";
import type { SnagQuery } from "./snags.queries.ts";

/** The page that the list shows. The other views ask for it, too: it says how many there are, and which comes next. */
export const queryOf = ({ view: _, id_sheet: __, ...by }: SnagListState): SnagQuery => by;
