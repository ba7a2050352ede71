import { useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { CameraStrip, CamerasSkeleton } from "./camera-strip.tsx";
import { ChangesPart, ChangesSkeleton } from "./changes.tsx";
import {
  useChanges,
  useGlance,
  useGlanceNews,
  useLatestVisits,
  useRecentProjects,
} from "./dashboard.queries.ts";
import { VisitsPart } from "./latest-visits.tsx";
import { LiveNow } from "./live-now.tsx";
import { NoProject } from "./no-project.tsx";
import { OpenSnags, SnagsSkeleton } from "./open-snags.tsx";
import { Part, PartFailure } from "./part.tsx";
import type { DashboardParts } from "./parts.ts";
import { PlanPart, StoragePart } from "./plan-part.tsx";
import { RecentProjects } from "./project-tiles.tsx";
import { UnpaidNotice } from "./unpaid-notice.tsx";

/**
 * The dashboard: what needs action, what changed, what was last seen on site. Each part loads on its own and appears as
 * soon as it is ready. On a phone it is one column, the urgent parts first.
 */
export function DashboardScreen({ parts }: { parts: DashboardParts }) {
  const t = useText();
  const user = useSignedInUser();
  const format = useFormat();
  const [today] = useState(() => new Date());
  const projects = useRecentProjects();
  const channels = projects.data?.map(({ id }) => `private-project-${id}`) ?? [];
  useGlanceNews([`private-user-${user.id}`, ...channels]);
  const greeting =
    user.first_name === ""
      ? t("dashboard.greeting_plain")
      : t("dashboard.greeting", { name: user.first_name });
  return (
    <>
      <PageHeader
        title={greeting}
        note={<time dateTime={today.toISOString()}>{format.date(today, "long")}</time>}
      />
      <UnpaidNotice />
      {projects.data?.length === 0 ? <NoProject /> : <Parts parts={parts} projects={projects} />}
    </>
  );
}

type Projects = ReturnType<typeof useRecentProjects>;

function Parts({ parts, projects }: { parts: DashboardParts; projects: Projects }) {
  const t = useText();
  const user = useSignedInUser();
  const glance = useGlance();
  const mayIn = (verb: string) => (projects.data ?? []).some(({ can }) => can[verb] === true);
  const retry = () => void glance.refetch();
  const { data } = glance;
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-10 lg:col-start-2 lg:row-start-1">
        {data !== undefined ? (
          <>
            <LiveNow live={data.live} />
            <OpenSnags snags={data.snags} mark={parts.SnagMark} mayAdd={mayIn("add_snag")} />
          </>
        ) : (
          <Part id="open-snags" title={t("dashboard.snags")}>
            {glance.isError ? <PartFailure onRetry={retry} /> : <SnagsSkeleton />}
          </Part>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-12 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <WhatChanged parts={parts} projects={projects.data ?? []} />
        <Visits projects={projects} />
        {data !== undefined ? (
          <CameraStrip cameras={data.cameras} mayAdd={user.can.create_camera && mayIn("add_camera")} />
        ) : (
          !glance.isError && (
            <Part id="cameras" title={t("dashboard.cameras")}>
              <CamerasSkeleton />
            </Part>
          )
        )}
        <RecentProjects projects={projects} />
      </div>
      <div className="flex min-w-0 flex-col gap-10 lg:col-start-2 lg:row-start-2">
        <PlanPart />
        {data !== undefined && (user.can.create_project || data.storage.free !== null) && (
          <StoragePart storage={data.storage} />
        )}
      </div>
    </div>
  );
}

function WhatChanged({
  parts,
  projects,
}: {
  parts: DashboardParts;
  projects: NonNullable<Projects["data"]>;
}) {
  const t = useText();
  const changes = useChanges();
  if (changes.data !== undefined)
    return <ChangesPart changes={changes.data} projects={projects} parts={parts} />;
  return (
    <Part id="changes" title={t("dashboard.changes")}>
      {changes.isError ? <PartFailure onRetry={() => void changes.refetch()} /> : <ChangesSkeleton />}
    </Part>
  );
}

function Visits({ projects }: { projects: Projects }) {
  const visits = useLatestVisits();
  return <VisitsPart visits={visits} projects={projects.data ?? []} />;
}
