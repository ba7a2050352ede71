import { ImageUp, Video as VideoIcon } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { FileInput } from "#web/ui/file-input.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { useReplaceThumbnail } from "../videos.queries.ts";

const megabytes = limits.video.thumbnail.bytes / 1024 / 1024;

/** The video's thumbnail in lists, and its replacement. */
export function ThumbnailField({ video }: { video: Video }) {
  const t = useText();
  const replace = useReplaceThumbnail();
  const send = ([thumbnail]: File[]) => {
    if (thumbnail === undefined) return;
    replace.mutate(
      { id: video.id, thumbnail },
      {
        onSuccess: () => showToast({ tone: "ok", title: t("videos.thumbnail_saved") }, limits.toast.form),
        onError: (error) => showFailure(error, t),
      },
    );
  };
  return (
    <section aria-label={t("videos.thumbnail")} className="flex flex-col gap-3">
      <Picture
        src={video.thumbnail}
        alt={t("videos.thumbnail_of", { name: video.title })}
        icon={VideoIcon}
        isFirst
        className="aspect-2/1 w-full rounded-lg"
      />
      {video.can["edit"] === true && (
        <div className="flex flex-col gap-1">
          <FileInput
            label={t("videos.thumbnail_replace")}
            icon={ImageUp}
            accept="image/jpeg,image/png,image/webp"
            maxMegabytes={megabytes}
            isPending={replace.isPending}
            onFiles={send}
          />
          <p className="text-xs text-ink-muted">{t("videos.thumbnail_hint", { megabytes })}</p>
        </div>
      )}
    </section>
  );
}
