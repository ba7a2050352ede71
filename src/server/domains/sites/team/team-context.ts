import type { Selectable } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { AccountLinks } from "#server/domains/people/registration/account-links.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectsTable } from "../projects/tables.ts";
import type { Actor } from "./hierarchy.ts";

export interface TeamOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly attempts: Attempts;
  readonly notices: Notices;
  readonly mailer: Pick<Mailer, "queue">;
  readonly settings: Pick<SettingsService, "get">;
  readonly links: Pick<AccountLinks, "activations">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** Public address of this server; empty when none is configured. */
  readonly publicUrl: string;
}

/** The calling user, and the origin of the call. */
export interface Caller {
  readonly user: SessionUser;
  readonly ip: string;
}

export type TeamProject = Pick<
  Selectable<ProjectsTable>,
  "id" | "code" | "name" | "active" | "validated" | "is_public"
>;

/**
 * Returns the project, locked until the transaction ends: changes of a team run one after the other. Throws NOT_FOUND
 * when it was soft-deleted meanwhile.
 */
export async function lockProject(trx: Trx, id: number): Promise<TeamProject> {
  const project = await trx
    .selectFrom("projects")
    .select(["id", "code", "name", "active", "validated", "is_public"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (project === undefined) throw new AppError("NOT_FOUND");
  return project;
}

/** The caller's current role in a project, which may differ from that at the policy check. */
export async function actorIn(
  trx: Trx,
  id_project: number,
  { id, super_admin }: SessionUser,
): Promise<Actor> {
  const place = await trx
    .selectFrom("project_members")
    .select(["role", "grants"])
    .where("id_project", "=", id_project)
    .where("id_user", "=", id)
    .executeTakeFirst();
  return { id, super_admin, role: place?.role ?? null, grants: place?.grants ?? [] };
}

/** Begins a change of a team: locks the project and checks again whether the caller may. */
export async function openTeam(
  trx: Trx,
  id_project: number,
  caller: Caller,
): Promise<{ project: TeamProject; actor: Actor }> {
  const project = await lockProject(trx, id_project);
  const actor = await actorIn(trx, id_project, caller.user);
  if (!actor.super_admin && !actor.grants.includes("team.edit")) throw new AppError("PROJECT_TEAM_DENIED");
  return { project, actor };
}

export function refuse(code: ErrorCode | undefined): void {
  if (code !== undefined) throw new AppError(code);
}

type Verb =
  | "invited"
  | "invitation_cancelled"
  | "joined"
  | "declined"
  | "left"
  | "removed"
  | "role_changed"
  | "invited_again"
  | "permissions_changed"
  | "owner_changed"
  | "requested"
  | "request_cancelled"
  | "let_in"
  | "request_declined";

/** Writes a team change to the project's log. `person` is a name and never an address. */
export const note = (
  trx: Trx,
  project: Pick<TeamProject, "id" | "name">,
  { user, ip }: { readonly user: Pick<SessionUser, "id">; readonly ip: string },
  verb: Verb,
  details: Readonly<Record<string, string>> = {},
): Promise<void> =>
  recordActivity(trx, {
    id_user: user.id,
    id_project: project.id,
    action: `team.${verb}`,
    subject: { kind: "team", id: project.id, name: project.name },
    details,
    address: ip,
  });
