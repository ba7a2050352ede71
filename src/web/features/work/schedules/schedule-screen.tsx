import { useUser } from "#web/lib/session.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ForProject } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
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
  const picker = (
    <ProjectSelect
      label={t("schedules.project")}
      may="view_visits"
      value={chosen}
      onChange={(next) => next !== null && place.choose(next.id)}
      className="w-full sm:max-w-88 print:hidden"
    />
  );
  return (
    <ForProject newest={newest} title={title} noProjects={t("schedules.no_projects_text")}>
      {chosen === null ? (
        <>
          <PageHeader title={title} />
          {picker}
          <ScheduleSkeleton />
        </>
      ) : (
        <Loaded key={chosen} id={chosen} place={place} picker={picker} />
      )}
    </ForProject>
  );
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
