import { useRouter } from "@tanstack/react-router";
import { Video as VideoIcon } from "lucide-react";
import type { Video } from "#contract/videos.ts";
import { clock } from "#web/features/media/player/clock.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { Selection } from "#web/lib/selection.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Star } from "#web/shell/stars/star.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { watchPath } from "./video-card.tsx";
import { TryAgain, VideoReach, VideoState } from "./video-state.tsx";

export function VideoTable({ videos, selection }: { videos: readonly Video[]; selection: Selection }) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("videos.title")}
        columns={columnsOf(t, format)}
        rows={videos}
        rowId={({ id }) => String(id)}
        onOpen={(id) => router.history.push(watchPath({ id: Number(id) }))}
        selection={{
          selected: new Set([...selection.ids].map(String)),
          onSelect: (ids) => selection.replace([...ids].map(Number)),
        }}
      />
    </Card>
  );
}

const columnsOf = (t: Translate, format: Formatter): TableColumn<Video>[] => [
  {
    id: "title",
    label: t("videos.name"),
    namesRow: true,
    width: "3fr",
    minWidth: 200,
    cell: (video) => (
      <span className="flex items-center gap-3 py-1.5">
        <Picture
          src={video.thumbnail}
          icon={VideoIcon}
          className="h-9 w-18 shrink-0 rounded-sm max-md:hidden [&_svg]:size-4"
        />
        <Link href={watchPath(video)} look="plain" className="hit-line own-direction truncate font-strong">
          {video.title}
        </Link>
      </span>
    ),
  },
  {
    id: "state",
    label: t("videos.status_filter"),
    width: 190,
    cell: (video) => (
      <span className="flex flex-wrap items-center gap-1.5 py-1">
        <VideoState video={video} />
        {video.status === "ready" && <VideoReach video={video} />}
        <TryAgain video={video} />
      </span>
    ),
  },
  {
    id: "project",
    label: t("videos.project"),
    width: "2fr",
    minWidth: 150,
    cell: ({ project }) => <bdi>{project}</bdi>,
  },
  {
    id: "date",
    label: t("videos.date"),
    width: 180,
    cell: ({ video_date }) => <time dateTime={video_date}>{format.date(video_date, "moment")}</time>,
  },
  {
    id: "duration",
    label: t("videos.duration"),
    isNumber: true,
    width: 90,
    cell: ({ duration }) => (duration > 0 ? clock(duration) : ""),
  },
  {
    id: "views",
    label: t("videos.watched"),
    isNumber: true,
    width: 90,
    cell: ({ views }) => format.number(views),
  },
  {
    id: "star",
    label: t("videos.starred"),
    width: 100,
    cell: ({ id, title, starred }) => <Star of="videos" id={id} name={title} isStarred={starred} />,
  },
];
