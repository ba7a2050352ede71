import { Cctv, CircleDashed, type LucideIcon, Plus, ShieldAlert, VideoOff } from "lucide-react";
import type { CameraState } from "#contract/choices.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Tone, textTone } from "#web/ui/tone.ts";
import type { Glance } from "./dashboard.queries.ts";
import { Part } from "./part.tsx";

type Cameras = Glance["cameras"];

const looks: Readonly<Record<CameraState, { tone: Tone; icon: LucideIcon }>> = {
  up: { tone: "ok", icon: Cctv },
  down: { tone: "bad", icon: VideoOff },
  refused: { tone: "warn", icon: ShieldAlert },
  unknown: { tone: "neutral", icon: CircleDashed },
};

const cameraGrid = "grid grid-cols-2 gap-x-3 gap-y-5";
/** Avoids a row with a single item where possible. */
const columnsOf = (count: number) => (count % 3 === 1 ? "sm:grid-cols-4" : "sm:grid-cols-3 2xl:grid-cols-4");

/** Each camera with its newest still, those with problems first. Nothing for users who have none and may add none. */
export function CameraStrip({ cameras, mayAdd }: { cameras: Cameras; mayAdd: boolean }) {
  const t = useText();
  const format = useFormat();
  if (cameras.total === 0 && !mayAdd) return null;
  if (cameras.total === 0)
    return (
      <Part id="cameras" title={t("dashboard.cameras")}>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line">
          <p className="text-ink-muted">{t("dashboard.no_cameras")}</p>
          <CreateButton
            begins="camera"
            size="sm"
            icon={Plus}
            onPress={() => startCreation({ kind: "camera" })}
          >
            {t("dashboard.new_camera")}
          </CreateButton>
        </div>
      </Part>
    );
  return (
    <Part
      id="cameras"
      title={t("dashboard.cameras")}
      note={t("dashboard.cameras_up", {
        up: format.number(cameras.up),
        total: format.number(cameras.total),
      })}
      more={<Link href="/cctv">{t("dashboard.all_cameras")}</Link>}
    >
      <ul className={cx(cameraGrid, columnsOf(cameras.items.length))}>
        {cameras.items.map((camera) => (
          <CameraTile key={camera.id} camera={camera} />
        ))}
      </ul>
    </Part>
  );
}

function CameraTile({ camera }: { camera: Cameras["items"][number] }) {
  const { icon, tone } = looks[camera.state];
  return (
    <li className="min-w-0">
      <Link href={`/cameras/${camera.id}`} look="plain" className="group/camera block rounded-md">
        <span
          className={cx(
            "relative block aspect-video overflow-hidden rounded-md",
            camera.still !== null && "bg-black",
          )}
        >
          <Picture
            src={camera.still}
            icon={icon}
            className={cx(
              "size-full [&_svg]:size-7",
              // An outdated still must not be mistaken for the current view.
              camera.state === "down" && camera.still !== null && "opacity-55 grayscale",
            )}
          />
          <span
            aria-hidden
            className="absolute inset-0 rounded-md ring-1 ring-black/10 ring-inset dark:ring-white/10"
          />
        </span>
        <span className="own-direction mt-2 block truncate font-strong">{camera.name}</span>
        <span className={cx("flex min-w-0 items-center gap-1.5 text-xs", textTone[tone])}>
          <Icon of={icon} size="sm" className="size-3.5 shrink-0" />
          <StateWords camera={camera} />
        </span>
        <span className="own-direction block truncate text-xs text-ink-muted">{camera.project_name}</span>
      </Link>
    </li>
  );
}

function StateWords({ camera }: { camera: Cameras["items"][number] }) {
  const t = useText();
  const format = useFormat();
  const { state, last_seen_at: seen } = camera;
  const text =
    state === "down" && seen !== null
      ? t("dashboard.camera_down_since", {
          when: format.date(seen, isToday(seen) ? "time" : "day"),
        })
      : t(`dashboard.camera_${state}`);
  return <span className="truncate">{text}</span>;
}

const isToday = (instant: string) => new Date(instant).toDateString() === new Date().toDateString();

export function CamerasSkeleton() {
  return (
    <div className={cx(cameraGrid, "sm:grid-cols-3")}>
      {[0, 1, 2].map((camera) => (
        <span key={camera} className="flex flex-col gap-2">
          <Skeleton className="aspect-video rounded-md" />
          <Skeleton className="h-4 w-3/5" />
        </span>
      ))}
    </div>
  );
}
