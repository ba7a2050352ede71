import { flag, listState, record, text } from "#web/lib/list-state.ts";

export const linkList = listState<"GET /api/tools/{tool}/links">()({
  search: text,
  project: record,
  troubled: flag,
});
