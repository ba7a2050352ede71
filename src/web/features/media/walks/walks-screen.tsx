import { useParams } from "@tanstack/react-router";
import { Footprints, MapPinned, Play, Square, Trash2, Video } from "lucide-react";
import { useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { walkLimits } from "#contract/walks.limits.ts";
import type { Walk } from "#contract/walks.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useStore } from "#web/lib/store.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AddPhotos } from "./add-photos.tsx";
import { clockOf } from "./clock-of.ts";
import { endWalkUpload, uploadWalk, type WalkUpload, walkUploads } from "./walk-uploads.ts";
import { useVisitOfWalks, useWalkChanges, useWalkNews, useWalks } from "./walks.queries.ts";

/** The walk videos of a visit: upload, progress, and the way to placing them. */
export function WalksScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const visit = useVisitOfWalks(Number(id));
  usePageTitle(visit.data === undefined ? undefined : t("walks.title"));
  if (visit.isPending) return <WalksSkeleton />;
  if (visit.data === undefined)
    return <LoadFailure screen="edit_visit" error={visit.error} onRetry={() => void visit.refetch()} />;
  return <Walks visit={visit.data} />;
}

function Walks({ visit }: { visit: Visit }) {
  const t = useText();
  const walks = useWalks(visit.id);
  useWalkNews(visit.id_project);
  const upload = useStore(walkUploads).get(visit.id);
  const items = walks.data?.items ?? [];
  return (
    <>
      <PageHeader
        title={t("walks.title")}
        note={t("walks.subtitle")}
        crumbs={[
          { label: t("visits.title"), href: "/visits" },
          { label: visit.name, href: `/editvisit/${visit.id}` },
          { label: t("walks.title") },
        ]}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {walks.isPending ? (
          <Skeleton className="h-28" />
        ) : walks.data === undefined ? (
          <LoadFailure error={walks.error} onRetry={() => void walks.refetch()} />
        ) : (
          items.length === 0 &&
          walks.data.can["edit"] !== true && <p className="text-ink-muted">{t("walks.none_reader")}</p>
        )}
        {items.length > 0 && (
          <ul aria-label={t("walks.title")} className="flex flex-col gap-4">
            {items.map((walk) => (
              <WalkRow key={walk.id} walk={walk} visit={visit} />
            ))}
          </ul>
        )}
        {walks.data?.can["edit"] === true && items.length < walkLimits.perVisit && (
          <>
            <AddWalk visit={visit.id} upload={upload} onAdded={() => void walks.refetch()} />
            {visit.rooms.length >= walkLimits.photos && <AddPhotos visit={visit} />}
          </>
        )}
      </div>
    </>
  );
}

interface AddWalkProps {
  visit: number;
  upload: WalkUpload | undefined;
  onAdded: () => void;
}

/** Drop zone with a description of a usable video, or the progress of the upload. */
function AddWalk({ visit, upload, onAdded }: AddWalkProps) {
  const t = useText();
  const format = useFormat();
  const [refusal, setRefusal] = useState<string | undefined>();
  const isRunning = upload !== undefined && upload.error === null;
  const begin = (file: File) => {
    setRefusal(undefined);
    void uploadWalk(visit, file, () => {
      onAdded();
      showToast({ tone: "ok", title: t("walks.added") });
    });
  };
  return (
    <Card title={t("walks.add")}>
      <div className="flex flex-col gap-4">
        <ol className="flex list-decimal flex-col gap-1 ps-5 text-sm text-ink-muted">
          <li>{t("walks.how.walk")}</li>
          <li>{t("walks.how.export")}</li>
          <li>{t("walks.how.upload")}</li>
        </ol>
        {isRunning ? (
          <div className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
            <ProgressBar label={upload.name} share={upload.share} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <output className="block text-xs text-ink-muted">
                {t(upload.isHeldUp ? "walks.upload.held_up" : "walks.upload.hint")}
              </output>
              <Button size="sm" onPress={() => endWalkUpload(visit)}>
                {t("walks.upload.cancel")}
              </Button>
            </div>
          </div>
        ) : (
          <FileDrop
            label={t("walks.file")}
            hint={t("walks.file_hint", { size: format.bytes(walkLimits.bytes), n: walkLimits.minutes })}
            icon={Video}
            isMultiple={false}
            accept={{ "video/mp4": [".mp4"] }}
            maxBytes={walkLimits.bytes}
            error={
              refusal ??
              (upload === undefined
                ? undefined
                : t("walks.upload.failed", { reason: errorText(upload.error, t) }))
            }
            onFiles={([file], refused) => {
              if (file !== undefined) begin(file);
              else if (refused[0] !== undefined) setRefusal(refusalOf(refused[0].file, t));
            }}
          />
        )}
      </div>
    </Card>
  );
}

