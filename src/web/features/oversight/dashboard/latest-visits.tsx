import { CalendarPlus, Camera } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { useLatestVisits } from "./dashboard.queries.ts";
import { Part, PartFailure } from "./part.tsx";

const grid = "grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2";

/** The newest visits of all projects, or how to add the first. */
export function VisitsPart({
  visits,
  projects,
}: {
  visits: ReturnType<typeof useLatestVisits>;
  projects: readonly Project[];
}) {
  const t = useText();
  const { data } = visits;
  return (
    <Part
      id="latest-visits"
      title={t("dashboard.latest_visits")}
      more={data !== undefined && data.length > 0 && <Link href="/visits">{t("dashboard.all_visits")}</Link>}
    >
      {data === undefined ? (
        visits.isError ? (
          <PartFailure onRetry={() => void visits.refetch()} />
        ) : (
          <VisitsSkeleton />
        )
      ) : data.length === 0 ? (
        <NoVisit projects={projects} />
      ) : (
        <LatestVisits visits={data} />
      )}
    </Part>
  );
}

function VisitsSkeleton() {
  return (
    <div className={grid}>
      {[0, 1].map((card) => (
        <span key={card} className="flex flex-col gap-2">
          <Skeleton className="aspect-2/1 rounded-lg" />
          <Skeleton className="mt-1 h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </span>
      ))}
    </div>
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
      className="rounded-lg bg-surface ring-1 ring-line"
      action={
        open.length > 0 && (
          <CreateButton
            begins="visit"
            variant="primary"
            size="lg"
            icon={CalendarPlus}
            onPress={() => startCreation({ kind: "visit", ...(only && { id_project: only.id }) })}
          >
            {t("dashboard.new_visit")}
          </CreateButton>
        )
      }
    />
  );
}

const wide = { className: "sm:col-span-2", sizes: "(width < 40rem) 100vw, 48rem" };

/** The newest visits, large enough to see the progress of construction. */
function LatestVisits({ visits }: { visits: readonly VisitRow[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={grid}>
      {visits.map((visit, index) => {
        const isWalkable = visit.room_count > visit.processing_count;
        return (
          <PictureCard
            key={visit.id}
            href={isWalkable ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
            isDocument={isWalkable}
            src={visit.cover}
            card={visit.cover_card}
            icon={Camera}
            title={visit.name}
            isFirst={index < 3}
            // The newest is the largest where the others then fill their rows.
            {...(index === 0 && visits.length % 2 === 1 && wide)}
            mark={visit.processing_count > 0 && <Chip tone="info">{t("dashboard.in_the_making")}</Chip>}
          >
            <p className="own-direction truncate text-ink-muted">{visit.project}</p>
            <p className="text-ink-muted tabular-nums">
              <time dateTime={visit.visit_date} title={format.date(visit.visit_date, "moment")}>
                {format.ago(visit.visit_date)}
              </time>
              {" · "}
              {t("dashboard.rooms", { count: visit.room_count })}
            </p>
          </PictureCard>
        );
      })}
    </div>
  );
}
