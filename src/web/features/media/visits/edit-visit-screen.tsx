import { useParams, useRouter } from "@tanstack/react-router";
import { Footprints, Route, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeletePart } from "#web/shell/delete/delete-part.tsx";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RoomsSection } from "./rooms-section.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { VisitForm } from "./visit-form.tsx";
import { useVisitNews } from "./visit-news.ts";
import { useDeleteVisit, useVisit } from "./visits.queries.ts";

const VisitViews = lazy(async () => ({
  default: (await import("./sharing/visit-views.tsx")).VisitViews,
}));

const MatchNotice = lazy(async () => ({
  default: (await import("./match/match-notice.tsx")).MatchNotice,
}));

export function EditVisitScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const visit = useVisit(id);
  usePageTitle(visit.data?.name);
  useVisitNews(visit.data?.id_project ?? null);
  if (visit.isPending) return <VisitSkeleton />;
  // An opened form stays open, with all input: access may have been withdrawn since.
  if (visit.data === undefined)
    return (
      <EditLoadFailure
        screen="edit_visit"
        error={visit.error}
        entity={t("visits.entity")}
        onRetry={() => void visit.refetch()}
      />
    );
  return <EditVisit key={visit.data.id} routeId={id} visit={visit.data} />;
}

function EditVisit({ routeId, visit }: { routeId: string; visit: Visit }) {
  const t = useText();
  const format = useFormat();
  const [isSharing, setIsSharing] = useState(false);
  const isWalkable = visit.rooms.some(({ picture }) => picture.state === "ready");
  return (
    <>
      <PageHeader
        title={visit.name}
        crumbs={[
          { label: t("visits.title"), href: "/visits" },
          { label: visit.project, href: `/project/${visit.id_project}` },
          { label: visit.name },
        ]}
        note={
          <span className="flex flex-wrap gap-x-3">
            <Link href={`/project/${visit.id_project}`}>{visit.project}</Link>
            <time dateTime={visit.visit_date} className="tabular-nums">
              {format.date(visit.visit_date, "moment")}
            </time>
            {visit.author !== "" && <span>{t("visits.by_author", { author: visit.author })}</span>}
          </span>
        }
        actions={
          <>
            {visit.can["add_room"] === true && (
              <Link href={`/editvisit/${visit.id}/walk`} look={{ variant: "secondary" }}>
                <Icon of={Route} size="sm" />
                {t("visits.walk_videos")}
              </Link>
            )}
            <Button icon={Share2} onPress={() => setIsSharing(true)}>
              {t("visits.share")}
            </Button>
            {isWalkable ? (
              // The viewer is a separate document, built to show a picture before any of this script.
              <a href={`/viewer/${visit.code}`} className={buttonClass({ variant: "primary" })}>
                <Icon of={Footprints} size="sm" />
                {t("visits.open_viewer")}
              </a>
            ) : (
              // In place from the start: inserted later, it would move the other button away from the pointer.
              <Button icon={Footprints} variant="primary" isDisabled>
                {t("visits.open_viewer")}
              </Button>
            )}
          </>
        }
      />
      {visit.can["edit"] === true && (
        <Suspense fallback={null}>
          <MatchNotice visit={visit} />
        </Suspense>
      )}
      <div className="grid items-start gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <RoomsSection routeId={routeId} visit={visit} />
        <div className="flex flex-col gap-10">
          {visit.can["edit"] === true ? (
            <VisitForm routeId={routeId} visit={visit} />
          ) : (
            <Description visit={visit} />
          )}
          {visit.can["delete"] === true ? (
            <DeleteVisit visit={visit} />
          ) : (
            visit.can["edit"] === true && (
              <p className="text-sm text-ink-muted">
                {t("errors.failed.delete_unavailable", { entity: t("visits.entity") })}
              </p>
            )
          )}
        </div>
      </div>
      {visit.can["view_access"] === true && (
        <div className="mt-12 border-t border-line pt-8">
          <Suspense fallback={<Skeleton className="h-60" />}>
            <VisitViews visitId={visit.id} />
          </Suspense>
        </div>
      )}
      <ShareDialog visit={visit} isOpen={isSharing} onClose={() => setIsSharing(false)} />
    </>
  );
}

/** For users who may only view the visit; name, date and author are shown above. */
function Description({ visit }: { visit: Visit }) {
  const t = useText();
  if (visit.description === "") return null;
  return (
    <section aria-labelledby="visit-facts">
      <h2 id="visit-facts" className="mb-3 text-lg font-strong">
        {t("visits.facts")}
      </h2>
      <p className="own-direction text-base whitespace-pre-line">{visit.description}</p>
    </section>
  );
}

function VisitSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mb-6 h-5 w-96 max-w-full" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  );
}

function DeleteVisit({ visit }: { visit: Visit }) {
  const t = useText();
  const router = useRouter();
  const remove = useDeleteVisit();
  const name = visit.name;
  return (
    <DeletePart
      title={t("visits.delete_title", { name })}
      confirmLabel={t("visits.delete")}
      done={t("visits.deleted", { name })}
      onDelete={() => remove.mutateAsync(visit.id)}
      // The form is gone with its visit, so there is nothing to confirm.
      onDeleted={() => router.history.push("/visits", undefined, { ignoreBlocker: true })}
    >
      {t("visits.delete_text", { count: visit.room_count })}
    </DeletePart>
  );
}
