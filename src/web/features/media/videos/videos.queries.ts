import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { VideoStatus, videoSorts } from "#contract/choices.ts";
import type { Video } from "#contract/videos.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { upload } from "#web/lib/upload.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";

export type VideoSort = (typeof videoSorts)[number];

export interface VideoFilter {
  readonly search: string;
  readonly project: number | null;
  readonly starred: boolean;
  readonly isPublic: boolean;
  readonly status: VideoStatus | null;
  readonly sort: VideoSort;
  readonly page: number;
}

export const videoKeys = {
  all: ["videos"],
  lists: ["videos", "list"],
  list: (filter: VideoFilter) => ["videos", "list", filter],
  ofProject: (id: number) => ["videos", "list", "project", id],
  one: (id: string | number) => ["videos", "one", String(id)],
  /** Apart from the rest: changes of a video do not change its playback addresses. */
  player: (code: string, status: VideoStatus) => ["video-player", code, status],
  now: (id: number) => ["videos", "now", id],
} as const;

export const videosPerPage = 24;
/** Poll interval of a video that is being processed, in milliseconds; real-time messages are only the faster way. */
const makingPoll = 4000;

/** Whether the server is still processing it: all of it, or more sizes of one that plays already. */
export const isInTheMaking = ({ status, progress }: Pick<Video, "status" | "progress">) =>
  status === "processing" || (status === "ready" && progress < 1);

export function useVideos(filter: VideoFilter, isEnabled = true) {
  return useQuery({
    queryKey: videoKeys.list(filter),
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call(
        "GET /api/three60videos",
        {
          query: {
            page: filter.page,
            per_page: videosPerPage,
            sort: filter.sort,
            ...(filter.search !== "" && { search: filter.search }),
            ...(filter.project !== null && { id_project: filter.project }),
            ...(filter.starred && { starred: 1 as const }),
            ...(filter.isPublic && { is_public: 1 as const }),
            ...(filter.status !== null && { status: filter.status }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some(isInTheMaking) === true ? makingPoll : false),
  });
}

/** The newest videos of a project, for its page. */
export function useProjectVideos(project: number, count: number) {
  return useQuery({
    queryKey: videoKeys.ofProject(project),
    queryFn: ({ signal }) =>
      call(
        "GET /api/three60videos",
        { query: { id_project: project, per_page: count, sort: "date" } },
        { signal },
      ),
    refetchInterval: (query) => (query.state.data?.items.some(isInTheMaking) === true ? makingPoll : false),
  });
}

/** Loads a video by its number or its code. */
export function useVideo(id: string) {
  return useQuery({
    queryKey: videoKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/three60videos/{id}", { params: { id } }, { signal }),
    refetchInterval: (query) => {
      const video = query.state.data;
      return video !== undefined && isInTheMaking(video) ? makingPoll : false;
    },
  });
}

/**
 * Loads the data of the player; refetched when the video's status changes. Its addresses expire and the player requests
 * fresh ones, so they are neither persisted nor changed during playback.
 */
export function usePlayback({ code, status }: Pick<Video, "code" | "status">, isEnabled: boolean) {
  return useQuery({
    queryKey: videoKeys.player(code, status),
    enabled: isEnabled,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("GET /api/video-player", { query: { code } }, { signal }),
  });
}

/** Number of current viewers; polled every 15 seconds. */
export function useWatching(id: number) {
  return useQuery({
    queryKey: videoKeys.now(id),
    queryFn: ({ signal }) =>
      call("GET /api/three60videos/{id}/access-logs/viewer-count", { params: { id } }, { signal }),
    refetchInterval: 15_000,
  });
}

/** Refreshes when a project's videos change elsewhere: one becomes ready, a user adds one. */
export function useVideoNews(project: number | null): void {
  useProjectNews(project, ["video.created", "video.changed", "video.deleted"], [videoKeys.all]);
}

/** Updates a changed video in all cached queries. */
function useShowVideo() {
  const client = useQueryClient();
  return (video: Video) => {
    client.setQueryData(videoKeys.one(video.id), video);
    client.setQueryData(videoKeys.one(video.code), video);
    return client.invalidateQueries({ queryKey: videoKeys.lists });
  };
}

export function useEditVideo() {
  const show = useShowVideo();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<"PUT /api/three60videos/{id}"> }) =>
      call("PUT /api/three60videos/{id}", { params: { id }, body }, quiet),
    onSuccess: show,
  });
}

export function useReplaceThumbnail() {
  const show = useShowVideo();
  return useMutation({
    mutationFn: ({ id, thumbnail }: { id: number; thumbnail: File }) =>
      upload("PUT /api/three60videos/{id}", { params: { id }, body: {}, files: { thumbnail } }, quiet),
    onSuccess: show,
  });
}

/** Hides it, shows it again, or retries failed processing. */
export function useVideoStatus() {
  const show = useShowVideo();
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: "hidden" | "ready" | "processing" }) =>
      call("PUT /api/three60videos/{id}/status", { params: { id }, body: { status } }, quiet),
    onSuccess: show,
  });
}

export function useDeleteVideo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/three60videos/{id}", { params: { id } }, quiet),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: videoKeys.lists });
      void client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}
