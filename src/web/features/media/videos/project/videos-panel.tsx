import { Plus, Video as VideoIcon } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { mayAddTo } from "../may-add.ts";
import { VideoCard } from "../video-card.tsx";
import { useProjectVideos, useVideoNews } from "../videos.queries.ts";
import { VideosSkeleton, videoGrid } from "./videos-skeleton.tsx";

/** Number of videos on the project's page; the list has them all. */
const shown = 6;

/** The newest videos of a project. */
export function VideosPanel({ project }: { project: Project }) {
  const t = useText();
  const videos = useProjectVideos(project.id, shown);
  useVideoNews(project.id);
  if (videos.isPending) return <VideosSkeleton />;
  const all = videos.data?.items ?? [];
  const add = mayAddTo(project) ? (
    <CreateButton
      begins="video"
      size="sm"
      icon={Plus}
      onPress={() => startCreation({ kind: "video", id_project: project.id })}
    >
      {t("videos.new")}
    </CreateButton>
  ) : undefined;
  return (
    <Card
      title={t("videos.title")}
      {...(all.length > 0 && {
        actions: (
          <span className="me-2 flex items-center gap-4">
            <Link href={`/videos/${project.id}`}>{t("videos.all")}</Link>
            {add}
          </span>
        ),
      })}
    >
      {videos.data === undefined ? (
        <LoadFailure screen="videos" error={videos.error} onRetry={() => void videos.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          icon={VideoIcon}
          title={t("videos.panel_none")}
          text={t("videos.panel_text")}
          action={add}
        />
      ) : (
        <ul className={videoGrid}>
          {all.map((video) => (
            <li key={video.id} className="min-w-0">
              <VideoCard video={video} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
