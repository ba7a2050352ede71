import type { SearchHit } from "#contract/search.ts";
import { type Answers, ok, type Received } from "#test/web/api-server.ts";
import { aProject, aVisit } from "#web/testing/records.ts";
import { fold } from "./fold.ts";

/** A result, a project by default. */
export function aHit(change: Partial<SearchHit> = {}): SearchHit {
  const id = change.id ?? 1;
  return {
    id,
    type: "project",
    title: "Tower B",
    code: `prj${id}`,
    url: `/project/${id}`,
    icon: "building-2",
    context: "Dockside",
    ...change,
  };
}

/** A server that finds records by the words of their title, in the given order, and stores search terms. */
export function searchAnswers(
  things: readonly SearchHit[],
  { recent = [] as string[], popular = [] as string[] } = {},
): Answers {
  let terms = [...recent];
  return {
    "GET /api/projects": () => ok({ items: [aProject()], total: 1, page: 1, per_page: 24 }),
    "GET /api/projects/recent": () => ok([aProject()]),
    "GET /api/projects/{id}": () => ok(aProject()),
    "GET /api/visits": () => ok({ items: [aVisit()], total: 1, page: 1, per_page: 24 }),
    "POST /api/language": () => ok({ locale: "ar", direction: "rtl" }),
    "POST /api/search/global": (call) => ok(page(things, call)),
    "GET /api/search/suggestions": ({ query }) =>
      ok(
        things
          .map(({ title }) => title)
          .filter((title) => fold(title).startsWith(fold(query.get("q") ?? "")))
          .map((text) => ({ text, is_recent: false })),
      ),
    "GET /api/search/recent": () => ok(terms),
    "POST /api/search/recent": ({ body }) => {
      terms = [String(body["q"]), ...terms];
      return ok(terms);
    },
    "DELETE /api/search/recent": ({ query }) => {
      const q = query.get("q");
      terms = q === null ? [] : terms.filter((term) => term !== q);
      return ok(terms);
    },
    "GET /api/search/popular": () => ok(popular),
  };
}

function page(things: readonly SearchHit[], { body }: Received) {
  const {
    q,
    type,
    page = 1,
    per_page = 8,
  } = body as Record<string, string> & { page?: number; per_page?: number };
  const found = things.filter(({ title }) => fold(title).includes(fold(q ?? "")));
  const ofType = found.filter((hit) => type === undefined || hit.type === type);
  return {
    items: ofType.slice((page - 1) * per_page, page * per_page),
    page,
    per_page,
    has_more: ofType.length > page * per_page,
    is_approximate: false,
    ...(body["counts"] === true && {
      counts: Object.fromEntries(
        ["project", "visit", "video", "camera"].map((kind) => [
          kind,
          found.filter((hit) => hit.type === kind).length,
        ]),
      ),
    }),
  };
}
