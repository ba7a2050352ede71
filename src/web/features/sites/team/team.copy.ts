import { call } from "#web/lib/client.ts";
import type { CopyScope } from "#web/lib/copy-part.ts";
import { teamKeys } from "./team.queries.ts";

/** The names and roles of the project's team. */
export async function copyTeam({ project: { id, can }, load, files, signal }: CopyScope): Promise<void> {
  if (can["view_team"] !== true) return;
  const team = await load({
    queryKey: teamKeys.of(id),
    queryFn: () => call("GET /api/team-members", { query: { id_project: id } }, { signal }),
  });
  files("other", team?.members.map(({ avatar }) => avatar) ?? []);
}
