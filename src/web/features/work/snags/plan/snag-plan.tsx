import { Map as MapIcon, MapPinPlus } from "lucide-react";
import { snagStatuses } from "#contract/choices.ts";
import type { Project } from "#contract/projects.ts";
import type { Sheet } from "#contract/sheets.ts";
import type { Snag } from "#contract/snags.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ProjectList } from "#web/shell/projects/project-list.tsx";
import { onlyOf, useFoundProjects, useProjectById } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FloorPlan } from "#web/ui/floor-plan/floor-plan.tsx";
import { Link } from "#web/ui/link.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import type { SnagListState } from "../list-state.ts";
import { StatusMark } from "../marks.tsx";
import { useSheets, useSnags } from "../snags.queries.ts";
import { ViewSkeleton } from "../view-skeleton.tsx";
import { hasImage, ringsOf } from "./pin-position.ts";
import { type PlacedSnag, SnagPin } from "./snag-pin.tsx";
import { WaitingPins } from "./waiting-pins.tsx";

interface SnagPlanProps {
  state: SnagListState;
  change: (change: Partial<SnagListState>) => void;
}

/** The snags of a project at their positions; a press on the floor plan pins a new one. */
export function SnagPlan({ state, change }: SnagPlanProps) {
  const t = useText();
  const projects = useFoundProjects();
  const named = useProjectById(state.id_project);
  if (projects.isPending) return <ViewSkeleton view="plan" />;
  if (projects.isError)
    return <LoadFailure screen="projects" error={projects.error} onRetry={() => void projects.refetch()} />;
  if (state.id_project !== null && named.isPending) return <ViewSkeleton view="plan" />;
  const project = named.data ?? onlyOf(projects.data);
  if (project === undefined)
    return (
      <Card title={t("snags.plan.choose_project")} className="mx-auto max-w-120">
        <ProjectList value={null} onChoose={(id_project) => change({ id_project })} />
      </Card>
    );
  return <PlansOf key={project.id} project={project} state={state} change={change} />;
}

function PlansOf({ project, state, change }: SnagPlanProps & { project: Project }) {
  const t = useText();
  const sheets = useSheets(project.id);
  if (sheets.isPending) return <ViewSkeleton view="plan" />;
  if (sheets.isError)
    return <LoadFailure screen="sheets" error={sheets.error} onRetry={() => void sheets.refetch()} />;
  const all = sheets.data.filter(hasImage);
  const sheet = all.find(({ id }) => id === state.id_sheet) ?? all[0];
  if (sheet === undefined)
    return (
      <EmptyState
        icon={MapIcon}
        title={t("snags.plan.no_plans_title")}
        text={t("snags.plan.no_plans_text")}
        action={
          <Link href={`/project/${project.id}#plans`} look={{ variant: "primary" }}>
            {t("snags.plan.to_project")}
          </Link>
        }
      />
    );
  const choices = all.map(({ id, name }) => ({ value: String(id), label: name }));
  const choose = (id: string) => change({ id_sheet: Number(id), id_project: project.id });
  return (
    <div className="flex flex-col gap-4">
      {all.length > 4 ? (
        <Select
          label={t("snags.plan.sheet")}
          options={choices}
          value={String(sheet.id)}
          onChange={choose}
          className="max-w-80"
        />
      ) : (
        all.length > 1 && (
          <SegmentedControl
            label={t("snags.plan.sheet")}
            segments={choices}
            value={String(sheet.id)}
            onChange={choose}
            className="max-w-full overflow-x-auto"
          />
        )
      )}
      <SheetWithSnags key={sheet.id} project={project} sheet={sheet} state={state} />
    </div>
  );
}

/** Maximum number of pins on a floor plan; filters reduce a larger number. */
const most = 100;

const isPlaced = (snag: Snag): snag is PlacedSnag => snag.x !== null && snag.y !== null;

interface SheetWithSnagsProps {
  project: Project;
  sheet: Sheet & { readonly image: string };
  state: SnagListState;
}

function SheetWithSnags({ project, sheet, state }: SheetWithSnagsProps) {
  const t = useText();
  const { view: _, page: __, sort: ___, ...by } = state;
  const query = { ...by, id_project: project.id, id_sheet: sheet.id };
  const snags = useSnags({ ...query, sort: "updated", per_page: most });
  const mayAdd = project.can["add_snag"] === true;
  const pin = (place: { x: number; y: number }) =>
    startCreation({ kind: "snag", id_project: project.id, place: { id_sheet: sheet.id, ...place } });
  const total = snags.data?.total ?? 0;
  const placed = (snags.data?.items ?? []).filter(isPlaced);
  const rings = ringsOf(placed);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="text-sm text-ink-muted">
          {snags.data === undefined
            ? "\u00a0"
            : total > most
              ? t("snags.plan.first", { shown: most, total })
              : t("snags.plan.count", { count: total })}
          {mayAdd && total <= most && snags.data !== undefined && ` · ${t("snags.plan.press")}`}
        </output>
        {mayAdd && (
          <Button
            size="sm"
            variant="quiet"
            icon={MapPinPlus}
            onPress={() => pin({ x: 0.5, y: 0.5 })}
            className="ms-auto print:hidden"
          >
            {t("snags.plan.pin_middle")}
          </Button>
        )}
      </div>
      {snags.isError && (
        <LoadFailure screen="snags" error={snags.error} onRetry={() => void snags.refetch()} />
      )}
      <FloorPlan
        plan={sheet}
        label={t("snags.plan.alt", { name: sheet.name })}
        onPick={mayAdd ? pin : undefined}
        isPicking={mayAdd}
        hasFreeWheel
        className="max-h-[78dvh]"
      >
        {placed.map((snag) => (
          <SnagPin key={snag.id} snag={snag} beside={rings.get(snag.id)} />
        ))}
        <WaitingPins sheet={sheet.id} />
      </FloorPlan>
      <ul
        aria-label={t("snags.plan.legend")}
        className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-muted"
      >
        {snagStatuses.map((status) => (
          <li key={status} className="flex items-center gap-2">
            <StatusMark status={status} className="size-5" />
            {t(`snags.statuses.${status}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
