import { Camera, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { startCreation } from "#web/lib/creation.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { CreateFirst } from "#web/shell/list/create-first.tsx";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useMayAnywhere, useProjectInPath } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { useVisitList, visitList } from "./list-state.ts";
import { VisitCard } from "./visit-card.tsx";
import { VisitTools } from "./visit-tools.tsx";
import { useVisits, visitsPerPage } from "./visits.queries.ts";

/** Tables are large, and most users see cards. */
const VisitTable = lazy(async () => ({ default: (await import("./visit-table.tsx")).VisitTable }));

export function VisitsScreen() {
  const t = useText();
  const list = useVisitList();
  const { state } = list;
  const { chosen, isUnknown, ...named } = useProjectInPath(list.project);
  const visits = useVisits({ ...state, project: chosen?.id ?? null }, chosen !== undefined || named.isAll);
  const mayAdd = useMayAnywhere("add_visit");
  const start = () =>
    startCreation({ kind: "visit", ...(chosen?.can["add_visit"] === true && { id_project: chosen.id }) });
  return (
    <ListScreen
      title={t("visits.title")}
      actions={
        mayAdd && (
          <CreateButton begins="visit" variant="primary" icon={Plus} onPress={start}>
            {t("visits.new")}
          </CreateButton>
        )
      }
      notices={
        isUnknown && (
          <Banner tone="warn" className="mb-5" onClose={() => list.choose(null)}>
            {t("visits.unknown_project")}
          </Banner>
        )
      }
      tools={<VisitTools list={list} chosen={chosen?.id ?? null} total={visits.data?.total} />}
      failure={
        named.error === null ? undefined : (
          <LoadFailure screen="projects" error={named.error} onRetry={named.retry} />
        )
      }
      list={visits}
      screen="visits"
      waiting={<CardsSkeleton />}
      none={
        <CreateFirst
          kind="visit"
          mayAdd={mayAdd}
          icon={Camera}
          title={t("visits.empty_title")}
          text={t(mayAdd ? "visits.empty_text" : "visits.empty_no_project_text")}
          label={t("visits.new")}
        />
      }
      isNarrowed={visitList.isNarrowed(state) || chosen !== undefined}
      onClear={list.clear}
      paging={{ page: state.page, perPage: visitsPerPage, onPage: (page) => list.change({ page }) }}
    >
      {(items) =>
        state.view === "table" ? (
          <Suspense fallback={<CardsSkeleton />}>
            <VisitTable visits={items} />
          </Suspense>
        ) : (
          <div className={cardGrid}>
            {items.map((visit, index) => (
              <VisitCard key={visit.id} visit={visit} isFirst={index < 8} />
            ))}
          </div>
        )
      }
    </ListScreen>
  );
}
