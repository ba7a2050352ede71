import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { offlineCopies } from "#web/lib/offline-copies.ts";
import { forgetQueriesHere } from "#web/lib/query-persistence.ts";
import { session } from "#web/lib/session.ts";

/**
 * Removes cached data of a project without access, and refetches the lists it was in. Data on screen is refetched too,
 * and shows its own error.
 */
export async function forgetProject(client: QueryClient, { id }: { readonly id: number }): Promise<void> {
  const isGone = (key: QueryKey, data: unknown) => key.includes(id) || tellsOf(data, id);
  client.removeQueries({
    type: "inactive",
    predicate: ({ queryKey, state }) => isGone(queryKey, state.data),
  });
  const user = session.user()?.id;
  await Promise.all([
    forgetQueriesHere(isGone),
    user !== undefined && offlineCopies.remove(user, id).catch(() => undefined),
    client.invalidateQueries(),
  ]);
}

/** Whether the data contains the project or a part of it, by itself, in a list or in a page. */
function tellsOf(data: unknown, id: number): boolean {
  if (typeof data !== "object" || data === null) return false;
  if (Array.isArray(data)) return data.some((row) => tellsOf(row, id));
  const { id_project, items } = data as { id_project?: unknown; items?: unknown };
  return id_project === id || (Array.isArray(items) && tellsOf(items, id));
}
