import { useProjectNews } from "#web/lib/use-project-news.ts";
import { teamKeys } from "./team.queries.ts";

/** Refreshes when others change the team. */
export function useTeamNews(id_project: number): void {
  useProjectNews(id_project, ["team-changed"], [teamKeys.of(id_project)]);
}
