import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import { projectPolicy } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** Checks that a user may start to upload a video of this size to a project; throws the refusal. */
export function createMayUpload(db: Database, megabytes: () => number, quotas: Pick<Quotas, "check">) {
  const rules = projectPolicy(db);
  return async (user: SessionUser, { id_project, bytes }: { id_project: number; bytes: number }) => {
    await authorize(rules, "add_video", id_project, user);
    await quotas.check({ kind: "video", id_user: user.id, id_project });
    const most = megabytes();
    if (bytes > most * 2 ** 20) throw new AppError("VIDEO_TOO_LARGE", { values: { maxFileSize: most } });
  };
}
