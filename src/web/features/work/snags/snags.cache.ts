import type { QueryClient } from "@tanstack/react-query";
import type { Snag } from "#contract/snags.ts";
import { type SnagPage, snagKeys } from "./snags.queries.ts";

type Query = Record<string, unknown> & { status?: string };

/** Parameters of a list without status and paging. */
function restOf(query: Query): string {
  const rest = Object.entries(query).filter(
    ([name]) => !["status", "page", "per_page", "sort"].includes(name),
  );
  return JSON.stringify(rest.toSorted(([a], [b]) => a.localeCompare(b)));
}

const holds = ({ status }: Query, one: Snag) =>
  status === undefined || status.split(",").includes(one.status);

/**
 * Shows changed snags in all cached lists: a card moves to its new column at once, and the counts follow. Returns a
 * function that reverts everything.
 */
export function showSnags(client: QueryClient, changed: readonly Snag[]): () => void {
  void client.cancelQueries({ queryKey: snagKeys.lists });
  const lists = client.getQueriesData<SnagPage>({ queryKey: snagKeys.lists });
  const before = new Map<number, Snag>();
  const homes = new Map<number, Set<string>>();
  for (const [key, page] of lists)
    for (const one of page?.items ?? []) {
      before.set(one.id, one);
      const home = homes.get(one.id) ?? new Set();
      homes.set(one.id, home.add(restOf(key[2] as Query)));
    }
  const ones = changed.map((one) => [one.id, client.getQueryData<Snag>(snagKeys.one(one.id))] as const);

  for (const [key, page] of lists) {
    if (page === undefined) continue;
    let next = page;
    for (const one of changed)
      next = placed(next, key[2] as Query, one, before.get(one.id), homes.get(one.id));
    if (next !== page) client.setQueryData(key, next);
  }
  for (const one of changed)
    client.setQueryData<Snag>(snagKeys.one(one.id), (known) => known && { ...known, ...one });

  return () => {
    for (const [key, page] of lists) client.setQueryData(key, page);
    for (const [id, one] of ones) if (one !== undefined) client.setQueryData(snagKeys.one(id), one);
  };
}

function placed(
  page: SnagPage,
  query: Query,
  one: Snag,
  was: Snag | undefined,
  homes: ReadonlySet<string> | undefined,
): SnagPage {
  const isHere = page.items.some(({ id }) => id === one.id);
  const belongs = holds(query, one);
  const isAlike = homes?.has(restOf(query)) === true;
  if (!isHere && !isAlike) return page;
  // Of very many snags the server counts none.
  const isCounted = was !== undefined && (page.counts[was.status] ?? 0) > 0;
  const counts =
    !isCounted || was.status === one.status
      ? page.counts
      : {
          ...page.counts,
          [was.status]: Math.max(0, (page.counts[was.status] ?? 0) - 1),
          [one.status]: (page.counts[one.status] ?? 0) + 1,
        };
  if (isHere && belongs)
    return { ...page, counts, items: page.items.map((known) => (known.id === one.id ? one : known)) };
  if (isHere)
    return { ...page, counts, total: page.total - 1, items: page.items.filter(({ id }) => id !== one.id) };
  // Only where the status alone excluded it: a second page must not grow at its start.
  if (belongs && query.status !== undefined && page.page === 1)
    return { ...page, counts, total: page.total + 1, items: [one, ...page.items] };
  return { ...page, counts };
}

/** Stores the server's current version. */
export function keepSnag(client: QueryClient, snag: Snag): Promise<void> {
  client.setQueryData(snagKeys.one(snag.id), snag);
  void client.invalidateQueries({ queryKey: snagKeys.history(snag.id) });
  return client.invalidateQueries({ queryKey: snagKeys.lists });
}
