import { MessageSquareText, Pencil, Video as VideoIcon } from "lucide-react";
import type { Video } from "#contract/videos.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { problemText, TryAgain, VideoReach, VideoState } from "./video-state.tsx";

export interface VideoCardProps {
  video: Video;
  isFirst?: boolean;
  /** Makes the card selectable; `isAny`: there is a selection, so all checkboxes are visible. */
  selection?: { isChosen: boolean; isAny: boolean; onChoose: (isChosen: boolean) => void };
}

export const watchPath = ({ id }: Pick<Video, "id">) => `/videos/${id}/watch`;

export function VideoCard({ video, isFirst = false, selection }: VideoCardProps) {
  const t = useText();
  const format = useFormat();
  return (
    <PictureCard
      href={watchPath(video)}
      src={video.thumbnail}
      icon={VideoIcon}
      title={video.title}
      isFirst={isFirst}
      corner={
        <span className="flex items-center gap-1.5">
          {selection && (
            <Checkbox
              aria-label={t("videos.select", { name: video.title })}
              isSelected={selection.isChosen}
              onChange={selection.onChoose}
              className={cx(
                "justify-center rounded-full! bg-black/45 p-1.75 touch:min-w-11",
                !selection.isAny &&
                  "opacity-0 group-hover/card:opacity-100 focus-within:opacity-100 touch:opacity-100",
              )}
            />
          )}
          {video.can["edit"] === true && (
            <Link
              href={`/editvideo/${video.id}`}
              look="plain"
              aria-label={t("videos.edit_of", { name: video.title })}
              className="hit-area flex size-8 items-center justify-center rounded-full bg-black/45 touch:size-11 text-white hover:bg-black/65"
            >
              <Icon of={Pencil} size="sm" />
            </Link>
          )}
          <Star of="videos" id={video.id} name={video.title} isStarred={video.starred} isOnPicture />
        </span>
      }
      mark={
        <>
          <VideoState video={video} />
          {video.status === "ready" && <VideoReach video={video} />}
        </>
      }
    >
      <p className="own-direction truncate text-ink-muted">{video.project}</p>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-muted tabular-nums">
        <time dateTime={video.video_date}>{format.date(video.video_date, "moment")}</time>
        {video.duration > 0 && (
          <span>
            <span className="sr-only">{t("videos.length", { time: clock(video.duration) })}</span>
            <span aria-hidden>{clock(video.duration)}</span>
          </span>
        )}
        {video.open_comments > 0 && (
          <span className="inline-flex items-center gap-1">
            <Icon of={MessageSquareText} size="sm" />
            <span aria-hidden>{format.number(video.open_comments)}</span>
            <span className="sr-only">{t("videos.open_comments", { count: video.open_comments })}</span>
          </span>
        )}
      </p>
      {video.status === "failed" && (
        <div className="mt-1 flex flex-col gap-2">
          <p className="text-sm text-bad-text">{problemText(video, t)}</p>
          <TryAgain video={video} />
        </div>
      )}
    </PictureCard>
  );
}
