import { useParams } from "@tanstack/react-router";
import { LayoutGrid, Pencil, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Camera } from "#contract/cctv.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Star } from "#web/shell/stars/star.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { problemText } from "../camera-looks.ts";
import { CameraMenu } from "../camera-menu.tsx";
import { useCheckCamera } from "../cctv.changes.ts";
import { useCamera } from "../cctv.queries.ts";
import { EditCamera } from "../dialog/edit-camera.tsx";
import { StateMark } from "../state-mark.tsx";
import { useCameraNews } from "../use-camera-news.ts";
import { CameraFacts } from "./camera-facts.tsx";
import { FilmsPart } from "./films-part.tsx";
import { HealthPart } from "./health-part.tsx";
import { LivePicture } from "./live-picture.tsx";
import { StillsPart } from "./stills-part.tsx";

/** One camera: its live picture, its reliability, the stored pictures, the time-lapses made of them. */
export function CameraScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const camera = useCamera(id);
  usePageTitle(camera.data?.name);
  if (camera.isPending) return <ScreenSkeleton />;
  if (camera.data === undefined)
    return <LoadFailure screen="camera" error={camera.error} onRetry={() => void camera.refetch()} />;
  return <CameraPage key={camera.data.id} camera={camera.data} />;
}

function CameraPage({ camera }: { camera: Camera }) {
  const t = useText();
  const check = useCheckCamera();
  const [isEditing, setIsEditing] = useState(false);
  useCameraNews([camera.id_project]);
  const { can } = camera;
  const problem = camera.state === "up" ? null : problemText(camera.problem, t);
  return (
    <>
      <PageHeader
        title={camera.name}
        crumbs={[{ label: t("cctv.title"), href: "/cctv" }, { label: camera.name }]}
        note={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <StateMark camera={camera} />
            <Link href={`/project/${camera.id_project}`}>
              <bdi>{camera.project}</bdi>
            </Link>
            {camera.location !== "" && <bdi>{camera.location}</bdi>}
          </span>
        }
        actions={
          <span className="flex items-center gap-1.5">
            <Star of="cameras" id={camera.id} name={camera.name} isStarred={camera.starred} />
            {can["check"] === true && (
              <Button
                icon={RefreshCw}
                isPending={check.isPending}
                onPress={() => check.mutate(camera)}
                className="max-sm:hidden"
              >
                {t("cctv.check")}
              </Button>
            )}
            {can["edit"] === true && (
              <Button icon={Pencil} onPress={() => setIsEditing(true)}>
                {t("cctv.edit")}
              </Button>
            )}
            <CameraMenu camera={camera} onEdit={() => setIsEditing(true)} isOwnPage />
          </span>
        }
      />
      {problem !== null && (
        <Banner tone="warn" className="mb-5">
          {problem}
        </Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <LivePicture camera={camera} />
          <StillsPart camera={camera} />
          <FilmsPart camera={camera} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <HealthPart camera={camera} />
          <CameraFacts camera={camera} />
          <Link href={`/cameras/wall?project=${camera.id_project}`} look={{ variant: "secondary" }}>
            <LayoutGrid aria-hidden size={16} strokeWidth={1.75} />
            {t("cctv.open_wall")}
          </Link>
        </div>
      </div>
      {isEditing && <EditCamera camera={camera} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function ScreenSkeleton() {
  return (
    <Outline className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-5 w-40" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="aspect-video rounded-lg" />
        <Skeleton className="h-64 rounded-lg max-lg:hidden" />
      </div>
    </Outline>
  );
}
