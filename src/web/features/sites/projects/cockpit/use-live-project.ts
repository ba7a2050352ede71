import type { Project } from "#contract/projects.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";
import { projectKeys } from "../projects.queries.ts";

/** Refreshes when others change the project: its data, its visits, its activity log. */
export function useLiveProject({ id, can }: Project): void {
  useProjectNews(
    can["follow"] === true ? id : null,
    [
      "project-changed",
      "visit.created",
      "visit.changed",
      "visit.deleted",
      "room.added",
      "room.deleted",
      "room.ready",
      "room.failed",
    ],
    [projectKeys.all, ["visits"]],
  );
}
