import { useQueryClient } from "@tanstack/react-query";
import { useChannel } from "#web/lib/realtime.ts";
import { visitKeys } from "./visits.queries.ts";

/** Refreshes visits when they change elsewhere: photos become ready or were compared, others change rooms. */
export function useVisitNews(project: number | null): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: visitKeys.all });
  useChannel(
    project === null ? null : `private-project-${project}`,
    {
      "room.added": refresh,
      "room.ready": refresh,
      "room.failed": refresh,
      "room.deleted": refresh,
      "visit.changed": refresh,
    },
    refresh,
  );
}
