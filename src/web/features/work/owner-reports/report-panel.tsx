import type { Project } from "#contract/projects.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useReportRuns } from "./owner-reports.queries.ts";

/** The newest report of a project; hidden from members while there is none. */
export function ReportPanel({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const runs = useReportRuns(project.id, 1);
  const title = t("owner_reports.title");
  if (runs.isError && runs.data === undefined)
    return (
      <Card title={title}>
        <LoadFailure error={runs.error} onRetry={() => void runs.refetch()} />
      </Card>
    );
  if (runs.data === undefined)
    return (
      <Card title={title}>
        <Skeleton className="h-12" />
      </Card>
    );
  const newest = runs.data.items.find(({ sent_at }) => sent_at !== null);
  if (newest === undefined && runs.data.can["manage"] !== true) return null;
  return (
    <Card title={title}>
      <p className="text-sm text-ink-muted">
        {newest?.sent_at == null
          ? t("owner_reports.screen.panel_none")
          : t("owner_reports.screen.panel_last", { date: format.date(newest.sent_at) })}
      </p>
      <Link href={`/owner-report/${project.id}`} className="mt-3 block w-fit text-sm">
        {t("owner_reports.screen.panel_open")}
      </Link>
    </Card>
  );
}
