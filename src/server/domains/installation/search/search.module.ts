import { searchTypes } from "#contract/kinds.ts";
import { searchApi } from "#contract/search.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Log } from "#server/platform/log.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { checkArabic } from "./check.ts";
import { toHit } from "./hits.ts";
import { createPopular } from "./popular.ts";
import { cleanText, type Kinds, queryOf, readQuery } from "./query.ts";
import { createRecent } from "./recent.ts";
import { samples } from "./samples.ts";
import { createSearchRepository, type Window } from "./search.repository.ts";
import { similarQueries } from "./similar-queries.ts";

/** Limits of suggestions and popular terms shown, and of a count. */
const shown = 8;
/** Items searched for suggestions: not every item with the words has them at the beginning of a title's word. */
const looked = 40;
const countCap = 100;
/** Popular terms that are looked for at the same time, each over a connection of its own. */
const atOnce = 4;

export function searchModule({ db, log }: { readonly db: Database; readonly log: Log }) {
  const repository = createSearchRepository(db);
  const recent = createRecent(db);
  const popular = createPopular(db, log);

  /** Items with these words; where there are none, those with the nearest spellings. */
  const search = async (user: SessionUser, text: string, kinds: Kinds, window: Window) => {
    const query = await readQuery(db, text);
    const rows = await repository.find(user, query, kinds, window);
    // A page behind the last one is empty, too, although the words themselves have matches.
    const isNothing =
      rows.length === 0 &&
      (window.offset === 0 ||
        (await repository.find(user, query, kinds, { offset: 0, count: 1 })).length === 0);
    if (!isNothing) return { rows, query, isApproximate: false };
    for (const near of await similarQueries(db, query)) {
      const found = await repository.find(user, near, kinds, window);
      if (found.length > 0) return { rows: found, query: near, isApproximate: true };
    }
    return { rows, query, isApproximate: false };
  };

  return {
    offers: {
      /** Warns when the database cannot distinguish Arabic letters from symbols. */
      checkSearch: () => checkArabic(db, log),
    },
    /** Deletes searches that no longer count as popular. */
    sweeps: [recent.prune],
    samples,
    handlers: handlers(searchApi, {
      "POST /api/search/global": async ({ body, user }) => {
        const { page, per_page } = body;
        const kinds = body.types ?? searchTypes;
        const window = { offset: (page - 1) * per_page, count: per_page + 1 };
        const { rows, query, isApproximate } = await search(user, body.q, kinds, window);
        return {
          items: rows.slice(0, per_page).map(toHit),
          page,
          per_page,
          has_more: rows.length > per_page,
          is_approximate: isApproximate,
          ...(body.counts ? { counts: await repository.counts(user, query, countCap) } : {}),
        };
      },
      "GET /api/search/suggestions": async ({ query: { q }, user }) => {
        const query = await readQuery(db, q);
        if (query.whole === "") return [];
        const own = await recent.beginning(user.id, query.whole, shown);
        const found = await repository.find(user, query, searchTypes, { offset: 0, count: looked });
        const titles = found
          .filter(({ sort, title }) => ` ${sort}`.includes(` ${query.whole}`) && !own.includes(title))
          .map(({ title }) => title);
        return [
          ...own.map((text) => ({ text, is_recent: true })),
          ...[...new Set(titles)].map((text) => ({ text, is_recent: false })),
        ].slice(0, shown);
      },
      "GET /api/search/recent": ({ user }) => recent.list(user.id),
      "POST /api/search/recent": async ({ body, user }) => {
        const text = cleanText(body.q);
        if (text !== "") await recent.remember(user.id, text);
        return recent.list(user.id);
      },
      "DELETE /api/search/recent": async ({ query: { q }, user }) => {
        await recent.forget(user.id, q === undefined ? undefined : cleanText(q));
        return recent.list(user.id);
      },
      "GET /api/search/popular": async ({ user }) => {
        const list: string[] = [];
        const terms = await popular();
        for (let at = 0; at < terms.length && list.length < shown; at += atOnce) {
          const some = terms.slice(at, at + atOnce);
          const found = await Promise.all(some.map(({ norm }) => repository.finds(user, queryOf(norm))));
          list.push(...some.filter((_, i) => found[i]).map(({ text }) => text));
        }
        return list.slice(0, shown);
      },
    }),
  };
}
