import { CalendarCog, FileDown } from "lucide-react";
import { useRef, useState } from "react";
import type { Coverage, CoverageSpot } from "#contract/coverage.ts";
import type { Sheet } from "#contract/sheets.ts";
import { useLanguage } from "#web/lib/language.ts";
import { storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ForProject, useProjectAddress } from "#web/shell/projects/for-project.tsx";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useProjectOfScreen } from "#web/shell/projects/projects.queries.ts";
import { AddPhoto, type AddPhotoParts } from "#web/shell/visits/add-photo.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Checklist } from "./checklist.tsx";
import { useCoverage, useCoverageNews, useCoverageSheets } from "./coverage.queries.ts";
import { CoveragePlanCard, type PlacedSheet, type PlanPoint } from "./coverage-plan.tsx";
import { AddRooms, NoSpots } from "./no-spots.tsx";
import { SpotList } from "./spot-list.tsx";

const planDialog = later(() => import("./plan-dialog.tsx"));
const spotDialogs = later(() => import("./spot-dialog.tsx"));

/** `/coverage/12`: today's photo checklist of a project, and its floor plan by the age of the photos. */
export function CoverageScreen({ parts }: { parts: AddPhotoParts }) {
  const t = useText();
  const place = useProjectAddress("/coverage");
  const { newest, chosen } = useProjectOfScreen(place, storageKeys.progressProject);
  return (
    <ForProject newest={newest} title={t("coverage.title")} noProjects={t("coverage.no_projects_text")}>
      <ProjectCoverage key={chosen} project={chosen} onProject={place.choose} parts={parts} />
    </ForProject>
  );
}

interface ProjectCoverageProps {
  /** Null until it is known. */
  project: number | null;
  onProject: (project: number) => void;
  parts: AddPhotoParts;
}

function ProjectCoverage({ project, onProject, parts }: ProjectCoverageProps) {
  const t = useText();
  const lang = useLanguage();
  const coverage = useCoverage(project);
  useCoverageNews(project);
  const [isPlanOpen, setPlanOpen] = useState(false);
  const PlanDialog = useLater(planDialog, isPlanOpen)?.PlanDialog;
  const { data } = coverage;
  const isSetUp = data !== undefined && data.spots.length > 0;
  return (
    <>
      <PageHeader
        title={t("coverage.title")}
        note={t("coverage.subtitle")}
        actions={
          isSetUp && (
            <>
              <Link
                href={`/api/projects/${project}/coverage/pdf?lang=${lang}`}
                look={{ variant: "secondary" }}
                target="_blank"
              >
                <FileDown aria-hidden className="size-4" /> {t("coverage.pdf")}
              </Link>
              {data.can["edit"] === true && (
                <Button icon={CalendarCog} onPress={() => setPlanOpen(true)}>
                  {t("coverage.edit_plan")}
                </Button>
              )}
            </>
          )
        }
      />
      <ProjectSelect
        label={t("coverage.project")}
        may="view_visits"
        value={project}
        onChange={(next) => next !== null && onProject(next.id)}
        className="mb-5 w-full max-w-88"
      />
      {coverage.isError && data === undefined ? (
        <LoadFailure error={coverage.error} onRetry={() => void coverage.refetch()} />
      ) : data === undefined || project === null ? (
        <CardsSkeleton count={2} />
      ) : (
        <Content project={project} coverage={data} parts={parts} />
      )}
      {PlanDialog && isPlanOpen && data !== undefined && project !== null && (
        <PlanDialog project={project} plan={data.plan} onClose={() => setPlanOpen(false)} />
      )}
    </>
  );
}

const hasImage = (sheet: Sheet): sheet is PlacedSheet => sheet.image !== null;

interface ContentProps {
  project: number;
  coverage: Coverage;
  parts: AddPhotoParts;
}

function Content({ project, coverage, parts }: ContentProps) {
  const sheets = useCoverageSheets(project);
  const plan = useRef<HTMLDivElement>(null);
  const [sheetId, setSheetId] = useState<number | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [taken, setTaken] = useState<CoverageSpot | null>(null);
  const [last, setLast] = useState<number>();
  const [edited, setEdited] = useState<CoverageSpot | PlanPoint | null>(null);
  const dialogs = useLater(spotDialogs, edited !== null);
  const floors = sheets.data ?? [];
  const withImage = floors.filter(hasImage);
  const mostSpots = withImage.toSorted((a, b) => spotsOn(coverage, b.id) - spotsOn(coverage, a.id))[0];
  const sheet = withImage.find(({ id }) => id === sheetId) ?? mostSpots;
  const show = (spot: CoverageSpot) => {
    setSheetId(spot.id_sheet);
    setSelected(spot.id);
    plan.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  const editPlan = () => {
    setEditing(true);
    plan.current?.scrollIntoView({ block: "nearest" });
  };
  const isEmpty = coverage.spots.length === 0;
  return (
    <div className="flex flex-col gap-6">
      {isEmpty && !isEditing ? (
        <NoSpots
          project={project}
          mayEdit={coverage.can["edit"] === true}
          hasPlan={sheet !== undefined}
          onPlan={editPlan}
        />
      ) : (
        <div className="grid gap-6 xl:grid-cols-2">
          {!isEmpty && (
            <Checklist
              project={project}
              coverage={coverage}
              floors={floors}
              last={last}
              onTake={setTaken}
              onSkipped={({ id }) => setLast(id)}
              onShow={show}
            />
          )}
          <div ref={plan} className="scroll-mt-4">
            {sheets.isError && floors.length === 0 ? (
              <LoadFailure screen="sheets" error={sheets.error} onRetry={() => void sheets.refetch()} />
            ) : sheets.isPending ? (
              <CardsSkeleton count={1} />
            ) : (
              <CoveragePlanCard
                project={project}
                coverage={coverage}
                sheets={withImage}
                sheet={sheet}
                onSheet={(id) => {
                  setSheetId(id);
                  setSelected(null);
                }}
                selected={selected}
                onSelect={setSelected}
                isEditing={isEditing}
                onEditing={setEditing}
                onAdd={setEdited}
                onEdit={setEdited}
              />
            )}
          </div>
        </div>
      )}
      {!isEmpty && <SpotList coverage={coverage} onEdit={setEdited} />}
      {!isEmpty && coverage.can["edit"] === true && <AddRooms project={project} />}
      {taken !== null && (
        <AddPhoto
          parts={parts}
          id_project={project}
          roomName={taken.name}
          onClose={() => {
            setLast(taken.id);
            setTaken(null);
          }}
        />
      )}
      {dialogs &&
        edited !== null &&
        ("id" in edited ? (
          <dialogs.SpotDialog project={project} spot={edited} onClose={() => setEdited(null)} />
        ) : (
          <dialogs.NewSpotDialog project={project} at={edited} onClose={() => setEdited(null)} />
        ))}
    </div>
  );
}

const spotsOn = ({ spots }: Coverage, sheet: number) =>
  spots.filter(({ id_sheet }) => id_sheet === sheet).length;
