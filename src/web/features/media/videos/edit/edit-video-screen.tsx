import { useParams, useRouter } from "@tanstack/react-router";
import { Eye, EyeOff, Play, Share2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeletePart } from "#web/shell/delete/delete-part.tsx";
import { EditLoadFailure } from "#web/shell/edit-load-failure.tsx";
import { editRefusal } from "#web/shell/screen-failure.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ShareDialog } from "../share-dialog.tsx";
import { watchPath } from "../video-card.tsx";
import { problemText, TryAgain, VideoReach, VideoState } from "../video-state.tsx";
import { useDeleteVideo, useVideo, useVideoNews, useVideoStatus } from "../videos.queries.ts";
import { ThumbnailField } from "./thumbnail-field.tsx";
import { VideoFacts } from "./video-facts.tsx";
import { VideoForm } from "./video-form.tsx";

export function EditVideoScreen() {
  const t = useText();
  const { id } = useParams({ strict: false }) as { id: string };
  const video = useVideo(id);
  usePageTitle(video.data?.title);
  useVideoNews(video.data?.id_project ?? null);
  if (video.isPending) return <EditSkeleton />;
  // An opened form stays open, with all input: access may have been withdrawn since.
  if (video.data === undefined)
    return (
      <EditLoadFailure
        screen="edit_video"
        error={video.error}
        entity={t("videos.entity")}
        onRetry={() => void video.refetch()}
      />
    );
  return <EditVideo key={video.data.id} video={video.data} />;
}

function EditVideo({ video }: { video: Video }) {
  const t = useText();
  const [isSharing, setIsSharing] = useState(false);
  const mayEdit = video.can["edit"] === true;
  return (
    <>
      <PageHeader
        title={video.title}
        crumbs={[
          { label: t("videos.title"), href: "/videos" },
          { label: video.project, href: `/project/${video.id_project}` },
          { label: video.title },
        ]}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={`/project/${video.id_project}`}>{video.project}</Link>
            {video.author !== "" && <span>{t("videos.by_author", { author: video.author })}</span>}
            <VideoState video={video} />
            {video.status === "ready" && <VideoReach video={video} />}
          </span>
        }
        actions={
          <>
            <Button icon={Share2} onPress={() => setIsSharing(true)}>
              {t("videos.share")}
            </Button>
            <Link href={watchPath(video)} look={{ variant: "primary" }}>
              <Icon of={Play} size="sm" />
              {t("videos.watch")}
            </Link>
          </>
        }
      />
      {video.status === "failed" && (
        <Banner tone="bad" className="mb-6" action={<TryAgain video={video} />}>
          {problemText(video, t)}
        </Banner>
      )}
      {!mayEdit && (
        <Banner tone="warn" className="mb-6">
          {editRefusal("edit_video", t)}
        </Banner>
      )}
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex max-w-2xl min-w-0 flex-col gap-10">
          {mayEdit && <VideoForm video={video} />}
          {video.can["delete"] === true && <DeleteVideo video={video} />}
        </div>
        <div className="flex flex-col gap-8 max-lg:order-first max-lg:grid max-lg:grid-cols-1 max-lg:sm:grid-cols-2">
          <ThumbnailField video={video} />
          <div className="flex flex-col gap-6">
            <VideoFacts video={video} />
            {mayEdit && <Visibility video={video} />}
          </div>
        </div>
      </div>
      <ShareDialog video={video} isOpen={isSharing} onClose={() => setIsSharing(false)} />
    </>
  );
}

/** Hides the video from users who may not edit it, and shows it again. */
function Visibility({ video }: { video: Video }) {
  const t = useText();
  const status = useVideoStatus();
  const isHidden = video.status === "hidden";
  if (video.status !== "ready" && !isHidden) return null;
  const change = (to: "hidden" | "ready") =>
    status.mutate(
      { id: video.id, status: to },
      {
        onSuccess: () =>
          showToast(
            {
              tone: "ok",
              title: t(to === "hidden" ? "videos.hidden_done" : "videos.shown_done", { name: video.title }),
              action: {
                label: t("common.undo"),
                onAction: () => change(to === "hidden" ? "ready" : "hidden"),
              },
            },
            limits.toast.form,
          ),
        onError: (error) => showFailure(error, t),
      },
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon={isHidden ? Eye : EyeOff}
        isPending={status.isPending}
        onPress={() => change(isHidden ? "ready" : "hidden")}
      >
        {t(isHidden ? "videos.show" : "videos.hide")}
      </Button>
      <p className="text-xs text-ink-muted">{t("videos.hide_text")}</p>
    </div>
  );
}

function EditSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mb-6 h-5 w-96 max-w-full" />
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96" />
        <Skeleton className="aspect-2/1 rounded-lg" />
      </div>
    </div>
  );
}

function DeleteVideo({ video }: { video: Video }) {
  const t = useText();
  const router = useRouter();
  const remove = useDeleteVideo();
  const name = video.title;
  return (
    <DeletePart
      title={t("videos.delete_title", { name })}
      confirmLabel={t("videos.delete")}
      done={t("videos.deleted", { name })}
      onDelete={() => remove.mutateAsync(video.id)}
      // The form is gone with its video, so there is nothing to confirm.
      onDeleted={() => router.history.push("/videos", undefined, { ignoreBlocker: true })}
    >
      {t("videos.delete_text", { count: video.comment_count })}
    </DeletePart>
  );
}
