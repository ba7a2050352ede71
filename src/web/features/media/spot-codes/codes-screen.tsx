import { Printer, QrCode as QrIcon } from "lucide-react";
import { useState } from "react";
import { startCreation } from "#web/lib/creation.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { ListTools } from "#web/shell/list/list-tools.tsx";
import { ForProject, useProjectAddress } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { ChoiceChip } from "#web/ui/choice-chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { chipLine, FilterChip } from "#web/ui/filter-chips.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { CodesBar } from "./codes-bar.tsx";
import { useKeptCodes } from "./kept-codes.ts";
import {
  type LabelChoice,
  type SpotListState,
  spotList,
  spotsPerPage,
  useSpots,
  useSpotTotal,
} from "./spot-codes.queries.ts";
import { SpotRow } from "./spot-row.tsx";
import { useCreate } from "./use-create.ts";

const labels = later(() => import("./labels-dialog.tsx"));

/** `/qrcodes/12`: the rooms of a project and their QR codes. */
export function CodesScreen() {
  const t = useText();
  const place = useProjectAddress("/qrcodes");
  const { newest, chosen } = useProjectOfScreen(place, storageKeys.progressProject);
  return (
    <ForProject newest={newest} title={t("spot_codes.title")} noProjects={t("spot_codes.no_projects_text")}>
      <Codes key={chosen} project={chosen} onProject={place.choose} />
    </ForProject>
  );
}

interface CodesProps {
  /** Null until it is known. */
  project: number | null;
  onProject: (project: number) => void;
}

function Codes({ project, onProject }: CodesProps) {
  const t = useText();
  const [state, change] = spotList.use();
  const spots = useSpots(project, state);
  const kept = useKeptCodes();
  const [printed, setPrinted] = useState<LabelChoice | null>(null);
  const LabelsDialog = useLater(labels, printed !== null)?.LabelsDialog;
  const { data } = spots;
  const mayCreate = data?.can["create"] === true;
  return (
    <>
      <ListScreen
        title={t("spot_codes.title")}
        note={t("spot_codes.subtitle")}
        actions={
          project !== null &&
          data && (
            <HeaderActions
              project={project}
              state={state}
              mayCreate={mayCreate}
              onPrint={() => setPrinted({ state })}
            />
          )
        }
        notices={
          <div className="mb-5 flex flex-wrap items-end gap-3">
            <ProjectSelect
              label={t("spot_codes.project")}
              may="view_visits"
              value={project}
              onChange={(next) => next !== null && onProject(next.id)}
              className="w-full max-w-88"
            />
            {kept.length > 0 && (
              <Link href="/q" look={{ variant: "secondary" }}>
                {t("spot_codes.scan.kept_title")}
              </Link>
            )}
          </div>
        }
        tools={
          <ListTools
            label={t("spot_codes.search")}
            search={state.search}
            onSearch={(search) => change({ search })}
            count={data && t("spot_codes.count", { count: data.total, codes: data.counts.codes })}
          >
            <Filters state={state} change={change} sheets={data?.sheets ?? []} />
          </ListTools>
        }
        list={spots}
        waiting={<RowsSkeleton />}
        none={
          <EmptyState
            icon={QrIcon}
            title={t("spot_codes.none_title")}
            text={t("spot_codes.none_text")}
            action={
              mayCreate &&
              project !== null && (
                <Button
                  variant="primary"
                  size="lg"
                  onPress={() => startCreation({ kind: "visit", id_project: project })}
                >
                  {t("spot_codes.add_visit")}
                </Button>
              )
            }
          />
        }
        isNarrowed={spotList.isNarrowed(state)}
        onClear={() => change(spotList.plain)}
        paging={{ page: state.page, perPage: spotsPerPage, onPage: (page) => change({ page }) }}
        renderBar={(selection, shown) =>
          project !== null && (
            <CodesBar
              project={project}
              selection={selection}
              shown={shown}
              mayCreate={mayCreate}
              onPrint={(codes) => setPrinted({ codes, state })}
            />
          )
        }
      >
        {(items, selection) => (
          <ul aria-label={t("spot_codes.list")} className="divide-y divide-line rounded-lg bg-raised">
            {items.map((spot) => (
              <SpotRow
                key={spot.id}
                project={project ?? 0}
                spot={spot}
                mayCreate={mayCreate}
                mayViewScans={data?.can["view_scans"] === true}
                mayFilm={data?.can["timelapse"] === true}
                isChosen={selection.ids.has(spot.id)}
                onChoose={(isChosen) => selection.toggle(spot.id, isChosen, false)}
                onPrint={(codes) => setPrinted({ codes, state })}
              />
            ))}
          </ul>
        )}
      </ListScreen>
      {LabelsDialog && printed !== null && project !== null && (
        <LabelsDialog project={project} choice={printed} onClose={() => setPrinted(null)} />
      )}
    </>
  );
}

interface FiltersProps {
  state: SpotListState;
  change: (next: Partial<SpotListState>) => void;
  sheets: readonly { id: number; name: string; floor: string; spots: number }[];
}

function Filters({ state, change, sheets }: FiltersProps) {
  const t = useText();
  return (
    <div className={chipLine}>
      <FilterChip
        label={t("spot_codes.with_code")}
        isOn={state.has_code === true}
        onChange={(isOn) => change({ has_code: isOn ? true : null })}
      />
      <FilterChip
        label={t("spot_codes.without_code")}
        isOn={state.has_code === false}
        onChange={(isOn) => change({ has_code: isOn ? false : null })}
      />
      {(sheets.length > 1 || state.sheet !== null) && (
        <ChoiceChip
          label={t("spot_codes.floor")}
          choices={sheets.map(({ id, name, floor, spots }) => ({
            value: id,
            label: t("spot_codes.floor_choice", {
              name: id === 0 ? t("spot_codes.no_floor") : [floor, name].filter(Boolean).join(" · "),
              count: spots,
            }),
          }))}
          value={state.sheet}
          onChange={(sheet) => change({ sheet })}
        />
      )}
    </div>
  );
}

interface HeaderActionsProps {
  project: number;
  state: SpotListState;
  mayCreate: boolean;
  onPrint: () => void;
}

/** Creates and prints what the filters leave. */
function HeaderActions({ project, state, mayCreate, onPrint }: HeaderActionsProps) {
  const t = useText();
  const bare = useSpotTotal(project, state, false);
  const coded = useSpotTotal(project, state, true);
  const { search } = spotList.narrowing(state);
  const create = useCreate(project);
  return (
    <>
      {coded !== undefined && coded > 0 && (
        <Button icon={Printer} onPress={onPrint}>
          {t("spot_codes.print")}
        </Button>
      )}
      {mayCreate && bare !== undefined && bare > 0 && (
        <Button
          variant="primary"
          icon={QrIcon}
          isPending={create.isPending}
          onPress={() => void create.run({ search, sheet: state.sheet ?? undefined })}
        >
          {t("spot_codes.create_all", { count: bare })}
        </Button>
      )}
    </>
  );
}
