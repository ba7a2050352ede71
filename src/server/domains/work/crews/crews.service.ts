import { sql } from "kysely";
import { crewLimits as limits } from "#contract/crews.limits.ts";
import type { CrewPersonInput } from "#contract/crews.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { CrewSnags } from "#server/domains/work/snags/crew-snags.ts";
import { changedNames } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { CrewOutbox } from "./crew-outbox.ts";
import { type By, hold, record, recordIn } from "./crew-writes.ts";
import type { CrewRecord } from "./crews.policy.ts";
import { insertPerson } from "./people.service.ts";
import "./tables.ts";

export interface CrewsServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly crewOutbox: CrewOutbox;
  readonly crewSnags: CrewSnags;
}

type NewPerson = ReturnType<typeof CrewPersonInput.parse>;
type Crew = Authorized<CrewRecord>;
type Project = Authorized<ProjectRecord>;

export type CrewsService = ReturnType<typeof createCrewsService>;

export function createCrewsService(options: CrewsServiceOptions) {
  const { db, clock, crewOutbox, crewSnags } = options;
  return {
    /** Returns the id. */
    create: (
      project: Project,
      {
        people,
        ...values
      }: { readonly name: string; readonly trade: string; readonly people: readonly NewPerson[] },
      by: By,
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const [id_owner = null] = await ownersOf(trx, project.id);
        await refuseWhenFull(trx, id_owner, project.id);
        const { id } = await trx
          .insertInto("crews")
          .values({ ...values, id_owner, id_user: by.user.id })
          .returning("id")
          .executeTakeFirstOrThrow();
        await trx.insertInto("crew_projects").values({ id_crew: id, id_project: project.id }).execute();
        for (const person of people) await insertPerson(trx, id, person);
        await record(trx, "created", { id, name: values.name }, by, { id_project: project.id });
        return id;
      }),

    change: (
      crew: Crew,
      {
        version,
        is_archived,
        ...values
      }: {
        readonly name?: string;
        readonly trade?: string;
        readonly is_archived?: boolean;
        readonly version?: number;
      },
      by: By,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await hold(trx, crew.id);
        if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
        const isArchived = before.archived_at !== null;
        const wanted = {
          ...values,
          ...(is_archived !== undefined &&
            is_archived !== isArchived && { archived_at: is_archived ? clock.now() : null }),
        };
        const changed = changedNames(before, wanted);
        if (changed.length === 0) return;
        await trx
          .updateTable("crews")
          .set({ ...wanted, version: sql`version + 1`, updated_at: sql`now()` })
          .where("id", "=", crew.id)
          .execute();
        await recordIn(trx, "changed", { id: crew.id, name: wanted.name ?? before.name }, by, { changed });
        if (is_archived === false && isArchived) await crewOutbox.crewChanged(trx, crew.id);
      }),

    remove: (crew: Crew, by: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await hold(trx, crew.id);
        await crewSnags.clear(trx, before, by.user.id);
        await recordIn(trx, "deleted", before, by);
        await trx.deleteFrom("crews").where("id", "=", crew.id).execute();
      }),

    attach: (project: Project, crew: Crew, by: By): Promise<void> =>
      db.transaction().execute((trx) => attach(trx, project, crew, by)),

    /** Throws NOT_FOUND for a crew that is not attached. */
    detach: (project: Project, crewId: number, by: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await hold(trx, crewId);
        const row = await trx
          .deleteFrom("crew_projects")
          .where("id_crew", "=", crewId)
          .where("id_project", "=", project.id)
          .returning("id_crew")
          .executeTakeFirst();
        if (row === undefined) throw new AppError("NOT_FOUND");
        await crewSnags.clear(trx, before, by.user.id, project.id);
        await sql`
          delete from crew_links l using crew_people q
          where q.id = l.id_person and q.id_crew = ${crewId} and l.id_project = ${project.id}`.execute(trx);
        await record(trx, "detached", before, by, { id_project: project.id });
      }),
  };
}

/** Throws NOT_FOUND for a crew of another account: its existence is none of this project's business. */
async function attach(trx: Trx, project: Project, crew: Crew, by: By): Promise<void> {
  const before = await hold(trx, crew.id);
  const owners = await ownersOf(trx, project.id);
  if (before.id_owner === null || !owners.includes(before.id_owner)) throw new AppError("NOT_FOUND");
  await refuseWhenFull(trx, null, project.id);
  const row = await trx
    .insertInto("crew_projects")
    .values({ id_crew: crew.id, id_project: project.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id_crew")
    .executeTakeFirst();
  if (row !== undefined) await record(trx, "attached", before, by, { id_project: project.id });
}

/** One account, the owner's; none where it was deleted. */
async function ownersOf(trx: Trx, projectId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("project_members")
    .select("id_user")
    .where("id_project", "=", projectId)
    .where("role", "=", "owner")
    .orderBy("id")
    .execute();
  return rows.map(({ id_user }) => id_user);
}

/** Attaching one more crew to the project, and one more in the account. */
async function refuseWhenFull(trx: Trx, ownerId: number | null, projectId: number): Promise<void> {
  // Two that create at once count each other.
  await trx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ owned: number; attached: number }>`
    select (select count(*)::int from crews where id_owner = ${ownerId}) as owned,
      (select count(*)::int from crew_projects where id_project = ${projectId}) as attached`.execute(trx);
  const { owned, attached } = rows[0] ?? { owned: 0, attached: 0 };
  if (owned >= limits.perAccount) throw new AppError("CREWS_FULL", { values: { n: limits.perAccount } });
  if (attached >= limits.perProject) throw new AppError("CREWS_FULL", { values: { n: limits.perProject } });
}
