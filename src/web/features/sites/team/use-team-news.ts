import { useQueryClient } from "@tanstack/react-query";
import { useChannel } from "#web/lib/realtime.ts";
import { teamKeys } from "./team.queries.ts";

/** Refreshes when others change the team. */
export function useTeamNews(id_project: number): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: teamKeys.of(id_project) });
  useChannel(`private-project-${id_project}`, { "team-changed": refresh }, refresh);
}
