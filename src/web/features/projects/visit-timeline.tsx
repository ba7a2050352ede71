import { CalendarPlus, Camera, Pencil } from "lucide-react";
import { useMemo } from "react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { useProjectVisits } from "./projects.queries.ts";

/** The visits of a project under their months, newest first, along one line. */
export function VisitTimeline({ project }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const visits = useProjectVisits(project.id);
  const months = useMemo(
    () => byMonth(visits.data?.items ?? [], (date) => format.date(date, "month")),
    [visits.data, format],
  );
  return (
    <section aria-labelledby="timeline">
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id="timeline" className="text-lg font-strong">
          {t("projects.timeline")}
        </h2>
        {project.visit_count > 0 && <Link href={`/visits/${project.id}`}>{t("projects.all_visits")}</Link>}
      </div>
      {visits.isPending ? (
        <CardsSkeleton count={4} />
      ) : visits.isError ? (
        <LoadFailure screen="visits" error={visits.error} onRetry={() => void visits.refetch()} />
      ) : months.length === 0 ? (
        <NoVisits project={project} />
      ) : (
        <ol className="flex flex-col">
          {months.map(({ label, visits }) => (
            <li
              key={label}
              className="group/month relative grid gap-x-8 gap-y-4 border-line pb-10 md:grid-cols-[7rem_1fr]"
            >
              <h3 className="flex items-baseline gap-3 font-strong md:sticky md:top-20 md:self-start">
                <span
                  aria-hidden
                  className="size-2.5 shrink-0 rounded-full bg-accent md:order-last md:ms-auto"
                />
                <span className="tabular-nums">{label}</span>
              </h3>
              <span
                aria-hidden
                className="absolute top-3 bottom-0 hidden w-px bg-line group-last/month:bottom-6 md:start-[calc(7rem-5px)] md:block"
              />
              <div className={cardGrid}>
                {visits.map((visit) => (
                  <TimelineCard key={visit.id} visit={visit} />
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function TimelineCard({ visit }: { visit: VisitRow }) {
  const t = useText();
  const format = useFormat();
  const isWalkable = visit.room_count > visit.processing_count;
  return (
    <PictureCard
      href={isWalkable ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
      isDocument={isWalkable}
      src={visit.cover}
      icon={Camera}
      title={visit.name}
      corner={
        visit.can["edit"] === true && (
          <Link
            href={`/editvisit/${visit.id}`}
            look="plain"
            aria-label={t("projects.edit_of", { name: visit.name })}
            className="hit-area flex size-8 items-center justify-center rounded-full bg-black/45 text-white hovered:bg-black/65"
          >
            <Pencil aria-hidden size={16} strokeWidth={1.75} />
          </Link>
        )
      }
      mark={visit.processing_count > 0 && <Chip tone="info">{t("projects.in_the_making")}</Chip>}
    >
      <p className="text-ink-muted tabular-nums">
        <time dateTime={visit.visit_date}>{format.date(visit.visit_date, "moment")}</time>
        {" · "}
        {t("projects.rooms", { count: visit.room_count })}
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
      action={
        mayAdd && (
          <Button
            variant="primary"
            size="lg"
            icon={CalendarPlus}
            onPress={() => startCreation({ kind: "visit", id_project: project.id })}
          >
            {t("projects.new_visit")}
          </Button>
        )
      }
    />
  );
}

interface Month {
  readonly label: string;
  readonly visits: VisitRow[];
}

/** Visits in their order, gathered under the month they were walked in. */
export function byMonth(visits: readonly VisitRow[], month: (date: string) => string): Month[] {
  const months: Month[] = [];
  for (const visit of visits) {
    const label = month(visit.visit_date);
    const last = months.at(-1);
    if (last?.label === label) last.visits.push(visit);
    else months.push({ label, visits: [visit] });
  }
  return months;
}
