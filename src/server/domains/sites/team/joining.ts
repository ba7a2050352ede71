import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { GivenRole } from "#contract/team.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { deleteMember, insertMember } from "./members.repository.ts";
import { rightsChanged, teamChanged } from "./team.events.ts";
import type { TeamProject } from "./team-context.ts";
import "./tables.ts";

export interface Admission {
  readonly project: Pick<TeamProject, "id">;
  readonly person: { readonly id: number; readonly email: string };
  readonly role: GivenRole;
  /** User who admits them; the same user when they accept an invitation. */
  readonly by: number;
}

/** Joining and leaving a team, by any route. Both require the project to be locked. */
export interface Door {
  /**
   * Makes the user a member, unless they are one; their pending invitations and requests for this project are closed
   * with it. Throws TEAM_FULL.
   */
  admit(trx: Trx, admission: Admission): Promise<void>;
  /** Removes a member: their access to the project ends with the commit. */
  release(trx: Trx, id_project: number, id_user: number): Promise<void>;
}

export function createDoor(bus: Pick<Bus, "emit">): Door {
  return {
    async admit(trx, { project: { id: id_project }, person, role, by }) {
      if ((await countMembers(trx, id_project)) >= limits.team.members)
        throw new AppError("TEAM_FULL", { values: { n: limits.team.members } });
      const isNew = await insertMember(trx, { id_project, id_user: person.id, role });
      await settle(trx, id_project, person, by);
      await bus.emit(trx, teamChanged, { id_project });
      if (isNew)
        await bus.emit(trx, rightsChanged, {
          id_project,
          id_user: person.id,
          is_member: true,
          is_less: false,
        });
    },
    async release(trx, id_project, id_user) {
      await deleteMember(trx, id_project, id_user);
      await bus.emit(trx, teamChanged, { id_project });
      await bus.emit(trx, rightsChanged, { id_project, id_user, is_member: false, is_less: true });
    },
  };
}

export async function countMembers(trx: Trx, id_project: number): Promise<number> {
  const { n } = await trx
    .selectFrom("project_members")
    .select(sql<number>`count(*)`.as("n"))
    .where("id_project", "=", id_project)
    .executeTakeFirstOrThrow();
  return n;
}

/** A member has nothing pending any more. */
async function settle(trx: Trx, id_project: number, person: Admission["person"], by: number): Promise<void> {
  await trx
    .updateTable("project_invitations")
    .set({ state: "accepted", answered_at: sql<Date>`now()`, token_hash: null, id_user: person.id })
    .where("id_project", "=", id_project)
    .where("state", "=", "pending")
    .where((where) =>
      where.or([where("id_user", "=", person.id), sql<boolean>`lower(email) = lower(${person.email})`]),
    )
    .execute();
  await trx
    .updateTable("join_requests")
    .set({ state: "accepted", answered_at: sql<Date>`now()`, id_answerer: by })
    .where("id_project", "=", id_project)
    .where("id_user", "=", person.id)
    .where("state", "=", "pending")
    .execute();
}
