import { CalendarPlus, Camera, Plus, SearchX } from "lucide-react";
import { lazy, Suspense } from "react";
import { startCreation } from "#web/lib/creation.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { BeginButton } from "#web/shell/begin-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useMayAnywhere, useProjectInPath } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { useVisitList, visitList } from "./list-state.ts";
import { VisitCard } from "./visit-card.tsx";
import { VisitTools } from "./visit-tools.tsx";
import { useVisits, visitsPerPage } from "./visits.queries.ts";

/** Tables are large, and most people look at pictures. */
const VisitTable = lazy(async () => ({ default: (await import("./visit-table.tsx")).VisitTable }));

export function VisitsScreen() {
  const t = useText();
  const list = useVisitList();
  const { state } = list;
  const { chosen, isUnknown, ...named } = useProjectInPath(list.project);
  const visits = useVisits({ ...state, project: chosen?.id ?? null }, chosen !== undefined || named.isAll);
  const isFiltered = visitList.isNarrowed(state) || chosen !== undefined;
  const isEmpty = visits.data?.total === 0 && !isFiltered;
  const mayAdd = useMayAnywhere("add_visit");
  return (
    <>
      <PageHeader
        title={t("visits.title")}
        areActionsHeld={visits.isPending}
        actions={
          mayAdd &&
          !isEmpty && (
            <BeginButton
              begins="visit"
              variant="primary"
              icon={Plus}
              onPress={() =>
                startCreation({
                  kind: "visit",
                  ...(chosen?.can["add_visit"] === true && { id_project: chosen.id }),
                })
              }
            >
              {t("visits.new")}
            </BeginButton>
          )
        }
      />
      {isUnknown && (
        <Banner tone="warn" className="mb-5" onClose={() => list.choose(null)}>
          {t("visits.unknown_project")}
        </Banner>
      )}
      {!isEmpty && <VisitTools list={list} chosen={chosen?.id ?? null} total={visits.data?.total} />}
      {named.error !== null ? (
        <LoadFailure screen="projects" error={named.error} onRetry={named.retry} />
      ) : visits.isPending ? (
        <CardsSkeleton />
      ) : visits.isError ? (
        <LoadFailure screen="visits" error={visits.error} onRetry={() => void visits.refetch()} />
      ) : isEmpty ? (
        <NoVisits mayAdd={mayAdd} />
      ) : visits.data.items.length === 0 ? (
        <NoMatch
          onClear={() => {
            if (chosen !== undefined) list.choose(null);
            else list.change({ ...visitList.plain, view: state.view });
          }}
        />
      ) : (
        <div className={visits.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          {state.view === "table" ? (
            <Suspense fallback={<CardsSkeleton />}>
              <VisitTable visits={visits.data.items} />
            </Suspense>
          ) : (
            <div className={cardGrid}>
              {visits.data.items.map((visit, index) => (
                <VisitCard key={visit.id} visit={visit} isFirst={index < 8} />
              ))}
            </div>
          )}
          <Pager
            page={state.page}
            perPage={visitsPerPage}
            total={visits.data.total}
            onChange={(page) => list.change({ page })}
          />
        </div>
      )}
    </>
  );
}

function NoVisits({ mayAdd }: { mayAdd: boolean }) {
  const t = useText();
  const user = useSignedInUser();
  const action = mayAdd ? (
    <BeginButton
      begins="visit"
      variant="primary"
      size="lg"
      icon={CalendarPlus}
      onPress={() => startCreation({ kind: "visit" })}
    >
      {t("visits.new")}
    </BeginButton>
  ) : (
    user.can.create_project && (
      <BeginButton
        begins="project"
        variant="primary"
        size="lg"
        icon={Plus}
        onPress={() => startCreation({ kind: "project" })}
      >
        {t("visits.new_project")}
      </BeginButton>
    )
  );
  return (
    <EmptyState
      icon={Camera}
      title={t("visits.empty_title")}
      text={t(mayAdd ? "visits.empty_text" : "visits.empty_no_project_text")}
      action={action}
    />
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={t("visits.no_match_title")}
      text={t("visits.no_match_text")}
      action={<Button onPress={onClear}>{t("visits.clear_filters")}</Button>}
    />
  );
}
