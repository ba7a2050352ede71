import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { listDrawings } from "./drawings.ts";
import { type WithToken, walkFolders } from "./folder-walk.ts";
import { linkOf, type SyncTools } from "./sync-tools.ts";
import type { SyncProgress, SyncRow } from "./syncs.ts";

/** Walks the folders of a linked project and records their content. */
export async function syncProject(
  tools: SyncTools,
  row: SyncRow,
  user: SessionUser,
  ask: WithToken,
): Promise<SyncProgress> {
  const { db, clock, client, projects, syncs } = tools;
  const link = await linkOf(tools, row);
  await authorize(projects, "edit", link.id_project, user);
  const place = { hub: link.hub_id, project: link.adsk_project_id };
  const walked = await walkFolders(client, ask, place, (folders) =>
    syncs.progress(row.id, { done: folders }),
  );
  const drawings = await listDrawings(client, ask, place.project, { place: async () => place, walked });
  await db
    .updateTable("autodesk_links")
    .set({
      folders: walked.folders,
      items: walked.items.length,
      sheets: drawings.items.length,
      synced_at: clock.now(),
    })
    .where("id", "=", link.id)
    .execute();
  return {
    done: walked.folders,
    total: walked.folders,
    warnings: [...walked.warnings, ...drawings.warnings],
  };
}
