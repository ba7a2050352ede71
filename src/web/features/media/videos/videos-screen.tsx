import { Plus, Video as VideoIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Video } from "#contract/videos.ts";
import { startCreation } from "#web/lib/creation.ts";
import type { Selection } from "#web/lib/selection.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { CreateFirst } from "#web/shell/list/create-first.tsx";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useMayAnywhere, useProjectInPath } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useVideoList, videoList } from "./list-state.ts";
import { VideoCard } from "./video-card.tsx";
import { VideoTools } from "./video-tools.tsx";
import { useVideoNews, useVideos, videosPerPage } from "./videos.queries.ts";

/** Tables are large, and most users see cards. */
const VideoTable = lazy(async () => ({ default: (await import("./video-table.tsx")).VideoTable }));

export function VideosScreen() {
  const t = useText();
  const list = useVideoList();
  const { state } = list;
  const { chosen, isUnknown, ...named } = useProjectInPath(list.project);
  const videos = useVideos({ ...state, project: chosen?.id ?? null }, chosen !== undefined || named.isAll);
  const mayAdd = useMayAnywhere("add_video");
  const heard = (videos.data?.items ?? []).map(({ id_project }) => id_project);
  const start = () =>
    startCreation({ kind: "video", ...(chosen?.can["add_video"] === true && { id_project: chosen.id }) });
  return (
    <ListScreen
      title={t("videos.title")}
      actions={
        mayAdd && (
          <CreateButton begins="video" variant="primary" icon={Plus} onPress={start}>
            {t("videos.new")}
          </CreateButton>
        )
      }
      notices={
        <>
          {[...new Set([...heard, ...(chosen ? [chosen.id] : [])])].map((id) => (
            <News key={id} project={id} />
          ))}
          {isUnknown && (
            <Banner tone="warn" className="mb-5" onClose={() => list.choose(null)}>
              {t("videos.unknown_project")}
            </Banner>
          )}
        </>
      }
      tools={<VideoTools list={list} chosen={chosen?.id ?? null} total={videos.data?.total} />}
      failure={
        named.error === null ? undefined : (
          <LoadFailure screen="projects" error={named.error} onRetry={named.retry} />
        )
      }
      list={videos}
      screen="videos"
      waiting={<CardsSkeleton />}
      none={
        <CreateFirst
          kind="video"
          mayAdd={mayAdd}
          icon={VideoIcon}
          title={t("videos.empty_title")}
          text={t(mayAdd ? "videos.empty_text" : "videos.empty_no_project_text")}
          label={t("videos.new")}
        />
      }
      isNarrowed={videoList.isNarrowed(state) || chosen !== undefined}
      onClear={list.clear}
      paging={{ page: state.page, perPage: videosPerPage, onPage: (page) => list.change({ page }) }}
      renderBar={(selection, shown) => <BulkBar selection={selection} shown={shown} />}
    >
      {(items, selection) =>
        state.view === "table" ? (
          <Suspense fallback={<CardsSkeleton />}>
            <VideoTable videos={items} selection={selection} />
          </Suspense>
        ) : (
          <Grid videos={items} selection={selection} />
        )
      }
    </ListScreen>
  );
}

/** Subscribes to the videos of one project; one instance per project in the list. */
function News({ project }: { project: number }) {
  useVideoNews(project);
  return null;
}

function Grid({ videos, selection }: { videos: readonly Video[]; selection: Selection }) {
  return (
    <div className={cardGrid}>
      {videos.map((video, index) => (
        <VideoCard
          key={video.id}
          video={video}
          isFirst={index < 8}
          selection={{
            isChosen: selection.ids.has(video.id),
            isAny: selection.ids.size > 0,
            onChoose: (isChosen) => selection.toggle(video.id, isChosen, false),
          }}
        />
      ))}
    </div>
  );
}
