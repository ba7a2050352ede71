import { Cctv, ChevronLeft, ChevronRight, ListOrdered, Maximize, Minimize } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { keepAwake } from "#web/lib/keep-awake.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { ProjectFilter } from "#web/shell/projects/project-filter.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useCameras } from "../cctv.queries.ts";
import { useCameraNews } from "../use-camera-news.ts";
import { useKiosk } from "./use-kiosk.ts";
import { WallGrid } from "./wall-grid.tsx";
import { fittingSize, useWall, type WallState, wallSizes } from "./wall-state.ts";

const arrange = later(() => import("./arrange-dialog.tsx"));

/** All cameras at a glance. Watching counts as activity, even without input. */
export function WallScreen() {
  const t = useText();
  const [state, change] = useWall();
  const cameras = useCameras({ project: state.project, perPage: 100, sort: "name" });
  const root = useRef<HTMLDivElement>(null);
  const kiosk = useKiosk(root);
  const [isArranging, setIsArranging] = useState(false);
  const Arrange = useLater(arrange, isArranging)?.ArrangeDialog;
  useEffect(() => keepAwake(), []);
  const all = cameras.data?.items ?? [];
  const chosen = onWall(all, state);
  useCameraNews(chosen.map(({ id_project }) => id_project));
  return (
    <>
      <PageHeader
        title={t("cctv.wall.title")}
        crumbs={[{ label: t("cctv.title"), href: "/cctv" }, { label: t("cctv.wall.title") }]}
        className="mb-4"
        actions={
          all.length > 0 && (
            <span className="flex flex-wrap items-center gap-2">
              <ProjectFilter
                label={t("cctv.project_filter")}
                short={t("cctv.wall.project")}
                chosen={state.project}
                onChoose={(project) => change({ project })}
              />
              <SegmentedControl
                label={t("cctv.wall.size")}
                value={String(state.size)}
                onChange={(size) => change({ size: Number(size) as WallState["size"] })}
                segments={wallSizes.map((n) => ({ value: String(n), label: `${n}×${n}` }))}
              />
              <Button icon={ListOrdered} onPress={() => setIsArranging(true)}>
                {t("cctv.wall.arrange")}
              </Button>
              {kiosk.isOffered && (
                <Button icon={Maximize} onPress={kiosk.toggle}>
                  {t("cctv.wall.kiosk")}
                </Button>
              )}
            </span>
          )
        }
      />
      {cameras.isPending ? (
        <Skeleton className="aspect-video rounded-lg" />
      ) : cameras.data === undefined ? (
        <LoadFailure screen="cameras" error={cameras.error} onRetry={() => void cameras.refetch()} />
      ) : chosen.length === 0 ? (
        <EmptyState
          icon={Cctv}
          title={t("cctv.wall.empty_title")}
          text={t("cctv.wall.empty_text")}
          action={
            all.length > 0 ? (
              <Button variant="primary" onPress={() => change({ cameras: null })}>
                {t("cctv.wall.all")}
              </Button>
            ) : (
              <Link href="/cctv" look={{ variant: "primary" }}>
                {t("cctv.title")}
              </Link>
            )
          }
        />
      ) : (
        <Wall
          root={root}
          cameras={chosen}
          state={state}
          change={change}
          isKiosk={kiosk.isOn}
          onLeave={kiosk.toggle}
        />
      )}
      {Arrange && isArranging && (
        <Arrange
          all={all}
          chosen={chosen}
          onChange={(ids) => change({ cameras: ids })}
          onClose={() => setIsArranging(false)}
        />
      )}
    </>
  );
}

/** Cameras on the wall, in its order. One that was deleted, or is no longer visible, leaves no gap. */
function onWall(all: readonly Camera[], { cameras }: WallState): readonly Camera[] {
  if (cameras === null) return all;
  return cameras.map((id) => all.find((camera) => camera.id === id)).filter((camera) => camera !== undefined);
}

interface WallProps {
  root: RefObject<HTMLDivElement | null>;
  cameras: readonly Camera[];
  state: WallState;
  change: (next: Partial<WallState>) => void;
  isKiosk: boolean;
  onLeave: () => void;
}

function Wall({ root, cameras, state, change, isKiosk, onLeave }: WallProps) {
  const t = useText();
  const perPage = state.size ** 2;
  const pages = Math.ceil(cameras.length / perPage);
  const page = Math.min(state.page, pages);
  const start = (page - 1) * perPage;
  return (
    <div ref={root} className={cx("bg-black", isKiosk ? "flex h-full flex-col p-1" : "rounded-lg p-1")}>
      <WallGrid
        cameras={cameras.slice(start, start + perPage)}
        size={fittingSize(state.size, cameras.length)}
        isKiosk={isKiosk}
        onMove={(from, to) => {
          const ids = cameras.map(({ id }) => id);
          const [moved] = ids.splice(start + from, 1);
          if (moved !== undefined) ids.splice(start + to, 0, moved);
          change({ cameras: ids, page });
        }}
      />
      {!isKiosk && (
        <p className="px-1.5 pt-1.5 pb-0.5 text-xs text-white/70 max-md:hidden touch:hidden">
          {t("cctv.wall.help")}
        </p>
      )}
      {(pages > 1 || isKiosk) && (
        <div className="flex items-center justify-center gap-3 px-2 pt-1 text-sm text-white/80">
          {pages > 1 && (
            <>
              <IconButton
                icon={ChevronLeft}
                points
                label={t("cctv.wall.previous")}
                isDisabled={page <= 1}
                onPress={() => change({ page: page - 1 })}
                className={onBlack}
              />
              <span className="tabular-nums">{t("cctv.wall.page", { page, pages })}</span>
              <IconButton
                icon={ChevronRight}
                points
                label={t("cctv.wall.next")}
                isDisabled={page >= pages}
                onPress={() => change({ page: page + 1 })}
                className={onBlack}
              />
            </>
          )}
          {isKiosk && (
            <IconButton
              icon={Minimize}
              label={t("cctv.wall.kiosk_end")}
              onPress={onLeave}
              hasTooltip={false}
              className={onBlack}
            />
          )}
        </div>
      )}
    </div>
  );
}

const onBlack = "text-white/80 hover:bg-white/15 hover:text-white touch:size-11";
