import type { QueryClient } from "@tanstack/react-query";
import type { SearchType } from "#contract/kinds.ts";
import type { Project } from "#contract/projects.ts";
import type { SearchHit } from "#contract/search.ts";
import type { VisitRow } from "#contract/visits.ts";
import { fold, wordsOf } from "./fold.ts";
import { rank } from "./rank.ts";

/** A hit, and its record's words to match. */
interface Known {
  readonly hit: SearchHit;
  readonly words: readonly string[];
}

const ofProject = ({ id, code, name, description, location }: Project): Known => ({
  hit: {
    id,
    type: "project",
    title: name,
    code,
    url: `/project/${id}`,
    icon: "building-2",
    context: location,
  },
  words: [name, description, code, location],
});

const ofVisit = ({ id, code, name, description, project }: VisitRow): Known => ({
  hit: { id, type: "visit", title: name, code, url: `/viewer/${code}`, icon: "camera", context: project },
  words: [name, description, code],
});

/**
 * Results without a server: projects and visits of the lists that this page has loaded, matched by the server's fields,
 * each word of the search text in any of them. Ranked like on the server.
 */
export function cachedHits(
  client: QueryClient,
  typed: string,
  locale: string,
  type: SearchType | null = null,
): SearchHit[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const known = [
    ...recordsUnder<Project>(client, "projects").map(ofProject),
    ...recordsUnder<VisitRow>(client, "visits").map(ofVisit),
  ];
  const found = new Map<string, SearchHit>();
  for (const { hit, words: own } of known) {
    if (type !== null && hit.type !== type) continue;
    const text = fold(own.join(" "));
    if (words.every((word) => text.includes(word))) found.set(`${hit.type} ${hit.id}`, hit);
  }
  return rank([...found.values()], typed, locale);
}

/** Every record in the cache under a domain: lists and pages of them, and single ones. */
function recordsUnder<T extends { id: number; code: string; name: string }>(
  client: QueryClient,
  domain: string,
): T[] {
  return client.getQueriesData({ queryKey: [domain] }).flatMap(([, data]) => {
    const records = Array.isArray(data) ? data : isPage(data) ? data.items : [data];
    return records.filter((record): record is T => isRecord(record));
  });
}

const isPage = (data: unknown): data is { items: unknown[] } =>
  typeof data === "object" && data !== null && "items" in data && Array.isArray(data.items);

const isRecord = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "id" in data && "code" in data && "name" in data;
