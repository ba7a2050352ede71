import { Eye, FileText, Send, Settings2 } from "lucide-react";
import { useState } from "react";
import type { OwnerReportSettings, ReportRun } from "#contract/owner-reports.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ForProject, useProjectAddress } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { reportsPerPage, useReportRuns, useReportSettings } from "./owner-reports.queries.ts";
import { ReportSummary } from "./report-summary.tsx";
import { RunCard } from "./run-card.tsx";

const dialogs = later(() => import("./report-dialogs.tsx"));

/** `/owner-report/12`: the report of a project, its recipients, and earlier reports. */
export function ReportsScreen() {
  const t = useText();
  const place = useProjectAddress("/owner-report");
  const { newest, chosen } = useProjectOfScreen(place, storageKeys.progressProject);
  return (
    <ForProject
      newest={newest}
      title={t("owner_reports.title")}
      noProjects={t("owner_reports.screen.no_projects_text")}
    >
      <ProjectReports key={chosen} project={chosen} onProject={place.choose} />
    </ForProject>
  );
}

interface ProjectReportsProps {
  /** Null until it is known. */
  project: number | null;
  onProject: (project: number) => void;
}

function ProjectReports({ project, onProject }: ProjectReportsProps) {
  const t = useText();
  const [page, setPage] = useState(1);
  const runs = useReportRuns(project, page);
  const isManager = runs.data?.can["manage"] === true;
  const settings = useReportSettings(project ?? 0, isManager && project !== null);
  return (
    <>
      <PageHeader
        title={t("owner_reports.title")}
        note={t("owner_reports.subtitle")}
        actions={
          isManager && project !== null && settings.data !== undefined ? (
            <ManagerActions project={project} settings={settings.data} />
          ) : undefined
        }
      />
      <ProjectSelect
        label={t("owner_reports.screen.project")}
        may="view_visits"
        value={project}
        onChange={(next) => next !== null && onProject(next.id)}
        className="mb-5 w-full max-w-88"
      />
      {runs.isError && runs.data === undefined ? (
        <LoadFailure error={runs.error} onRetry={() => void runs.refetch()} />
      ) : runs.data === undefined || project === null ? (
        <RowsSkeleton />
      ) : (
        <>
          {settings.isError && settings.data === undefined && (
            <LoadFailure error={settings.error} onRetry={() => void settings.refetch()} />
          )}
          {settings.data !== undefined && <ReportSummary project={project} settings={settings.data} />}
          <Earlier project={project} runs={runs.data.items} isManager={isManager} />
          <Pager page={page} perPage={reportsPerPage} total={runs.data.total} onChange={setPage} />
        </>
      )}
    </>
  );
}

function ManagerActions({ project, settings }: { project: number; settings: OwnerReportSettings }) {
  const t = useText();
  const [open, setOpen] = useState<"settings" | "send" | null>(null);
  const parts = useLater(dialogs, open !== null);
  const close = () => setOpen(null);
  return (
    <>
      <Button icon={Settings2} onPress={() => setOpen("settings")}>
        {t("owner_reports.screen.edit")}
      </Button>
      <Link href={`/owner-report/${project}/preview`} look={{ variant: "secondary" }}>
        <Eye aria-hidden className="size-4" /> {t("owner_reports.screen.preview")}
      </Link>
      <Button icon={Send} variant="primary" onPress={() => setOpen("send")}>
        {t("owner_reports.screen.send_now")}
      </Button>
      {parts && open === "settings" && (
        <parts.SettingsDialog project={project} settings={settings} onClose={close} />
      )}
      {parts && open === "send" && <parts.SendDialog project={project} settings={settings} onClose={close} />}
    </>
  );
}

interface EarlierProps {
  project: number;
  runs: readonly ReportRun[];
  isManager: boolean;
}

function Earlier({ project, runs, isManager }: EarlierProps) {
  const t = useText();
  const [revoked, setRevoked] = useState<{ id: number; name: string } | null>(null);
  const parts = useLater(dialogs, revoked !== null);
  if (runs.length === 0)
    return (
      <EmptyState
        icon={FileText}
        title={t("owner_reports.screen.none_title")}
        text={t(isManager ? "owner_reports.screen.none_text_manager" : "owner_reports.screen.none_text")}
      />
    );
  return (
    <section aria-labelledby="earlier-reports">
      <h2 id="earlier-reports" className="mb-3 text-lg font-strong">
        {t("owner_reports.screen.earlier")}
      </h2>
      <ul className="flex flex-col gap-3">
        {runs.map((run) => (
          <li key={run.id}>
            <RunCard project={project} run={run} onRevoke={setRevoked} />
          </li>
        ))}
      </ul>
      {parts && revoked !== null && (
        <parts.RevokeDialog
          project={project}
          delivery={revoked.id}
          name={revoked.name}
          onClose={() => setRevoked(null)}
        />
      )}
    </section>
  );
}
