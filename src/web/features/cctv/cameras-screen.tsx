import { Cctv, LayoutGrid, Plus, SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useSelection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { BeginButton } from "#web/shell/begin-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useFoundProjects, useMayAnywhere, useProjectById } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { CameraCard } from "./camera-card.tsx";
import { CameraNews } from "./camera-news.tsx";
import { CameraTools } from "./camera-tools.tsx";
import { camerasPerPage, useCameras } from "./cctv.queries.ts";
import { EditCamera } from "./dialog/edit-camera.tsx";
import { cameraList } from "./list-state.ts";

/** Tables are large, and most people look at pictures. */
const CameraTable = lazy(async () => ({ default: (await import("./camera-table.tsx")).CameraTable }));

/** All cameras of one's projects. */
export function CamerasScreen() {
  const t = useText();
  const [state, change] = cameraList.use();
  const projects = useFoundProjects();
  const mayAdd = useMayAnywhere("add_camera");
  const chosen = useProjectById(state.project).data;
  const cameras = useCameras(state);
  const [edited, setEdited] = useState<Camera | null>(null);
  const items = cameras.data?.items ?? [];
  const isFiltered = cameraList.isNarrowed(state);
  const isEmpty = cameras.data?.total === 0 && !isFiltered;
  const heard = state.project === null ? items.map(({ id_project }) => id_project) : [state.project];

  function add(): void {
    const isMeant = chosen?.can["add_camera"] === true;
    startCreation({ kind: "camera", ...(isMeant && { id_project: chosen.id }) });
  }

  return (
    <>
      <PageHeader
        title={t("cctv.title")}
        areActionsHeld={cameras.isPending}
        actions={
          !isEmpty && (
            <>
              <Link href={wallOf(state.project)} look={{ variant: "secondary" }}>
                <LayoutGrid aria-hidden size={16} strokeWidth={1.75} />
                {t("cctv.open_wall")}
              </Link>
              {mayAdd && (
                <BeginButton begins="camera" variant="primary" icon={Plus} onPress={add}>
                  {t("cctv.new")}
                </BeginButton>
              )}
            </>
          )
        }
      />
      {!isEmpty && <CameraTools state={state} change={change} total={cameras.data?.total} />}
      {cameras.isPending ? (
        <CardsSkeleton />
      ) : cameras.data === undefined ? (
        <LoadFailure screen="cameras" error={cameras.error} onRetry={() => void cameras.refetch()} />
      ) : isEmpty ? (
        <NoCameras mayAdd={mayAdd} hasProject={(projects.data?.total ?? 0) > 0} onAdd={add} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t("cctv.no_match_title")}
          text={t("cctv.no_match_text")}
          action={
            <Button onPress={() => change({ ...cameraList.plain, view: state.view })}>
              {t("cctv.clear_filters")}
            </Button>
          }
        />
      ) : (
        <div className={cameras.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <CameraItems cameras={items} view={state.view} onEdit={setEdited} />
          <Pager
            page={state.page}
            perPage={camerasPerPage}
            total={cameras.data.total}
            onChange={(page) => change({ page })}
          />
        </div>
      )}
      <CameraNews projects={heard} />
      {edited !== null && <EditCamera camera={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

export const wallOf = (project: number | null) =>
  project === null ? "/cameras/wall" : `/cameras/wall?project=${project}`;

interface CameraItemsProps {
  cameras: readonly Camera[];
  view: "grid" | "table";
  onEdit: (camera: Camera) => void;
}

function CameraItems({ cameras, view, onEdit }: CameraItemsProps) {
  const selection = useSelection(cameras.map(({ id }) => id));
  return (
    <>
      {view === "table" ? (
        <Suspense fallback={<CardsSkeleton />}>
          <CameraTable cameras={cameras} selection={selection} onEdit={onEdit} />
        </Suspense>
      ) : (
        <div className={cardGrid}>
          {cameras.map((camera, index) => (
            <CameraCard
              key={camera.id}
              camera={camera}
              isFirst={index < 8}
              isChosen={selection.ids.has(camera.id)}
              isChoosing={selection.ids.size > 0}
              onChoose={(isChosen, isRange) => selection.toggle(camera.id, isChosen, isRange)}
              onEdit={onEdit}
            />
          ))}
        </div>
      )}
      {selection.ids.size > 0 && <BulkBar selection={selection} shown={cameras} />}
    </>
  );
}

function NoCameras({
  mayAdd,
  hasProject,
  onAdd,
}: {
  mayAdd: boolean;
  hasProject: boolean;
  onAdd: () => void;
}) {
  const t = useText();
  return (
    <EmptyState
      icon={Cctv}
      title={t("cctv.empty_title")}
      text={t(mayAdd ? "cctv.empty_text" : hasProject ? "cctv.empty_read_text" : "cctv.empty_project")}
      {...(mayAdd && {
        action: (
          <BeginButton begins="camera" variant="primary" size="lg" icon={Plus} onPress={onAdd}>
            {t("cctv.new")}
          </BeginButton>
        ),
      })}
    />
  );
}
