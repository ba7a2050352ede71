import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { notifyCrew } from "./crews.jobs.ts";
import "#server/domains/work/snags/tables.ts";
import "./tables.ts";

/** Seconds in which further snags join the same message: a walk assigns several. */
const GATHERS = 60;

/** Queues messages to crews with the transaction of the change that they are about. */
export function createCrewOutbox({
  jobs,
  clock,
}: {
  readonly jobs: Pick<Jobs, "send">;
  readonly clock: Clock;
}) {
  const queue = async (
    trx: Trx,
    crews: readonly { readonly id_crew: number; readonly id_project: number }[],
  ): Promise<void> => {
    const startAfter = new Date(clock.now().getTime() + GATHERS * 1000);
    for (const { id_crew, id_project } of crews)
      await jobs.send(
        trx,
        notifyCrew,
        { id_crew, id_project },
        { key: `${id_crew} ${id_project}`, startAfter },
      );
  };

  return {
    /** Snags were created or changed: their crews may not know of them. */
    async snagsChanged(trx: Trx, ids: readonly number[]): Promise<void> {
      const { rows } = await sql<{ id_crew: number; id_project: number }>`
        select distinct s.id_crew, s.id_project from snags s
        where s.id = any (${[...ids]}::bigint[]) and s.id_crew is not null and s.status = 'open'`.execute(
        trx,
      );
      await queue(trx, rows);
    },
    /** People joined the crew, or their addresses changed. */
    async crewChanged(trx: Trx, crewId: number): Promise<void> {
      const { rows } = await sql<{ id_crew: number; id_project: number }>`
        select distinct s.id_crew, s.id_project from snags s
        where s.id_crew = ${crewId} and s.status <> 'closed'`.execute(trx);
      await queue(trx, rows);
    },
  };
}

export type CrewOutbox = ReturnType<typeof createCrewOutbox>;