/** Files of cameras before their export get the words that help; a file that is too large, its limit. */
function refusalOf(file: File, t: ReturnType<typeof useText>): string {
  if (file.size > walkLimits.bytes) return t("errors.code.WALK_TOO_LARGE", { n: walkLimits.gigabytes });
  return t("errors.code.WALK_FORMAT");
}

function WalkRow({ walk, visit }: { walk: Walk; visit: Visit }) {
  const t = useText();
  const format = useFormat();
  const changes = useWalkChanges(visit.id);
  const [isDeleting, setIsDeleting] = useState(false);
  const { status } = walk;
  const isPlaced = status === "ready" || status === "making" || status === "made";
  const fail = { onError: (error: unknown) => showFailure(error, t) };
  const mayEdit = walk.can["edit"] === true;
  return (
    <li className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="own-direction truncate font-strong">{walk.file}</h2>
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted tabular-nums">
            <span>
              {walk.kind === "photos"
                ? t("walks.photos.count", { count: walk.seconds })
                : clockOf(walk.seconds)}
            </span>
            <span>{format.bytes(walk.bytes)}</span>
            <time dateTime={walk.created_at}>{format.date(walk.created_at, "moment")}</time>
            {walk.kind === "video" && !walk.has_video && <span>{t("walks.video_removed")}</span>}
          </p>
          <output className="block mt-1 text-sm">
            {t(`walks.status.${status}` as TextKey, { made: walk.rooms_made, total: walk.rooms })}
          </output>
        </div>
        <div className="flex flex-wrap gap-2">
          {isPlaced && (
            <Link
              href={`/editvisit/${visit.id}/walk/${walk.id}`}
              look={{ variant: status === "ready" && mayEdit ? "primary" : "secondary" }}
            >
              <Icon of={MapPinned} size="sm" />
              {t(mayEdit ? "walks.place" : "walks.show")}
            </Link>
          )}
          {walk.rooms_made > 0 && (
            // The viewer is a separate document.
            <a href={`/viewer/${visit.code}`} className={buttonClass({ variant: "secondary" })}>
              <Icon of={Footprints} size="sm" />
              {t("visits.open_viewer")}
            </a>
          )}
          {mayEdit && (status === "reading" || status === "making") && (
            <Button
              icon={Square}
              onPress={() => changes.stop.mutate(walk.id, fail)}
              isPending={changes.stop.isPending}
            >
              {t("walks.stop")}
            </Button>
          )}
          {mayEdit && (status === "stopped" || status === "failed") && (
            <Button
              icon={Play}
              onPress={() => changes.resume.mutate(walk.id, fail)}
              isPending={changes.resume.isPending}
            >
              {t("walks.continue")}
            </Button>
          )}
          {mayEdit && (
            <Button icon={Trash2} variant="quietDanger" onPress={() => setIsDeleting(true)}>
              {t("walks.delete")}
            </Button>
          )}
        </div>
      </div>
      <Progress walk={walk} />
      {walk.problem !== null && (
        <Banner tone="bad" className="mt-3">
          {t(`errors.code.${walk.problem}` as TextKey, { n: walkLimits.rooms })}
        </Banner>
      )}
      <ConfirmDialog
        title={t("walks.delete_title", { name: walk.file })}
        confirmLabel={t("walks.delete")}
        isOpen={isDeleting}
        isDestructive
        isPending={changes.remove.isPending}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => changes.remove.mutate(walk.id, { ...fail, onSettled: () => setIsDeleting(false) })}
      >
        {t(walk.kind === "photos" ? "walks.photos.delete_text" : "walks.delete_text")}
      </ConfirmDialog>
    </li>
  );
}

/** Progress of the work on the server. */
function Progress({ walk: { status, file, progress, rooms, rooms_made } }: { walk: Walk }) {
  const t = useText();
  if (status !== "reading" && status !== "making") return null;
  const made = rooms === 0 ? null : rooms_made / rooms;
  return (
    <ProgressBar
      label={t(status === "reading" ? "walks.reading_of" : "walks.making_of", { name: file })}
      share={status === "reading" ? progress : made}
      className="mt-3"
    />
  );
}

function WalksSkeleton() {
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-56" />
      <Skeleton className="h-28" />
    </div>
  );
}
