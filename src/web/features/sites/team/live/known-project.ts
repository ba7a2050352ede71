import type { QueryClient } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";

/** A project from this page's cache, of any screen. */
export function knownProject(client: QueryClient, id: number): Project | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: ["projects"] })) {
    const found = projectsIn(data).find((project) => project.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One, a list of them, or a page of a list. */
function projectsIn(data: unknown): Project[] {
  const items = (data as { items?: unknown } | null | undefined)?.items;
  const rows: unknown[] = Array.isArray(data) ? data : Array.isArray(items) ? items : [data];
  return rows.filter(isProject);
}

const isProject = (row: unknown): row is Project =>
  typeof row === "object" && row !== null && "id_project" in row && "can" in row && "project_code" in row;
