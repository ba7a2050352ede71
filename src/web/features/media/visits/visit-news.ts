import { useProjectNews } from "#web/lib/use-project-news.ts";
import { visitKeys } from "./visits.queries.ts";

/** Refreshes visits when they change elsewhere: photos become ready or were compared, others change rooms. */
export function useVisitNews(project: number | null): void {
  const events = ["room.added", "room.ready", "room.failed", "room.deleted", "visit.changed"];
  useProjectNews(project, events, [visitKeys.all]);
}
