import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { HubProject, WithToken } from "./folder-walk.ts";
import type { Links } from "./links.ts";

export interface FindHubOptions {
  readonly client: Pick<AutodeskClient, "hubs" | "project">;
  readonly ask: WithToken;
  readonly links: Links;
}

/**
 * Finds the hub of an Autodesk project: the given one, that of a link that the user may see, or the first hub that
 * knows the project.
 */
export async function findHub(
  { client, ask, links }: FindHubOptions,
  user: SessionUser,
  project: string,
  told: string | undefined,
): Promise<HubProject> {
  if (told !== undefined) return { hub: told, project };
  const link = (await links.ofProjects(user, [project])).get(project);
  const known = link === undefined ? undefined : await links.byId(link.id);
  if (known !== undefined) return { hub: known.hub_id, project };
  const { items } = await ask((access) => client.hubs(access));
  for (const { id } of items) {
    const isThere = await ask((access) => client.project(access, id, project)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof OutsideFailure && ["missing", "denied"].includes(error.trouble)) return false;
        throw error;
      },
    );
    if (isThere) return { hub: id, project };
  }
  throw new AppError("AUTODESK_UNKNOWN");
}
