import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Language } from "#contract/languages.ts";
import type { SchedulesRepository } from "./schedules.repository.ts";
import type { ScheduleThreads } from "./threads.ts";
import { wordsIn } from "./words.ts";
import { calendarOf } from "./working-time.ts";

const unpack = promisify(gunzip);

export interface Outgoing {
  readonly name: string;
  readonly importedAt: Date;
  readonly bytes: Buffer;
}

export interface OutgoingOptions {
  readonly repository: SchedulesRepository;
  readonly threads: Pick<ScheduleThreads, "write">;
  /** Prefix of links into this site. */
  readonly siteAddress: string;
}

/** The file for Project, for a user who sees visits; undefined while there is no schedule. */
export function createOutgoing({ repository, threads, siteAddress }: OutgoingOptions) {
  return async (
    projectId: number,
    /** The number of snags is for users who may see them all. */
    { seesSnags, language }: { readonly seesSnags: boolean; readonly language: Language },
  ): Promise<Outgoing | undefined> => {
    const [head, source] = await Promise.all([repository.head(projectId), repository.source(projectId)]);
    if (head === undefined || source === undefined) return undefined;
    const original = await unpack(source);
    const [tasks, visit, snags] = await Promise.all([
      repository.tasks(projectId),
      repository.newestVisit(projectId),
      seesSnags ? repository.snags(projectId) : { open: 0, closed: 0 },
    ]);
    const bytes = await threads.write(original, {
      tasks,
      calendar: calendarOf(head.calendar),
      siteAddress,
      visit: visit && { name: visit.name, address: new URL(`/viewer/${visit.code}`, siteAddress).href },
      note: snags.open + snags.closed === 0 ? "" : wordsIn(language).note(snags),
    });
    return { name: head.name, importedAt: head.imported_at, bytes };
  };
}
