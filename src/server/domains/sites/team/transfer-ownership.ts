import { sql } from "kysely";
import type { ProjectRole } from "#contract/projects.ts";
import type { ProjectInheritance } from "#server/domains/people/users/project-inheritance.ts";
import type { Trx } from "#server/platform/database.ts";
import { loadPersonName } from "#server/platform/person-name.ts";
import { freeName } from "../projects/names.ts";
import { findMember, insertMember, setPlace } from "./members.repository.ts";
import { rightsChanged, teamChanged } from "./team.events.ts";
import { note, type TeamOptions } from "./team-context.ts";

interface Owned {
  readonly id: number;
  readonly name: string;
  readonly is_binned: boolean;
}

export function createProjectInheritance({
  bus,
  notices,
}: Pick<TeamOptions, "bus" | "notices">): ProjectInheritance {
  const owned = (trx: Trx, userId: number): Promise<Owned[]> =>
    trx
      .selectFrom("projects as p")
      .innerJoin("project_members as m", "m.id_project", "p.id")
      .select(["p.id", "p.name", sql<boolean>`p.deleted_at is not null`.as("is_binned")])
      .where("m.id_user", "=", userId)
      .where("m.role", "=", "owner")
      .orderBy("p.id")
      .forNoKeyUpdate()
      .execute();

  const place = async (trx: Trx, id_project: number, id_user: number, role: ProjectRole) => {
    const member = await findMember(trx, id_project, { id_user });
    if (member === undefined) await insertMember(trx, { id_project, id_user, role });
    else await setPlace(trx, member.id_member, { role, given: [], withheld: [] });
    const change = { id_project, id_user, is_member: true, is_less: role !== "owner" };
    await bus.emit(trx, rightsChanged, change);
  };

  return {
    count: async (trx, userId) => (await owned(trx, userId)).length,

    async handOver(trx, { from, heir, caller }) {
      const person = await loadPersonName(trx, heir);
      for (const { id, name, is_binned } of await owned(trx, from)) {
        const free = is_binned ? name : await freeName(trx, heir, name, id);
        if (free !== name)
          await trx.updateTable("projects").set({ name: free }).where("id", "=", id).execute();
        await place(trx, id, from, "manager");
        await place(trx, id, heir, "owner");
        await bus.emit(trx, teamChanged, { id_project: id });
        const project = { id, name: free };
        await note(trx, project, caller, "owner_changed", { person, role: "owner" });
        if (is_binned) continue;
        await notices.notify(trx, {
          to: [heir],
          by: caller.user.id,
          sort: "ownership_received",
          values: { project: free },
          link: `/project/${id}`,
        });
      }
    },
  };
}
