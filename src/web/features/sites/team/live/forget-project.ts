import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { forgetQueriesHere } from "#web/lib/query-persistence.ts";

/**
 * Forgets what this page and this browser know of a project that is closed to its reader, and asks anew for the
 * lists that it stood in. What is on screen at this moment is asked for, too, and says for itself what it was told.
 */
export async function forgetProject(client: QueryClient, { id }: { readonly id: number }): Promise<void> {
  const isGone = (key: QueryKey, data: unknown) => key.includes(id) || tellsOf(data, id);
  client.removeQueries({
    type: "inactive",
    predicate: ({ queryKey, state }) => isGone(queryKey, state.data),
  });
  await Promise.all([forgetQueriesHere(isGone), client.invalidateQueries()]);
}

/** The project or a thing of it, by itself, in a list or on a page of one. */
function tellsOf(data: unknown, id: number): boolean {
  if (typeof data !== "object" || data === null) return false;
  if (Array.isArray(data)) return data.some((row) => tellsOf(row, id));
  const { id_project, items } = data as { id_project?: unknown; items?: unknown };
  return id_project === id || (Array.isArray(items) && tellsOf(items, id));
}
