import { CalendarPlus, Camera, Pencil } from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import type { Freshness } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { usePhotoDays } from "#web/shell/photos/photos.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { FreshnessLegend } from "./cockpit/freshness-mark.tsx";
import { TimelineRibbon } from "./cockpit/timeline-ribbon.tsx";
import { judgedFreshness } from "./freshness.ts";
import { useProjectVisits } from "./projects.queries.ts";

const grid = "grid grid-cols-1 gap-x-5 gap-y-7 sm:grid-cols-2 xl:grid-cols-3";
/** Number of visits whose pictures are shown at first; the timeline shows all visits. */
const FIRST = 9;

/** The visits of a project: all of them on a timeline, and with their pictures by month, newest first. */
export function VisitTimeline({ project }: { project: Project }) {
  const t = useText();
  const visits = useProjectVisits(project.id);
  const photoDays = usePhotoDays(project.id).data;
  const freshness = judgedFreshness(project);
  return (
    <section aria-labelledby="timeline">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="timeline" className="text-lg font-strong">
          {t("projects.timeline")}
        </h2>
        {project.visit_count > 0 && <Link href={`/visits/${project.id}`}>{t("projects.all_visits")}</Link>}
      </div>
      {visits.isPending ? (
        <TimelineSkeleton />
      ) : visits.data === undefined ? (
        <LoadFailure screen="visits" error={visits.error} onRetry={() => void visits.refetch()} />
      ) : visits.data.items.length === 0 ? (
        <NoVisits project={project} />
      ) : (
        <>
          <TimelineRibbon
            visits={visits.data.items}
            freshness={freshness}
            {...(photoDays && { photoDays })}
          />
          {freshness !== null && <FreshnessLegend />}
          <Visits visits={visits.data.items} total={visits.data.total} freshness={freshness} />
        </>
      )}
    </section>
  );
}

interface VisitsProps {
  visits: readonly VisitRow[];
  /** Number of all visits, also those not in the answer. */
  total: number;
  freshness: Freshness | null;
}

function Visits({ visits, total, freshness }: VisitsProps) {
  const t = useText();
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? visits : visits.slice(0, FIRST);
  const monthOf = (visit: VisitRow | undefined) =>
    visit === undefined ? "" : format.date(visit.visit_date, "month");
  const hidden = visits.length - shown.length;
  const elsewhere = total - visits.length;
  return (
    <>
      <ol className={`${grid} mt-7`}>
        {shown.map((visit, index) => (
          <li key={visit.id} className="flex min-w-0 flex-col">
            <MonthHead month={monthOf(visit)} before={monthOf(shown[index - 1])} />
            <TimelineCard visit={visit} freshness={index === 0 ? freshness : null} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Button className="mt-8 w-full print:hidden" onPress={() => setIsWhole(true)}>
          {t("projects.cockpit.timeline.earlier", { count: hidden })}
        </Button>
      )}
      {hidden === 0 && elsewhere > 0 && (
        <p className="mt-8 text-center text-ink-muted">
          {t("projects.cockpit.timeline.more_elsewhere", { count: elsewhere })}
        </p>
      )}
    </>
  );
}

/**
 * The month's name above its first picture. Other pictures get the same space, so that all pictures of a row are
 * aligned; where they are stacked there is none.
 */
function MonthHead({ month, before }: { month: string; before: string }) {
  if (month === before) return <div aria-hidden className="h-8 shrink-0 max-sm:hidden" />;
  return (
    <h3 className="flex h-8 shrink-0 items-start gap-3 font-strong tabular-nums">
      {month}
      <span aria-hidden className="mt-2.5 h-px flex-1 bg-line" />
    </h3>
  );
}

function TimelineCard({ visit, freshness }: { visit: VisitRow; freshness: Freshness | null }) {
  const t = useText();
  const format = useFormat();
  const isWalkable = visit.room_count > visit.processing_count;
  return (
    <PictureCard
      href={isWalkable ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
      isDocument={isWalkable}
      src={visit.cover}
      card={visit.cover_card}
      sizes="(width < 40rem) 100vw, (width < 80rem) 24rem, 16rem"
      icon={Camera}
      title={visit.name}
      corner={
        visit.can["edit"] === true && (
          <Link
            href={`/editvisit/${visit.id}`}
            look="plain"
            aria-label={t("projects.edit_of", { name: visit.name })}
            className="hit-area flex size-8 items-center justify-center rounded-full bg-black/45 touch:size-11 text-white hover:bg-black/65 print:hidden"
          >
            <Pencil aria-hidden size={16} strokeWidth={1.75} />
          </Link>
        )
      }
      mark={visit.processing_count > 0 && <Chip tone="info">{t("projects.in_the_making")}</Chip>}
    >
      <p className="flex items-center gap-1.5 text-ink-muted tabular-nums">
        {freshness !== null && (
          <>
            <FreshnessMark freshness={freshness} />
            <span className="sr-only">{t(`projects.cockpit.freshness.${freshness}`)}</span>
          </>
        )}
        <span className="min-w-0 truncate">
          <time dateTime={visit.visit_date} title={format.date(visit.visit_date, "moment")}>
            {format.date(visit.visit_date)}
          </time>
          {" · "}
          {t("projects.rooms", { count: visit.room_count })}
        </span>
      </p>
    </PictureCard>
  );
}

function NoVisits({ project }: { project: Project }) {
  const t = useText();
  const mayAdd = project.can["add_visit"] === true;
  return (
    <EmptyState
      icon={Camera}
      title={t("projects.no_visits_title")}
      text={t(mayAdd ? "projects.no_visits_text" : "projects.no_visits_read_text")}
      className="rounded-lg bg-surface ring-1 ring-line"
      action={
        mayAdd && (
          <CreateButton
            begins="visit"
            variant="primary"
            size="lg"
            icon={CalendarPlus}
            onPress={() => startCreation({ kind: "visit", id_project: project.id })}
          >
            {t("projects.new_visit")}
          </CreateButton>
        )
      }
    />
  );
}

function TimelineSkeleton() {
  return (
    <Outline className="block">
      <Skeleton className="mt-5 mb-12 h-1 rounded-full" />
      <div className={grid}>
        {[0, 1, 2].map((card) => (
          <div key={card} className="flex flex-col gap-2">
            <Skeleton className="aspect-2/1 rounded-lg" />
            <Skeleton className="mt-1 h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        ))}
      </div>
    </Outline>
  );
}
