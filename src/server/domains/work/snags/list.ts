import { sql } from "kysely";
import { type SnagStatus, snagStatuses } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { hasMoreProjects } from "#server/domains/sites/projects/number-of-projects.ts";
import type { Database } from "#server/platform/database.ts";
import { offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type SnagFilter, snagCandidates, snagConditions, snagOrder } from "./filters.ts";
import { type SnagSummary, snagIds, snagSummaries, visibleSnags } from "./snag-rows.ts";
import { type StatusCounts, tallySnags, tallyStatuses } from "./tallies.ts";

export interface SnagPage extends Page<SnagSummary> {
  /** More snags than `total` match; they are not counted. */
  readonly is_more: boolean;
  /** Per status, regardless of the filter by status; empty when these are too many to count. */
  readonly counts: StatusCounts;
}

interface Counted extends Omit<SnagPage, "rows"> {
  /** All that match, without an order; undefined when they are not known. */
  readonly ids?: readonly number[];
}

/**
 * Pages of snags, in the order of the filter. Matches are collected up to a limit, by indexes where a search allows it:
 * few are sorted, of more the list is walked in its order until a page is full.
 */
export function createSnagList(
  db: Database,
  { counted, found }: Readonly<Record<keyof typeof limits.snagList, number>> = limits.snagList,
) {
  /** Matches collected at most, and where a search finds them. */
  const reachOf = (user: SessionUser, filter: SnagFilter, isOfFew: boolean) => {
    const likely = isOfFew ? undefined : candidatesFor(filter, user);
    return { likely, most: likely === undefined ? counted : found };
  };

  /** Ids by status; undefined for more than are collected. */
  const collect = async (user: SessionUser, filter: SnagFilter, isOfFew: boolean) => {
    const { likely, most } = reachOf(user, filter, isOfFew);
    const matching = visibleSnags(db, user, { among: likely })
      .select(["s.id", "s.status"])
      .where((where) => where.and(snagConditions(filter, user, likely !== undefined)))
      .limit(most + 1);
    const groups = await db
      .selectFrom(matching.as("f"))
      .select(["f.status", sql<number[]>`array_agg(f.id)`.as("ids")])
      .groupBy("f.status")
      .execute();
    const known = sumOf(groups.map(({ ids }) => ids.length));
    return known > most ? undefined : new Map(groups.map(({ status, ids }) => [status, ids]));
  };

  /** Where all are too many, those of the statuses that are asked for; none are read of a status that no snag has. */
  const collectWanted = async (user: SessionUser, filter: SnagFilter, isOfFew: boolean) => {
    const wanted = wantedOf(filter);
    if (wanted.length === 0) return new Map<SnagStatus, number[]>();
    if (filter.status === undefined) return undefined;
    const known = await tallyStatuses(db, user, { id_project: filter.id_project });
    if (!wanted.some((one) => known[one] !== undefined)) return new Map<SnagStatus, number[]>();
    return collect(user, filter, isOfFew);
  };

  const count = async (user: SessionUser, filter: SnagFilter, isOfFew: boolean): Promise<Counted> => {
    const { status: _, ...others } = filter;
    const all = await collect(user, others, isOfFew);
    const some = all ?? (await collectWanted(user, filter, isOfFew));
    if (some === undefined) return { counts: {}, total: reachOf(user, filter, isOfFew).most, is_more: true };
    const ids = wantedOf(filter).flatMap((one) => some.get(one) ?? []);
    const counts = all === undefined ? {} : Object.fromEntries([...all].map(([one, of]) => [one, of.length]));
    return { counts, total: ids.length, is_more: false, ids };
  };

  return async (user: SessionUser, filter: SnagFilter & PageRequest): Promise<SnagPage> => {
    const { status: _, ...others } = filter;
    const [isOfFew, told] = await Promise.all([isInFew(db, user), tallySnags(db, user, others)]);
    const { ids, ...numbers } =
      told === undefined ? await count(user, filter, isOfFew) : numbersOf(told, wantedOf(filter));
    const order = snagOrder[filter.sort ?? "number"];
    const isFrequent = !isOfFew && ids === undefined && numbers.total >= found;
    const matching = snagIds(db, user, filter, { isFrequent }).$if(ids !== undefined, (query) =>
      query.where(sql<boolean>`s.id = any (${ids}::bigint[])`),
    );
    const page = (isOfFew ? collected(db, matching) : matching)
      .orderBy(sql.raw(order))
      .limit(filter.per_page)
      .offset(offsetOf(filter));
    return { rows: await snagSummaries(db, user, page, order).execute(), ...numbers };
  };
}

/** A closed snag is never overdue. */
const wantedOf = ({ status, overdueOn }: SnagFilter): readonly SnagStatus[] =>
  snagStatuses.filter(
    (one) => (status === undefined || status.includes(one)) && !(overdueOn !== undefined && one === "closed"),
  );

const numbersOf = (counts: StatusCounts, wanted: readonly SnagStatus[]): Counted => ({
  counts,
  total: sumOf(wanted.map((one) => counts[one] ?? 0)),
  is_more: false,
});

const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);

/** Projects of a user up to which all of their snags are collected, tested and sorted. */
const fewProjects = 20;

const isInFew = async (db: Database, user: SessionUser): Promise<boolean> =>
  !user.super_admin && !(await hasMoreProjects(db, user, fewProjects));

/**
 * Sorted after they are collected: the planner would walk the snags of all projects in the order of the list until it
 * has found a page of the user's. `offset 0` keeps the inner query apart.
 */
const collected = (db: Database, found: ReturnType<typeof snagIds>) =>
  db
    .selectFrom(
      found
        .select(["s.id_project", "s.number", "s.due_date", "s.updated_at", "s.priority", "s.status"])
        .offset(0)
        .as("s"),
    )
    .select("s.id");

/** A condition by indexes for a search that would otherwise test very many snags. */
function candidatesFor(filter: SnagFilter, user: SessionUser) {
  const { search = "", id_project, id_visit, id_room, id_sheet, ids } = filter;
  const isNarrow = [id_project, id_visit, id_room, id_sheet, ids].some((one) => one !== undefined);
  return search === "" || isNarrow ? undefined : snagCandidates(search, user);
}
