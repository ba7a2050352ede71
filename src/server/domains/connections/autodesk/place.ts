import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Links } from "./links.ts";
import type { Ask, Place } from "./walk.ts";

export interface PlaceTools {
  readonly client: Pick<AutodeskClient, "hubs" | "project">;
  readonly ask: Ask;
  readonly links: Links;
}

/** The hub of a project there: as told, by a link that the person may see, or the first hub that knows the project. */
export async function findPlace(
  { client, ask, links }: PlaceTools,
  user: SessionUser,
  project: string,
  told: string | undefined,
): Promise<Place> {
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
