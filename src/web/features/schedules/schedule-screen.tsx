import { Building2 } from "lucide-react";
import { useEffect } from "react";
import type { Project } from "#contract/projects.ts";
import { useUser } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { type ScheduleAddress, useScheduleAddress } from "./address.ts";
import { OfProject } from "./of-project.tsx";
import { OffNotice } from "./off-notice.tsx";
import { useProjectChoices, useSchedule } from "./schedules.queries.ts";

/** Schedules made with Microsoft Project: imported, told of from the site, and given back. */
export function ScheduleScreen() {
  const t = useText();
  const isOpen = useUser()?.can.ms_project === true;
  const place = useScheduleAddress();
  const projects = useProjectChoices(isOpen);
  const chosen = useChosen(place, projects.data);
  const title = t("schedules.title");
  if (!isOpen)
    return (
      <>
        <PageHeader title={title} />
        <OffNotice />
      </>
    );
  if (projects.isError)
    return (
      <>
        <PageHeader title={title} />
        <LoadFailure error={projects.error} onRetry={() => void projects.refetch()} />
      </>
    );
  if (projects.data?.length === 0)
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
    <SearchSelect
      key={chosen}
      label={t("schedules.project")}
      options={(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(id) => id !== null && place.choose(Number(id))}
      isDisabled={projects.isPending}
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

/** What the address names; else what was looked at last, else the one walked last, which the address says from then on. */
function useChosen(
  { project, isNamed, choose }: ScheduleAddress,
  projects: readonly Project[] | undefined,
): number | null {
  const last = Number(recall(storageKeys.scheduleProject));
  const fallback = projects?.find(({ id }) => id === last) ?? newest(projects);
  const isMissing = !isNamed && fallback !== undefined;
  useEffect(() => {
    if (isMissing) choose(fallback.id, true);
  });
  useEffect(() => {
    if (project !== null) remember(storageKeys.scheduleProject, String(project));
  }, [project]);
  // A word that is no number names no project: the server says so of 0.
  return isNamed ? (project ?? 0) : null;
}

const newest = (projects: readonly Project[] = []) =>
  projects.toSorted((a, b) => (b.last_visit_date ?? "").localeCompare(a.last_visit_date ?? ""))[0];

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
