import { Plus, SearchX, Video as VideoIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Video } from "#contract/videos.ts";
import { startCreation } from "#web/lib/creation.ts";
import { type Selection, useSelection } from "#web/lib/selection.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { BeginButton } from "#web/shell/begin-button.tsx";

import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useMayAnywhere, useProjectInPath } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useVideoList, videoList } from "./list-state.ts";
import { VideoCard } from "./video-card.tsx";
import { VideoTools } from "./video-tools.tsx";
import { useVideoNews, useVideos, videosPerPage } from "./videos.queries.ts";
import { VideosFailure } from "./videos-failure.tsx";

/** Tables are large, and most people look at pictures. */
const VideoTable = lazy(async () => ({ default: (await import("./video-table.tsx")).VideoTable }));

export function VideosScreen() {
  const t = useText();
  const list = useVideoList();
  const { state } = list;
  const { chosen, isUnknown, ...named } = useProjectInPath(list.project);
  const videos = useVideos({ ...state, project: chosen?.id ?? null }, chosen !== undefined || named.isAll);
  const shown = videos.data?.items ?? [];
  const selection = useSelection(shown.map(({ id }) => id));
  const isEmpty = videos.data?.total === 0 && !videoList.isNarrowed(state) && chosen === undefined;
  const mayAdd = useMayAnywhere("add_video");
  const start = () =>
    startCreation({
      kind: "video",
      ...(chosen?.can["add_video"] === true && { id_project: chosen.id }),
    });
  return (
    <>
      <PageHeader
        title={t("videos.title")}
        areActionsHeld={videos.isPending}
        actions={
          mayAdd &&
          !isEmpty && (
            <BeginButton begins="video" variant="primary" icon={Plus} onPress={start}>
              {t("videos.new")}
            </BeginButton>
          )
        }
      />
      {[...new Set([...shown.map(({ id_project }) => id_project), ...(chosen ? [chosen.id] : [])])].map(
        (id) => (
          <News key={id} project={id} />
        ),
      )}
      {isUnknown && (
        <Banner tone="warn" className="mb-5" onClose={() => list.choose(null)}>
          {t("videos.unknown_project")}
        </Banner>
      )}
      {!isEmpty && <VideoTools list={list} chosen={chosen?.id ?? null} total={videos.data?.total} />}
      {named.error !== null ? (
        <LoadFailure screen="projects" error={named.error} onRetry={named.retry} />
      ) : videos.isPending ? (
        <CardsSkeleton />
      ) : videos.isError ? (
        <VideosFailure error={videos.error} onRetry={() => void videos.refetch()} />
      ) : isEmpty ? (
        <NoVideos mayAdd={mayAdd} />
      ) : shown.length === 0 ? (
        <NoMatch
          onClear={() => {
            if (chosen !== undefined) list.choose(null);
            else list.change({ ...videoList.plain, view: state.view });
          }}
        />
      ) : (
        <div className={videos.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          {state.view === "table" ? (
            <Suspense fallback={<CardsSkeleton />}>
              <VideoTable videos={shown} selection={selection} />
            </Suspense>
          ) : (
            <Grid videos={shown} selection={selection} />
          )}
          <Pager
            page={state.page}
            perPage={videosPerPage}
            total={videos.data.total}
            onChange={(page) => list.change({ page })}
          />
          {selection.ids.size > 0 && <BulkBar selection={selection} shown={shown} />}
        </div>
      )}
    </>
  );
}

/** Hears what happens to the videos of one project; there are as many as projects stand in the list. */
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

function NoVideos({ mayAdd }: { mayAdd: boolean }) {
  const t = useText();
  const user = useSignedInUser();
  const action = mayAdd ? (
    <BeginButton
      begins="video"
      variant="primary"
      size="lg"
      icon={Plus}
      onPress={() => startCreation({ kind: "video" })}
    >
      {t("videos.new")}
    </BeginButton>
  ) : (
    user.can.create_project && (
      <BeginButton
        begins="project"
        variant="primary"
        size="lg"
        icon={Plus}
        onPress={() => startCreation({ kind: "project" })}
      >
        {t("visits.new_project")}
      </BeginButton>
    )
  );
  return (
    <EmptyState
      icon={VideoIcon}
      title={t("videos.empty_title")}
      text={t(mayAdd ? "videos.empty_text" : "videos.empty_no_project_text")}
      action={action}
    />
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={t("videos.no_match_title")}
      text={t("videos.no_match_text")}
      action={<Button onPress={onClear}>{t("videos.clear_filters")}</Button>}
    />
  );
}
