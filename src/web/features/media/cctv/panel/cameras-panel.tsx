import { LayoutGrid, Plus } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import type { Project } from "#contract/projects.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { textTone } from "#web/ui/tone.ts";
import { pageOf, pictureOf, stateLooks, stateText } from "../camera-looks.ts";
import { useCameras } from "../cctv.queries.ts";
import { useCameraNews } from "../use-camera-news.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";

const shown = 6;

/** The cameras of a project: a picture, a state and an age each, those with problems first. */
export function CamerasPanel({ project }: { project: Project }) {
  const t = useText();
  const cameras = useCameras({ project: project.id, perPage: shown, sort: "state" });
  const down = useCameras({ project: project.id, perPage: 1, state: "down" });
  useCameraNews([project.id]);
  if (cameras.isPending) return <PanelSkeleton />;
  const mayAdd = project.can["add_camera"] === true;
  const { items, total } = cameras.data ?? { items: [], total: 0 };
  const address = `/cctv?project=${project.id}`;
  const lost = down.data?.total ?? 0;
  return (
    <Card
      title={t("cctv.title")}
      actions={
        <span className="flex items-center">
          {total > 0 && (
            <Link href={`/cameras/wall?project=${project.id}`} look={{ variant: "quiet", size: "sm" }}>
              <Icon of={LayoutGrid} size="sm" />
              {t("cctv.panel.wall")}
            </Link>
          )}
          {mayAdd && (
            <CreateButton
              begins="camera"
              size="sm"
              variant="quiet"
              icon={Plus}
              onPress={() => startCreation({ kind: "camera", id_project: project.id })}
            >
              {t("cctv.new")}
            </CreateButton>
          )}
        </span>
      }
    >
      {cameras.data === undefined ? (
        <LoadFailure screen="cameras" error={cameras.error} onRetry={() => void cameras.refetch()} />
      ) : total === 0 ? (
        <p className="text-ink-muted">{t("cctv.panel.empty")}</p>
      ) : (
        <div className="flex flex-col gap-4">
          {lost > 0 && (
            <p>
              <Link href={`${address}&state=down`} look="plain">
                <Chip tone="bad">{t("cctv.panel.down", { count: lost })}</Chip>
              </Link>
            </p>
          )}
          <ul className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
            {items.map((camera) => (
              <Tile key={camera.id} camera={camera} />
            ))}
          </ul>
          <Link href={address} className="w-fit text-sm">
            {total > shown ? t("cctv.panel.more", { count: total - shown }) : t("cctv.panel.all")}
          </Link>
        </div>
      )}
    </Card>
  );
}

function Tile({ camera }: { camera: Camera }) {
  const t = useText();
  const format = useFormat();
  const { tone, icon } = stateLooks[camera.state];
  const { name, still, state } = camera;
  return (
    <li className="min-w-0">
      <Link href={pageOf(camera)} look="plain" className="group/camera block rounded-md">
        <span className="block overflow-hidden rounded-md bg-black">
          <Picture
            src={pictureOf(camera)}
            icon={icon}
            className={cx(
              "aspect-video transition-transform duration-200 group-hover/camera:scale-[1.03]",
              state !== "up" && "opacity-70 saturate-50",
            )}
          />
        </span>
        <span className="own-direction mt-1.5 block truncate text-sm">{name}</span>
        <span className={cx("flex min-w-0 items-center gap-1 text-xs", textTone[tone])}>
          <Icon of={icon} size="sm" className="size-3.5" />
          <span className="truncate">
            {stateText(camera, t, format)}
            {state === "up" && still !== null && ` · ${format.ago(still.taken_at)}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
