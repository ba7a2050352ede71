import { Building2, CalendarPlus, Camera, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useLatestVisits, useRecentProjects } from "./dashboard.queries.ts";
import { LatestVisits } from "./latest-visits.tsx";
import { ProjectTiles } from "./project-tiles.tsx";

/** What is new, in pictures: the last visits across all projects, then the projects. */
export function DashboardScreen() {
  const t = useText();
  const user = useSignedInUser();
  const format = useFormat();
  const [today] = useState(() => new Date());
  const projects = useRecentProjects();
  const visits = useLatestVisits();
  const greeting =
    user.first_name === ""
      ? t("dashboard.greeting_plain")
      : t("dashboard.greeting", { name: user.first_name });
  const failed = projects.isError ? projects : visits.isError ? visits : null;
  return (
    <>
      <PageHeader
        title={greeting}
        note={<time dateTime={today.toISOString()}>{format.date(today, "long")}</time>}
      />
      {failed !== null ? (
        <LoadFailure screen="dashboard" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : projects.isPending || visits.isPending ? (
        <CardsSkeleton count={6} />
      ) : (
        <Content projects={projects.data ?? []} visits={visits.data ?? []} />
      )}
    </>
  );
}

function Content({ projects, visits }: { projects: readonly Project[]; visits: readonly VisitRow[] }) {
  const t = useText();
  if (projects.length === 0) return <NoProject />;
  return (
    <div className="flex flex-col gap-14">
      <Part
        id="latest-visits"
        title={t("dashboard.latest_visits")}
        more={visits.length > 0 && <Link href="/visits">{t("dashboard.all_visits")}</Link>}
      >
        {visits.length === 0 ? <NoVisit projects={projects} /> : <LatestVisits visits={visits} />}
      </Part>
      <Part
        id="recent-projects"
        title={t("dashboard.projects")}
        more={<Link href="/projects">{t("dashboard.all_projects")}</Link>}
      >
        <ProjectTiles projects={projects} />
      </Part>
    </div>
  );
}

function Part({
  id,
  title,
  more,
  children,
}: {
  id: string;
  title: string;
  more: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lg font-strong">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

function NoProject() {
  const t = useText();
  const { can } = useSignedInUser();
  return (
    <EmptyState
      icon={Building2}
      title={t("dashboard.empty_title")}
      text={t(can.create_project ? "dashboard.empty_text" : "dashboard.empty_guest_text")}
      action={
        can.create_project && (
          <Button variant="primary" size="lg" icon={Plus} onPress={() => startCreation({ kind: "project" })}>
            {t("dashboard.new_project")}
          </Button>
        )
      }
    />
  );
}

function NoVisit({ projects }: { projects: readonly Project[] }) {
  const t = useText();
  const open = projects.filter(({ can }) => can["add_visit"] === true);
  const only = open.length === 1 ? open[0] : undefined;
  return (
    <EmptyState
      icon={Camera}
      title={t("dashboard.no_visits_title")}
      text={t(open.length > 0 ? "dashboard.no_visits_text" : "dashboard.no_visits_read_text")}
      action={
        open.length > 0 && (
          <Button
            variant="primary"
            size="lg"
            icon={CalendarPlus}
            onPress={() => startCreation({ kind: "visit", ...(only && { id_project: only.id }) })}
          >
            {t("dashboard.new_visit")}
          </Button>
        )
      }
    />
  );
}
