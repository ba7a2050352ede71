import { useParams } from "@tanstack/react-router";
import { Map as MapIcon } from "lucide-react";
import type { Visit } from "#contract/visits.ts";
import type { PlacedWalkDetail } from "#contract/walks.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PlaceWalk } from "./place-walk.tsx";
import { hasPlan } from "./placing.ts";
import { useVisitOfWalks, useWalk, useWalkNews, useWalkSheets } from "./walks.queries.ts";

/** Places a walk on floor plans, beside its pictures. */
export function PlaceWalkScreen() {
  const t = useText();
  const { id, walk: walkId } = useParams({ strict: false }) as { id: string; walk: string };
  const visit = useVisitOfWalks(Number(id));
  const walk = useWalk(Number(id), Number(walkId));
  const sheets = useWalkSheets(visit.data?.id_project);
  useWalkNews(visit.data?.id_project);
  usePageTitle(t("walks.place"));
  const missing = [visit, walk, sheets].find(({ isError, data }) => isError && data === undefined);
  if (missing !== undefined)
    return <LoadFailure screen="edit_visit" error={missing.error} onRetry={() => void missing.refetch()} />;
  if (visit.data === undefined || walk.data === undefined || sheets.data === undefined)
    return <PlaceSkeleton />;
  const plans = sheets.data.filter(hasPlan);
  const title = t(walk.data.can["edit"] === true ? "walks.place" : "walks.show");
  return (
    <>
      <PageHeader
        title={title}
        note={<span className="own-direction">{walk.data.file}</span>}
        crumbs={[
          { label: t("visits.title"), href: "/visits" },
          { label: visit.data.name, href: `/editvisit/${visit.data.id}` },
          { label: t("walks.title"), href: `/editvisit/${visit.data.id}/walk` },
          { label: title },
        ]}
      />
      {walk.data.path === null ? (
        <NotRead walk={walk.data} />
      ) : plans.length === 0 ? (
        <NoPlans visit={visit.data} />
      ) : (
        <PlaceWalk
          key={walk.data.id}
          walk={walk.data}
          path={walk.data.path}
          visit={visit.data}
          sheets={plans}
        />
      )}
    </>
  );
}

function NotRead({ walk }: { walk: PlacedWalkDetail }) {
  const t = useText();
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <output className="block">
        {t(`walks.status.${walk.status}`, { made: walk.rooms_made, total: walk.rooms })}
      </output>
      {walk.status === "reading" && (
        <ProgressBar label={t("walks.reading_of", { name: walk.file })} share={walk.progress} />
      )}
      <p>
        <Link href={`/editvisit/${walk.id_visit}/walk`}>{t("walks.back")}</Link>
      </p>
    </div>
  );
}

function NoPlans({ visit }: { visit: Visit }) {
  const t = useText();
  return (
    <EmptyState
      icon={MapIcon}
      title={t("walks.no_plans_title")}
      text={t("walks.no_plans_text")}
      action={
        <Link href={`/project/${visit.id_project}#plans`} look={{ variant: "secondary" }}>
          {t("walks.to_plans")}
        </Link>
      }
    />
  );
}

function PlaceSkeleton() {
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  );
}
