import { choice, listState, text } from "#web/lib/list-state.ts";

export const roles = ["user", "administrator", "super_admin"] as const;
export const states = ["active", "invited", "unconfirmed", "locked"] as const;
export const sorts = ["name", "created", "seen", "role"] as const;

export const userList = listState<"GET /api/users">()({
  search: text,
  role: choice(roles, null),
  state: choice(states, null),
  sort: choice(sorts, "name"),
});
