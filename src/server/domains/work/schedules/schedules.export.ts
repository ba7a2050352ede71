import { Readable } from "node:stream";
import type { ExportPart } from "#server/domains/sites/exports/part.ts";
import type { Database } from "#server/platform/database.ts";
import { createOutgoing } from "./outgoing.ts";
import { createSchedulesRepository } from "./schedules.repository.ts";
import { createScheduleThreads } from "./threads.ts";

/** Export part: the schedule as a file for Project, and the progress of its tasks. */
export function schedulesExport(db: Database, siteAddress: string): ExportPart {
  const repository = createSchedulesRepository(db);
  const outgoing = createOutgoing({ repository, threads: createScheduleThreads(), siteAddress });
  return {
    name: "schedule",
    needs: "visits.view",
    // Its size in a zip is about its stored size.
    estimate: async ({ project }) => (await repository.source(project.id))?.length ?? 0,
    async read({ project, holds, language }, paths) {
      const seen = { seesSnags: holds.includes("snags.view"), language };
      const [head, tasks, file] = await Promise.all([
        repository.head(project.id),
        repository.tasks(project.id),
        outgoing(project.id, seen),
      ]);
      if (head === undefined || file === undefined) return { facts: null };
      const { name, file_name, imported_at, imported_by } = head;
      const path = paths.file("schedule", name, "schedule", ".xml");
      return {
        facts: {
          name,
          file: path,
          file_name,
          imported_at: imported_at.toISOString(),
          imported_by,
          tasks: tasks.map((task) => ({
            uid: task.uid,
            wbs: task.wbs,
            name: task.name,
            level: task.level,
            start: task.start,
            finish: task.finish,
            percent: task.percent,
            actual_start: task.actual_start,
            actual_finish: task.actual_finish,
            ...(task.is_told && { told_by: task.told_by, told_at: task.told_at?.toISOString() }),
            ...(task.is_kept && { is_kept: true }),
          })),
        },
        async *files() {
          yield {
            path,
            modifiedAt: file.importedAt,
            open: () => Promise.resolve(Readable.from([file.bytes])),
          };
        },
      };
    },
  };
}
