import type { QueryClient } from "@tanstack/react-query";
import { forgetSeenHere } from "#web/lib/seen.ts";
import { teamKeys } from "../team.queries.ts";

const isOf = (data: unknown, id: number): boolean =>
  typeof data === "object" && data !== null && (data as { id_project?: unknown }).id_project === id;

/** Where single things lie, each with the number of its project. */
const kinds = new Set(["projects", "visits"]);

/**
 * Forgets what this page and this browser know of a project that is closed to its reader, and asks anew for the
 * lists that it stood in. What is on screen at this moment is asked for, too, and says for itself what it was told.
 */
export async function forgetProject(client: QueryClient, { id }: { readonly id: number }): Promise<void> {
  client.removeQueries({
    type: "inactive",
    predicate: ({ queryKey: [kind, part], state }) =>
      kinds.has(String(kind)) && part === "one" && isOf(state.data, id),
  });
  client.removeQueries({ type: "inactive", queryKey: teamKeys.of(id) });
  const isGone = (key: readonly unknown[], data: unknown) =>
    isOf(data, id) || (key[0] === "team" && key[1] === "of" && key[2] === id);
  await Promise.all([forgetSeenHere(isGone), client.invalidateQueries()]);
}
