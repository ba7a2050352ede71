import type { Project } from "#contract/projects.ts";
import { type Answers, ok } from "#test/web/api-server.ts";

/**
 * Calls that find projects, answered as by the server: by words of the name, by permission, page by page. Those in
 * `named` are also found by their id.
 */
export function projectAnswers(projects: readonly Project[], named = projects): Answers {
  return {
    "GET /api/projects": ({ query }) => {
      const [page, per_page] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 25)];
      const search = (query.get("search") ?? "").toLowerCase();
      const may = query.get("may");
      const isMeant = ({ name, active, validated, can }: Project) =>
        name.toLowerCase().includes(search) &&
        (may === null || (can[may] === true && (!may.startsWith("add_") || (active && validated))));
      const found = projects.filter(isMeant);
      if (query.get("sort") === "last_visit")
        found.sort((a, b) => (b.last_visit_date ?? "").localeCompare(a.last_visit_date ?? ""));
      const items = found.slice((page - 1) * per_page, page * per_page);
      return ok({ items, total: found.length, page, per_page });
    },
    ...Object.fromEntries(
      named.map((project) => [`GET /api/projects/${project.id}`, () => ok(project)] as const),
    ),
  };
}
