import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useChannel } from "./realtime.ts";
import { useGathered } from "./use-gathered.ts";

/**
 * Loads the queries under `keys` again when one of `events` arrives on a project's channel, and when some may have been
 * missed. Without a project it listens to nothing.
 */
export function useProjectNews(
  project: number | null,
  events: readonly string[],
  keys: readonly QueryKey[],
): void {
  const client = useQueryClient();
  const refresh = useGathered(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  });
  const handlers = Object.fromEntries(events.map((event) => [event, refresh]));
  useChannel(project === null ? null : `private-project-${project}`, handlers, refresh);
}
