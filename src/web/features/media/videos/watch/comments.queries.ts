import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { type Body, call, type Output, quiet } from "#web/lib/client.ts";
import { useChannel } from "#web/lib/realtime.ts";
import { videoKeys } from "../videos.queries.ts";

type CommentPage = Output<"GET /api/three60videos/{id}/comments">;

export type Which = "all" | "open" | "resolved";

export interface CommentFilter {
  readonly which: Which;
  readonly search: string;
}

const perPage = 100;

export const commentKeys = {
  of: (video: number) => ["comments", video],
  list: (video: number, filter: CommentFilter) => ["comments", video, "list", filter],
  timeline: (video: number, interval: number) => ["comments", video, "timeline", interval],
  statistics: (video: number) => ["comments", video, "statistics"],
} as const;

/** In the order of the video's time. `search` filters by text. */
export function useComments(video: number, { which, search }: CommentFilter) {
  return useInfiniteQuery({
    queryKey: commentKeys.list(video, { which, search }),
    queryFn: ({ signal, pageParam }) => {
      const filter = {
        page: pageParam,
        per_page: perPage,
        ...(which !== "all" && { resolved: which === "resolved" }),
      };
      return search === ""
        ? call("GET /api/three60videos/{id}/comments", { params: { id: video }, query: filter }, { signal })
        : call(
            "POST /api/three60videos/{id}/comments/search",
            { params: { id: video }, body: { ...filter, q: search } },
            { signal, ...quiet },
          );
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

export function useCommentStatistics(video: number) {
  return useQuery({
    queryKey: commentKeys.statistics(video),
    queryFn: ({ signal }) =>
      call("GET /api/three60videos/{id}/comments/statistics", { params: { id: video } }, { signal }),
  });
}

/** Number of comments in each interval of the video's time. */
export function useCommentTimeline(video: number, interval: number) {
  return useQuery({
    queryKey: commentKeys.timeline(video, interval),
    queryFn: ({ signal }) =>
      call(
        "GET /api/three60videos/{id}/comments/timeline",
        { params: { id: video }, query: { interval } },
        { signal },
      ),
  });
}

/** Shows other users' comments at once; within half a minute without real time. */
export function useCommentNews(project: number, video: number): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: commentKeys.of(video) });
  useChannel(
    `private-project-${project}`,
    {
      "comment.changed": (place) => {
        if ((place as { id_video?: number } | null)?.id_video === video) refresh();
      },
    },
    refresh,
  );
}

/** All changes of comments; resolving is optimistic, and reverted when it is rejected. */
export function useCommentChanges(video: number) {
  const client = useQueryClient();
  const settle = () => {
    void client.invalidateQueries({ queryKey: videoKeys.all });
    return client.invalidateQueries({ queryKey: commentKeys.of(video) });
  };
  const show = (id: number, change: Partial<Comment>) =>
    client.setQueriesData<InfiniteData<CommentPage>>(
      { queryKey: [...commentKeys.of(video), "list"] },
      (data) =>
        data === undefined
          ? data
          : {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                items: page.items.map((comment) => (comment.id === id ? { ...comment, ...change } : comment)),
              })),
            },
    );
  const at = (commentId: number) => ({ id: video, commentId });
  return {
    say: useMutation({
      mutationFn: (body: Body<"POST /api/three60videos/{id}/comments">) =>
        call("POST /api/three60videos/{id}/comments", { params: { id: video }, body }, quiet),
      onSuccess: settle,
    }),
    edit: useMutation({
      mutationFn: ({ id, text }: { id: number; text: string }) =>
        call("PUT /api/three60videos/{id}/comments/{commentId}", { params: at(id), body: { text } }, quiet),
      onSuccess: settle,
    }),
    remove: useMutation({
      mutationFn: (id: number) =>
        call("DELETE /api/three60videos/{id}/comments/{commentId}", { params: at(id) }, quiet),
      onSuccess: settle,
    }),
    resolve: useMutation({
      mutationFn: ({ id, resolved }: { id: number; resolved: boolean }) =>
        call(
          "PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved",
          { params: at(id), body: { resolved } },
          quiet,
        ),
      onMutate: ({ id, resolved }) => show(id, { is_resolved: resolved }),
      onError: (_, { id, resolved }) => show(id, { is_resolved: !resolved }),
      onSettled: settle,
    }),
  };
}

export type CommentChanges = ReturnType<typeof useCommentChanges>;
