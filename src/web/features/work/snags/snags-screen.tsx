import { FileDown, Plus } from "lucide-react";
import { type ComponentProps, lazy, Suspense } from "react";
import type { Snag } from "#contract/snags.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { NoMatch } from "#web/shell/list/no-match.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { DetailSkeleton } from "./detail/detail-skeleton.tsx";
import { SnagFrame } from "./detail/snag-frame.tsx";
import type { ExportMenu } from "./export-menu.tsx";
import { allSnags, countFilters, type SnagListState, useSnagState } from "./list-state.ts";
import { NoSnags } from "./no-snags.tsx";
import { type SnagParts, SnagPartsContext } from "./parts.ts";
import { queryOf } from "./snag-query.ts";
import { SnagTools } from "./snag-tools.tsx";
import { useSnagNews, useSnags } from "./snags.queries.ts";
import { useOpenSnag } from "./use-open-snag.ts";
import { ViewSkeleton } from "./view-skeleton.tsx";
import { isWaitingSnag } from "./waiting/waiting-values.ts";

/** Each view is loaded when it is first used. */
const Board = lazy(async () => ({ default: (await import("./board/board.tsx")).Board }));
const SnagList = lazy(async () => ({ default: (await import("./list/snag-list.tsx")).SnagList }));
const SnagPlan = lazy(async () => ({ default: (await import("./plan/snag-plan.tsx")).SnagPlan }));
const exporting = later(() => import("./export-menu.tsx"));
const detail = later(() => import("./detail/snag-detail.tsx"));
const waiting = later(() => import("./waiting/waiting-snags.tsx"));

/** Of the same size before its menu has loaded, so that nothing moves. */
function Exporting(props: ComponentProps<typeof ExportMenu>) {
  const t = useText();
  const Ready = useLater(exporting, true)?.ExportMenu;
  if (Ready) return <Ready {...props} />;
  return (
    <Button icon={FileDown} isDisabled>
      {t("snags.export.title")}
    </Button>
  );
}

/** All accessible snags, as a board, a list or on floor plans; an open one beside them. */
export function SnagsScreen({ parts }: { parts: SnagParts }) {
  const t = useText();
  const format = useFormat();
  const [state, change] = useSnagState();
  const { id } = useOpenSnag();
  const snags = useSnags(queryOf(state));
  const total = snags.data?.total;
  const isNarrowed = state.search !== "" || state.id_project !== null || countFilters(state) > 0;
  // An empty floor plan is still needed to pin a snag.
  const isPlan = state.view === "plan";
  const isEmpty = total === 0 && !isNarrowed && !isPlan;
  return (
    <SnagPartsContext value={parts}>
      <div className={cx(id !== null && "lg:pe-114")}>
        <PageHeader
          title={t("snags.title")}
          {...(!isEmpty &&
            total !== undefined && {
              note: (
                <output>
                  {snags.data?.is_more === true
                    ? t("snags.more_than", { number: format.number(total) })
                    : t("snags.count", { count: total })}
                </output>
              ),
            })}
          className="max-md:mb-4"
          areActionsHeld={snags.isPending}
          actions={
            !isEmpty && (
              <div className="flex gap-2 print:hidden">
                <Exporting state={state} total={total} />
                <CreateButton begins="snag" variant="primary" icon={Plus} onPress={() => startSnag(state)}>
                  {t("snags.new")}
                </CreateButton>
              </div>
            )
          }
        />
        {!isEmpty && <SnagTools state={state} change={change} page={snags.data} />}
        <Waiting project={state.id_project} />
        {snags.isError && snags.data === undefined ? (
          <LoadFailure screen="snags" error={snags.error} onRetry={() => void snags.refetch()} />
        ) : isEmpty ? (
          <NoSnags />
        ) : total === 0 && !isPlan ? (
          <NoMatch onClear={() => change(allSnags)} />
        ) : (
          <Suspense fallback={<ViewSkeleton view={state.view} />}>
            {state.view === "board" && <Board state={state} change={change} />}
            {state.view === "list" && <SnagList state={state} change={change} />}
            {state.view === "plan" && <SnagPlan state={state} change={change} />}
          </Suspense>
        )}
        <News state={state} items={snags.data?.items ?? []} />
        {id !== null && <OpenSnag key={id} id={id} items={snags.data?.items ?? []} />}
      </div>
    </SnagPartsContext>
  );
}

/** Loaded only where a new snag waits. */
function Waiting({ project }: { project: number | null }) {
  const isNeeded = useWaitingActs().some(isWaitingSnag);
  const Shown = useLater(waiting, isNeeded)?.WaitingSnags;
  return Shown && <Shown project={project} />;
}

const startSnag = ({ id_project }: SnagListState) =>
  startCreation({ kind: "snag", ...(id_project !== null && { id_project }) });

/** Subscribes to changes in the projects on screen. */
function News({ state, items }: { state: SnagListState; items: readonly Snag[] }) {
  const projects =
    state.id_project === null ? new Set(items.map(({ id_project }) => id_project)) : [state.id_project];
  return [...projects].slice(0, 20).map((project) => <ProjectNews key={project} project={project} />);
}

function ProjectNews({ project }: { project: number }) {
  useSnagNews(project);
  return null;
}

function OpenSnag({ id, items }: { id: number; items: readonly Snag[] }) {
  const Detail = useLater(detail, true)?.SnagDetail;
  return <SnagFrame>{Detail ? <Detail id={id} items={items} /> : <DetailSkeleton />}</SnagFrame>;
}
