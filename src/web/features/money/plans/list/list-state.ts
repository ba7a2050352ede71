import { choice, eitherWay, listState, text } from "#web/lib/list-state.ts";

export const sorts = ["price", "name", "subscribers", "created"] as const;

export const planList = listState<"GET /api/plans">()({
  search: text,
  active: eitherWay,
  sort: choice(sorts, "price"),
});
