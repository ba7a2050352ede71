import type { Project } from "#contract/projects.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useCoverageSummary } from "./coverage.queries.ts";
import { SpotMark } from "./spot-state.tsx";

/** Due and overdue spots of a project, and the day on which it was last seen. */
export function CoveragePanel({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const coverage = useCoverageSummary(project.id);
  const title = t("coverage.panel.title");
  if (coverage.isError && coverage.data === undefined)
    return (
      <Card title={title}>
        <LoadFailure error={coverage.error} onRetry={() => void coverage.refetch()} />
      </Card>
    );
  if (coverage.data === undefined)
    return (
      <Card title={title}>
        <Skeleton className="h-16" />
      </Card>
    );
  const { counts, last_seen, can } = coverage.data;
  // Hidden from users who could not add any.
  if (counts.spots === 0)
    return (
      can["edit"] === true && (
        <Card title={title}>
          <p className="text-ink-muted">{t("coverage.none_title")}</p>
          <Link href={`/coverage/${project.id}`} className="mt-2 block w-fit text-sm">
            {t("coverage.panel.set_up")}
          </Link>
        </Card>
      )
    );
  const isClear = counts.due + counts.overdue === 0;
  return (
    <Card title={title}>
      <p className="text-sm text-ink-muted">
        {last_seen === null
          ? t("coverage.never_seen")
          : t("coverage.last_seen_on", { date: format.date(dayOf(last_seen)) })}
      </p>
      <ul className="mt-3 flex flex-col gap-1.5 text-sm">
        {isClear && (
          <li className="flex items-center gap-2">
            <SpotMark state="fresh" />
            {t("coverage.panel.up_to_date")}
          </li>
        )}
        {counts.overdue > 0 && (
          <li className="flex items-center gap-2">
            <SpotMark state="overdue" />
            {t("coverage.panel.overdue", { count: counts.overdue })}
          </li>
        )}
        {counts.due > 0 && (
          <li className="flex items-center gap-2">
            <SpotMark state="due" />
            {t("coverage.panel.due", { count: counts.due })}
          </li>
        )}
      </ul>
      <Link href={`/coverage/${project.id}`} className="mt-3 block w-fit text-sm">
        {t("coverage.panel.open")}
      </Link>
    </Card>
  );
}
