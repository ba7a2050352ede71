import type { ProjectRole } from "#contract/projects.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "./tables.ts";

/**
 * Whether a user is a member of more projects than `count`, in that role where one is given; a super admin sees all
 * projects. Reads `count` rows and one more.
 */
export async function hasMoreProjects(
  db: Database,
  { id, super_admin = false }: Pick<SessionUser, "id"> & Partial<Pick<SessionUser, "super_admin">>,
  count: number,
  role?: ProjectRole,
): Promise<boolean> {
  if (super_admin) {
    const rows = await db.selectFrom("projects").select("id").offset(count).limit(1).execute();
    return rows.length > 0;
  }
  let own = db.selectFrom("project_members").select("id_project").where("id_user", "=", id);
  if (role !== undefined) own = own.where("role", "=", role);
  return (await own.offset(count).limit(1).execute()).length > 0;
}
