import { Printer } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { WaitingNote } from "#web/shell/outbox/waiting-note.tsx";
import { ForProject } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useProgressAddress } from "./address.ts";
import { AgainstPlan } from "./against-plan.tsx";
import { Floors } from "./floors.tsx";
import { Overall } from "./overall.tsx";
import { useProgress } from "./progress.queries.ts";
import { ProgressSkeleton } from "./progress-skeleton.tsx";
import { SnagWeeks } from "./snag-weeks.tsx";
import { TwoDates } from "./two-dates.tsx";

/** Progress of one project: overall, by photos of two dates, by floor, and by its snags. */
export function ProgressScreen() {
  const t = useText();
  const place = useProgressAddress();
  const { newest, chosen, project } = useProjectOfScreen(place, storageKeys.progressProject);
  return (
    <ForProject newest={newest} title={t("progress.title")} noProjects={t("progress.no_projects_text")}>
      <PageHeader
        title={t("progress.title")}
        note={
          project && (
            <Link href={`/project/${project.id}`} look="plain" className="own-direction hover:underline">
              {project.name}
            </Link>
          )
        }
        actions={
          <Button icon={Printer} onPress={() => print()} className="print:hidden">
            {t("progress.print")}
          </Button>
        }
      />
      <div className="mb-8 grid gap-4 sm:grid-cols-[minmax(0,22rem)_13rem] print:hidden">
        <ProjectSelect
          label={t("progress.project")}
          may="view_visits"
          value={chosen}
          onChange={(next) => next !== null && place.choose(next.id)}
        />
        <DateField
          label={t(place.address.until === null ? "progress.until_today" : "progress.until")}
          value={place.address.until}
          onChange={(until) => place.change({ until })}
        />
      </div>
      {chosen === null ? <ProgressSkeleton /> : <Of id={chosen} project={project} place={place} />}
    </ForProject>
  );
}

function Of({
  id,
  project,
  place,
}: {
  id: number;
  project: Project | undefined;
  place: ReturnType<typeof useProgressAddress>;
}) {
  const { address } = place;
  const progress = useProgress(id, address.until);
  if (progress.isPending) return <ProgressSkeleton />;
  if (progress.isError)
    return <LoadFailure screen="project" error={progress.error} onRetry={() => void progress.refetch()} />;
  const { data } = progress;
  return (
    <div
      className={
        progress.isPlaceholderData
          ? "flex flex-col gap-12 opacity-60 transition-opacity"
          : "flex flex-col gap-12"
      }
    >
      <WaitingNote isHere={(act) => act.kind === "progress_entry" && act.project === id} />
      <Overall progress={data} until={address.until} project={id} />
      {data.planned !== null && <AgainstPlan planned={data.planned} until={address.until} project={id} />}
      <TwoDates
        key={id}
        visits={data.visits}
        address={address}
        onChange={place.change}
        mayAdd={project?.can["add_visit"] === true}
        project={id}
      />
      <Floors progress={data} project={id} until={address.until} />
      {data.snags !== null && (
        <SnagWeeks weeks={data.snags} project={id} isOwn={project?.can["view_snags"] === false} />
      )}
    </div>
  );
}
