import { useParams, useSearch } from "@tanstack/react-router";
import { Pencil, Share2 } from "lucide-react";
import { lazy, Suspense, useCallback, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import type { FilmPlayback, Video } from "#contract/videos.ts";
import type { FilmPlayerHandle } from "#web/features/media/player/film/film-player.tsx";
import { useFormat } from "#web/lib/format.ts";
import { positive } from "#web/lib/list-state.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Star } from "#web/shell/stars/star.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { VideoFacts } from "../edit/video-facts.tsx";
import { ShareDialog } from "../share-dialog.tsx";
import { VideoReach, VideoState } from "../video-state.tsx";
import { momentOf } from "../video-times.ts";
import { usePlayback, useVideo, useVideoNews } from "../videos.queries.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { Density } from "./density.tsx";
import { Film } from "./film.tsx";
import { Locked } from "./locked.tsx";
import { NotReady } from "./not-ready.tsx";
import { useFollowing, useKeys, usePins } from "./use-comments-in-film.ts";
import { type Talk, useTalk } from "./use-talk.ts";
import { useWatchingLog } from "./use-watching-log.ts";
import { WatchingNow } from "./video-views.tsx";

const VideoViews = lazy(async () => ({ default: (await import("./video-views.tsx")).VideoViews }));

export function WatchScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const video = useVideo(id);
  usePageTitle(video.data?.title);
  useVideoNews(video.data?.id_project ?? null);
  if (video.isPending) return <WatchSkeleton />;
  if (video.data === undefined)
    return <LoadFailure screen="video" error={video.error} onRetry={() => void video.refetch()} />;
  return <Watch key={video.data.id} video={video.data} />;
}

function Watch({ video }: { video: Video }) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [start] = useState(() => ({
    seconds: momentOf(search["t"]) ?? 0,
    comment: positive(search["comment"]),
  }));
  const isPlayable = video.status !== "failed" && video.duration > 0;
  const player = usePlayback(video, isPlayable);
  const talk = useTalk(video, start.comment);
  const [film, setFilm] = useState<FilmPlayerHandle | null>(null);
  const [isSharing, setIsSharing] = useState(false);
  const [tab, setTab] = useState("comments");
  useWatchingLog(video.id, film !== null);
  const pins = usePins(talk);
  const { choose, begin } = talk;
  const go = useCallback(
    (comment: Comment) => {
      const direction =
        comment.yaw === null || comment.pitch === null ? null : { yaw: comment.yaw, pitch: comment.pitch };
      film?.pause();
      film?.seek(comment.seconds, direction);
      choose(comment.id);
    },
    [film, choose],
  );
  const add = useCallback(() => {
    if (film === null) return;
    film.pause();
    const { yaw, pitch } = film.view;
    begin(film.seconds, film.isSphere ? { yaw, pitch } : null);
    // Shows the comments, where the draft appears.
    setTab("comments");
  }, [film, begin]);
  useFollowing(film, talk, start.comment, go);
  useKeys(film, talk, video.can["comment"] === true ? add : null, go);
  const playback = player.data?.playback ?? null;
  return (
    <>
      <Header video={video} onShare={() => setIsSharing(true)} />
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <div className="relative aspect-video max-h-[72dvh] overflow-hidden bg-black max-md:-mx-4 max-md:aspect-4/5 max-md:max-h-[60dvh] md:rounded-lg">
            <Stage
              video={video}
              playback={playback}
              isLocked={player.data?.is_locked === true}
              isPending={player.isPending && isPlayable}
              error={player.error}
              onRetry={() => void player.refetch()}
            >
              {playback !== null && (
                <Film
                  ref={setFilm}
                  video={video}
                  playback={playback}
                  start={start.seconds}
                  pins={pins}
                  onPin={(id) => {
                    if (typeof id !== "number") return;
                    choose(id);
                    setTab("comments");
                  }}
                  onPress={(direction) => {
                    // While a comment on a direction is being drafted, a press moves it there.
                    if (talk.draft !== null && talk.draft.yaw !== null) talk.place(direction);
                  }}
                />
              )}
            </Stage>
          </div>
          <Density
            video={video.id}
            duration={video.duration}
            onGo={(seconds) => {
              film?.pause();
              film?.seek(seconds);
            }}
          />
          {video.description !== "" && (
            <p className="own-direction max-w-prose whitespace-pre-line">{video.description}</p>
          )}
        </div>
        <Side
          tab={tab}
          onTab={setTab}
          video={video}
          talk={talk}
          onAdd={film === null ? null : add}
          onGo={go}
        />
      </div>
      <ShareDialog video={video} isOpen={isSharing} onClose={() => setIsSharing(false)} />
    </>
  );
}

function Stage({
  video,
  playback,
  isLocked,
  isPending,
  error,
  onRetry,
  children,
}: {
  video: Video;
  playback: FilmPlayback | null;
  isLocked: boolean;
  isPending: boolean;
  error: unknown;
  onRetry: () => void;
  children: React.ReactNode;
}) {
  if (playback !== null) return children;
  if (isLocked) return <Locked video={video} />;
  if (isPending) return <Skeleton className="absolute inset-0" />;
  return <NotReady video={video} error={error} onRetry={onRetry} />;
}

function Header({ video, onShare }: { video: Video; onShare: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
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
          <time dateTime={video.video_date} className="tabular-nums">
            {format.date(video.video_date, "moment")}
          </time>
          {video.author !== "" && <span>{t("videos.by_author", { author: video.author })}</span>}
          <VideoState video={video} />
          {video.status === "ready" && <VideoReach video={video} />}
          <WatchingNow id={video.id} />
        </span>
      }
      actions={
        <>
          <Star of="videos" id={video.id} name={video.title} isStarred={video.starred} />
          <Button icon={Share2} onPress={onShare}>
            {t("videos.share")}
          </Button>
          {video.can["edit"] === true && (
            <Link href={`/editvideo/${video.id}`} look={{ variant: "secondary" }}>
              <Icon of={Pencil} size="sm" />
              {t("videos.edit")}
            </Link>
          )}
        </>
      }
    />
  );
}

interface SideProps {
  tab: string;
  onTab: (tab: string) => void;
  video: Video;
  talk: Talk;
  onAdd: (() => void) | null;
  onGo: (comment: Comment) => void;
}

function Side({ tab, onTab, video, talk, onAdd, onGo }: SideProps) {
  const t = useText();
  return (
    <Tabs
      label={t("videos.tabs")}
      selected={tab}
      onSelect={onTab}
      className="min-w-0"
      entries={[
        {
          id: "comments",
          label: t("videos.tab_comments"),
          ...(video.open_comments > 0 && { badge: <Badge count={video.open_comments} /> }),
          content: <CommentsPanel video={video} talk={talk} onAdd={onAdd} onGo={onGo} />,
        },
        ...(video.can["view_access"] === true
          ? [
              {
                id: "views",
                label: t("videos.tab_views"),
                content: (
                  <Suspense fallback={<Skeleton className="h-60" />}>
                    <VideoViews id={video.id} />
                  </Suspense>
                ),
              },
            ]
          : []),
        { id: "facts", label: t("videos.tab_facts"), content: <VideoFacts video={video} /> },
      ]}
    />
  );
}

function WatchSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="mb-4 h-5 w-96 max-w-full" />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <Skeleton className="aspect-video rounded-lg" />
        <Skeleton className="h-80" />
      </div>
    </div>
  );
}
