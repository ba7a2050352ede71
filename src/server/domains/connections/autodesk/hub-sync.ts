import { limits } from "#contract/limits.ts";
import type { OutsideProject } from "#server/integrations/autodesk/data.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { WithToken } from "./folder-walk.ts";
import type { SyncTools } from "./sync-tools.ts";
import type { SyncProgress, SyncRow } from "./syncs.ts";

/** Projects between two progress reports. */
const step = 20;

/**
 * Links the projects of a hub whose name equals that of exactly one project here that the user may edit. Ambiguous
 * names, on either side, are left to the user.
 */
export async function syncHub(
  { db, client, links, syncs }: SyncTools,
  row: SyncRow,
  user: SessionUser,
  ask: WithToken,
): Promise<SyncProgress> {
  const { items, warnings } = await ask((access) => client.projects(access, row.subject_id));
  const [known, linkable] = await Promise.all([
    links.ofProjects(
      user,
      items.map(({ id }) => id),
    ),
    links.linkable(user),
  ]);
  const total = items.length;
  const left = [...warnings];
  const names = countOf(items);
  let linked = 0;
  for (const [at, project] of items.entries()) {
    const name = project.name.trim();
    const here = known.has(project.id) ? [] : (linkable.get(name) ?? []);
    const [id_project] = here;
    if (id_project !== undefined && (here.length > 1 || (names.get(name) ?? 0) > 1))
      left.push({ title: name, detail: "Several projects have this name. Link it yourself." });
    else if (id_project !== undefined && linked < limits.autodesk.links) {
      const link = { id_project, hub_id: row.subject_id, adsk_project_id: project.id, name };
      const made = await db
        .transaction()
        .execute((trx) => links.put(trx, link, { id: user.id, address: "" }));
      if (made?.isNew === true) linked += 1;
    }
    if (at % step === step - 1 && !(await syncs.progress(row.id, { done: at + 1, total, linked }))) break;
  }
  // Links of an earlier attempt count as well.
  linked = await links.countSince(user.id, row.subject_id, row.created_at);
  return { done: total, total, linked, warnings: left };
}

function countOf(items: readonly OutsideProject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of items) counts.set(name.trim(), (counts.get(name.trim()) ?? 0) + 1);
  return counts;
}
