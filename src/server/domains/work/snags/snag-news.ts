import { sql } from "kysely";
import type { AnswerKind, SnagStatus } from "#contract/choices.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import type { Trx } from "#server/platform/database.ts";
import { listLink, snagLink } from "./links.ts";
import type { SnagRow } from "./snag-writes.ts";

type Told = Pick<SnagRow, "id" | "number" | "title" | "id_project" | "id_user" | "id_assignee">;

/** A changed snag, with its previous values; the same where it is new. */
export interface Turn {
  readonly before: Pick<SnagRow, "status" | "id_assignee"> | null;
  readonly after: Told & Pick<SnagRow, "status">;
}

const answerNotice = (kind: AnswerKind, type: Notice["type"]): Notice => ({
  name: `snag_answered_${kind}`,
  kind: "snag",
  type,
  isMailed: true,
});
/** To the assignee and the author of the snag. Values: `snag`, `number`, `project`, `name` of the person, `crew`. */
const answerNotices: Readonly<Record<AnswerKind, Notice>> = {
  started: { ...answerNotice("started", "info"), isMailed: false },
  done: answerNotice("done", "success"),
  disputed: answerNotice("disputed", "warning"),
};
export const snagNotices: readonly Notice[] = Object.values(answerNotices);

/** Notifications about snags go to the assignee and the author, as long as they may see it. */
export function createSnagNews(notices: Notices) {
  const tell = async (
    trx: Trx,
    sort: Parameters<Notices["notify"]>[1]["sort"],
    by: number,
    pairs: readonly (readonly [snag: Told, to: readonly (number | null)[]])[],
    options: {
      readonly fold?: (snags: readonly Told[]) => string;
      readonly counts?: boolean;
      readonly values?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<void> => {
    for (const { reader, snags } of byReader(pairs)) {
      const [snag] = snags;
      if (snag === undefined || reader === by) continue;
      const fold = options.fold?.(snags);
      await notices.notify(trx, {
        to: seeing(snag.id_project, [reader]),
        by,
        sort,
        values: {
          ...options.values,
          snag: snag.title,
          number: snag.number,
          project: await projectName(trx, snag.id_project),
          // Where similar notifications are counted together, each counts as one.
          ...((snags.length > 1 || options.counts !== true) && { count: snags.length }),
        },
        link: snags.length === 1 ? snagLink(snag.id) : listLink(snag.id_project),
        ...(fold !== undefined && { fold }),
      });
    }
  };

  return {
    /** Notifies of a new assignee, and of a status change. */
    async turned(trx: Trx, by: number, turns: readonly Turn[]): Promise<void> {
      const assigned = turns.filter(
        ({ before, after }) => after.id_assignee !== null && after.id_assignee !== before?.id_assignee,
      );
      await tell(
        trx,
        "snag_assigned",
        by,
        assigned.map(({ after }) => [after, [after.id_assignee]]),
        { fold: ([snag]) => `snags assigned in ${snag?.id_project}`, counts: true },
      );
      for (const status of new Set(turns.map(({ after }) => after.status))) {
        const moved = turns.filter(
          ({ before, after }) => before !== null && after.status === status && before.status !== status,
        );
        await tell(
          trx,
          statusSorts[status],
          by,
          moved.map(({ before, after }) => [
            after,
            // A newly assigned user already gets the assignment.
            [after.id_user, before?.id_assignee === after.id_assignee ? after.id_assignee : null],
          ]),
          { fold: (snags) => `snag status ${snags.map(({ id }) => id).join(" ")}`.slice(0, 200) },
        );
      }
    },

    /** An answer by the link of a crew: without an acting user. */
    answered: (
      trx: Trx,
      kind: AnswerKind,
      snag: Told,
      by: { readonly name: string; readonly crew: string },
    ) => tell(trx, answerNotices[kind], 0, [[snag, [snag.id_user, snag.id_assignee]]], { values: by }),

    commented: (trx: Trx, by: number, snag: Told) =>
      tell(trx, "snag_commented", by, [[snag, [snag.id_user, snag.id_assignee]]], {
        fold: () => `snag comments ${snag.id}`,
        counts: true,
      }),

    /** No acting user: the calendar triggers it. */
    reminded: (
      trx: Trx,
      sort: "snag_due" | "snag_overdue",
      pairs: readonly (readonly [snag: Told, to: readonly (number | null)[]])[],
    ) => tell(trx, sort, 0, pairs),
  };
}

export type SnagNews = ReturnType<typeof createSnagNews>;

const statusSorts = {
  open: "snag_open",
  in_work: "snag_in_work",
  ready: "snag_ready",
  closed: "snag_closed",
  disputed: "snag_disputed",
} as const satisfies Record<SnagStatus, string>;

/** One notification per recipient and project, however many snags it covers. */
function byReader(pairs: readonly (readonly [snag: Told, to: readonly (number | null)[]])[]) {
  const groups = new Map<string, { reader: number; snags: Told[] }>();
  for (const [snag, to] of pairs)
    for (const reader of new Set(to)) {
      if (reader === null) continue;
      const key = `${reader} ${snag.id_project}`;
      const group = groups.get(key) ?? { reader, snags: [] };
      group.snags.push(snag);
      groups.set(key, group);
    }
  return groups.values();
}

/** Those of them who may see their own snags of the project. */
const seeing = (projectId: number, ids: readonly number[]) => sql<number>`
  select id_user from project_members where id_project = ${projectId} and id_user = any (${[...ids]}::bigint[])
    and grants && array['snags.view', 'snags.own']
  union select id from users where id = any (${[...ids]}::bigint[]) and role = 'super_admin'`;

async function projectName(trx: Trx, id: number): Promise<string> {
  const { name } = await trx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return name;
}
