import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { superAdmins } from "#server/domains/installation/notifications/super-admins.ts";
import type { Activity, ActivityDetails } from "#server/platform/activity.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { ownersOf } from "./members.ts";
import { projectChanged } from "./projects.events.ts";

export interface NewsOptions {
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
}

/** The acting user, and where the call comes from. */
export interface Doer {
  readonly user: Pick<SessionUser, "id">;
  readonly request: { readonly ip: string };
}

/** Log actions on the project itself. */
export type ProjectAction = `project.${
  | "created"
  | "changed"
  | "status_changed"
  | "activated"
  | "deactivated"
  | "validated"
  | "invalidated"
  | "deleted"
  | "restored"}`;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Notifications about a change, all within the change's own transaction. */
export function createProjectNews({ bus, notices }: NewsOptions) {
  /** Writes to the log of the project and of the acting user; screens that show the project refetch. */
  async function note(
    trx: Trx,
    action: ProjectAction,
    { id, name }: Named,
    { user, request }: Doer,
    more: { readonly changed?: readonly string[]; readonly details?: ActivityDetails } = {},
  ): Promise<void> {
    const activity: Activity = {
      id_user: user.id,
      action,
      subject: { kind: "project", id, name },
      id_project: id,
      address: request.ip,
      ...more,
    };
    await recordActivity(trx, activity);
    await bus.emit(trx, projectChanged, { id_project: id });
  }

  /** A change of fields; a change of status is logged with the old and the new one. */
  async function noteChange(
    trx: Trx,
    before: Named & { readonly status: string },
    changed: readonly string[],
    status: string | undefined,
    doer: Doer,
  ): Promise<void> {
    const others = changed.filter((name) => name !== "status");
    if (others.length > 0) await note(trx, "project.changed", before, doer, { changed: others });
    if (changed.includes("status") && status !== undefined)
      await note(trx, "project.status_changed", before, doer, {
        changed: ["status"],
        details: { from: before.status, to: status },
      });
  }

  /** Notifies the operator; for one that awaits approval, with a link to approve it. */
  const tellCreated = (trx: Trx, { id, name }: Named, by: number, isWaiting: boolean) =>
    notices.notify(trx, {
      to: superAdmins,
      by,
      ...(isWaiting
        ? { sort: "project_waiting", link: "/approvals", fold: "projects waiting" }
        : { sort: "project_created", link: `/project/${id}`, fold: `projects of ${by}` }),
      values: { project: name },
    });

  /** Notifies its owner that it was approved, or no longer is; a later decision replaces an unread earlier one. */
  const tellVerdict = (trx: Trx, { id, name }: Named, by: number, isValid: boolean) =>
    notices.notify(trx, {
      to: ownersOf(id),
      by,
      sort: isValid ? "project_validated" : "project_invalidated",
      values: { project: name },
      link: `/project/${id}`,
      fold: `approval of project ${id}`,
    });

  return { note, noteChange, tellCreated, tellVerdict };
}

export type ProjectNews = ReturnType<typeof createProjectNews>;
