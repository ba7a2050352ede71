import { Building2 } from "lucide-react";
import { useUser } from "#web/lib/session.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { type ScheduleAddress, useScheduleAddress } from "./address.ts";
import { OfProject } from "./of-project.tsx";
import { OffNotice } from "./off-notice.tsx";
import { useSchedule } from "./schedules.queries.ts";

/** Schedules made with Microsoft Project: imported, updated from the site, and exported. */
export function ScheduleScreen() {
  const t = useText();
  const isOpen = useUser()?.can.ms_project === true;
  const place = useScheduleAddress();
  const { newest, chosen } = useProjectOfScreen(place, storageKeys.scheduleProject, isOpen);
  const title = t("schedules.title");
  if (!isOpen)
    return (
      <>
        <PageHeader title={title} />
        <OffNotice />
      </>
    );
  if (newest.isError)
    return (
      <>
        <PageHeader title={title} />
        <LoadFailure error={newest.error} onRetry={() => void newest.refetch()} />
      </>
    );
  if (newest.data?.total === 0)
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={Building2}
          title={t("schedules.no_projects_title")}
          text={t("schedules.no_projects_text")}
          action={
            <Link href="/projects" look={{ variant: "primary" }}>
              {t("schedules.to_projects")}
            </Link>
          }
        />
      </>
    );
  const picker = (
    <ProjectSelect
      label={t("schedules.project")}
      may="view_visits"
      value={chosen}
      onChange={(next) => next !== null && place.choose(next.id)}
      className="w-full sm:max-w-88 print:hidden"
    />
  );
  if (chosen === null)
    return (
      <>
        <PageHeader title={title} />
        {picker}
        <ScheduleSkeleton />
      </>
    );
  return <Loaded key={chosen} id={chosen} place={place} picker={picker} />;
}

function Loaded({ id, place, picker }: { id: number; place: ScheduleAddress; picker: React.ReactNode }) {
  const t = useText();
  const schedule = useSchedule(id);
  if (schedule.isSuccess)
    return <OfProject project={id} schedule={schedule.data} place={place} picker={picker} />;
  return (
    <>
      <PageHeader title={t("schedules.title")} />
      {picker}
      {schedule.isPending ? (
        <ScheduleSkeleton />
      ) : (
        <LoadFailure screen="project" error={schedule.error} onRetry={() => void schedule.refetch()} />
      )}
    </>
  );
}

function ScheduleSkeleton() {
  return (
    <Outline className="mt-6 flex flex-col gap-4">
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-[calc(100dvh-20rem)] min-h-80 rounded-lg" />
    </Outline>
  );
}
