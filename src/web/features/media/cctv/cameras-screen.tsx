import { Cctv, LayoutGrid, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { startCreation } from "#web/lib/creation.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { useFoundProjects, useMayAnywhere, useProjectById } from "#web/shell/projects/projects.queries.ts";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { CameraCard } from "./camera-card.tsx";
import { CameraTools } from "./camera-tools.tsx";
import { camerasPerPage, useCameras } from "./cctv.queries.ts";
import { EditCamera } from "./dialog/edit-camera.tsx";
import { type CameraListState, cameraList } from "./list-state.ts";
import { useCameraNews } from "./use-camera-news.ts";

/** Tables are large, and most users prefer the cards. */
const CameraTable = lazy(async () => ({ default: (await import("./camera-table.tsx")).CameraTable }));

/** All cameras of the user's projects. */
export function CamerasScreen() {
  const t = useText();
  const [state, change] = cameraList.use();
  const mayAdd = useMayAnywhere("add_camera");
  const chosen = useProjectById(state.project).data;
  const cameras = useCameras(state);
  const [edited, setEdited] = useState<Camera | null>(null);
  const heard =
    state.project === null
      ? (cameras.data?.items ?? []).map(({ id_project }) => id_project)
      : [state.project];
  useCameraNews(heard);

  function add(): void {
    const isMeant = chosen?.can["add_camera"] === true;
    startCreation({ kind: "camera", ...(isMeant && { id_project: chosen.id }) });
  }

  return (
    <>
      <ListScreen
        title={t("cctv.title")}
        actions={
          <>
            <Link href={wallOf(state.project)} look={{ variant: "secondary" }}>
              <LayoutGrid aria-hidden size={16} strokeWidth={1.75} />
              {t("cctv.open_wall")}
            </Link>
            {mayAdd && (
              <CreateButton begins="camera" variant="primary" icon={Plus} onPress={add}>
                {t("cctv.new")}
              </CreateButton>
            )}
          </>
        }
        tools={<CameraTools state={state} change={change} total={cameras.data?.total} />}
        list={cameras}
        screen="cameras"
        waiting={<CardsSkeleton />}
        none={<NoCameras mayAdd={mayAdd} onAdd={add} />}
        isNarrowed={cameraList.isNarrowed(state)}
        onClear={() => change({ ...cameraList.plain, view: state.view })}
        paging={{ page: state.page, perPage: camerasPerPage, onPage: (page) => change({ page }) }}
        renderBar={(selection, shown) => <BulkBar selection={selection} shown={shown} />}
      >
        {(items, selection) => (
          <CameraItems cameras={items} view={state.view} selection={selection} onEdit={setEdited} />
        )}
      </ListScreen>
      {edited !== null && <EditCamera camera={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

export const wallOf = (project: number | null) =>
  project === null ? "/cameras/wall" : `/cameras/wall?project=${project}`;

interface CameraItemsProps {
  cameras: readonly Camera[];
  view: CameraListState["view"];
  selection: Selection;
  onEdit: (camera: Camera) => void;
}

function CameraItems({ cameras, view, selection, onEdit }: CameraItemsProps) {
  if (view === "table")
    return (
      <Suspense fallback={<CardsSkeleton />}>
        <CameraTable cameras={cameras} selection={selection} onEdit={onEdit} />
      </Suspense>
    );
  return (
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
  );
}

function NoCameras({ mayAdd, onAdd }: { mayAdd: boolean; onAdd: () => void }) {
  const t = useText();
  const hasProject = (useFoundProjects().data?.total ?? 0) > 0;
  return (
    <EmptyState
      icon={Cctv}
      title={t("cctv.empty_title")}
      text={t(mayAdd ? "cctv.empty_text" : hasProject ? "cctv.empty_read_text" : "cctv.empty_project")}
      {...(mayAdd && {
        action: (
          <CreateButton begins="camera" variant="primary" size="lg" icon={Plus} onPress={onAdd}>
            {t("cctv.new")}
          </CreateButton>
        ),
      })}
    />
  );
}
