import { type SnagStatus, snagStatuses } from "#contract/choices.ts";
import type { ToolStatus } from "#contract/tools.ts";

/** Usual names of a status on boards, in whole words, the plainest first. */
const words: Readonly<Record<SnagStatus, RegExp>> = {
  open: /\b(open|to[ -]?do|todo|backlog|new|not started|reported|inbox)\b|مفتوح|جديد|لم يبدأ|للتنفيذ/iu,
  in_work:
    /\b(in progress|in work|doing|working on it|working|wip|(?<!not )started|active|ongoing)\b|قيد|جار[يٍ]?|يُنفّذ|بدأ/iu,
  ready:
    /\b(review|ready|to check|checking|qa|testing|verify|verification|inspection|approval)\b|مراجعة|فحص|جاهز/iu,
  closed:
    /\b(done|closed?|completed?|finished|resolved|fixed|approved|accepted)\b|منجز|مكتمل|مغلق|أُغلق|(?:^|\s)تم(?:\s|$)|انتهى/iu,
  disputed: /\b(disputed?|stuck|blocked|rejected|on hold|hold|refused)\b|معترض|مرفوض|متوقف|معلّق|محظور/iu,
};

/** Where names are unclear, the one whose word is nearest to its meaning goes first. */
const order = ["ready", "disputed", "closed", "in_work", "open"] as const satisfies readonly SnagStatus[];

export type StatusMapping = Record<SnagStatus, string | null>;

/**
 * Maps the board's statuses to ours: by name, then the first done one for closed and the first one that is not done for
 * open. Unclear ones are left to the user: a wrong guess would move other people's cards.
 */
export function proposeStatuses(there: readonly ToolStatus[]): StatusMapping {
  const mapping = Object.fromEntries(snagStatuses.map((status) => [status, null])) as StatusMapping;
  const left = new Set(there);
  const take = (status: SnagStatus, found: ToolStatus | undefined) => {
    if (found === undefined || mapping[status] !== null) return;
    mapping[status] = found.id;
    left.delete(found);
  };
  for (const status of order)
    take(
      status,
      [...left].find(({ name, is_done }) => words[status].test(name) && (!is_done || status === "closed")),
    );
  take(
    "closed",
    [...left].find(({ is_done }) => is_done),
  );
  take(
    "open",
    [...left].find(({ is_done }) => !is_done),
  );
  return mapping;
}

/** The earlier selection, as far as the board still has it. */
export function keepStatuses(before: StatusMapping, there: readonly ToolStatus[]): StatusMapping {
  const known = new Set(there.map(({ id }) => id));
  return Object.fromEntries(
    snagStatuses.map((status) => {
      const id = before[status];
      return [status, id !== null && known.has(id) ? id : null];
    }),
  ) as StatusMapping;
}

/** Our statuses that share one of the board: a card that comes back gets the first of them. */
export function sharedStatuses(mapping: StatusMapping): { id: string; statuses: SnagStatus[] }[] {
  const groups = new Map<string, SnagStatus[]>();
  for (const status of snagStatuses) {
    const id = mapping[status];
    if (id !== null) groups.set(id, [...(groups.get(id) ?? []), status]);
  }
  return [...groups].flatMap(([id, statuses]) => (statuses.length > 1 ? [{ id, statuses }] : []));
}
