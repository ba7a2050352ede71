import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChannelState } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Channel } from "#contract/live.ts";
import { type Body, call, type Output, quiet } from "#web/lib/client.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";
import type { ChannelListState } from "./list/list-state.ts";

export type ChannelPage = Output<"GET /api/live-streaming">;
/** Changeable values of a channel; only those sent are changed. */
export type ChannelChanges = Body<"PUT /api/live-streaming/{id}">;

export const liveKeys = {
  all: ["live"],
  lists: ["live", "list"],
  list: (state: ChannelListState, everybody: boolean) => ["live", "list", everybody, state],
  ofProject: (id: number) => ["live", "list", "project", id],
  one: (id: string | number) => ["live", "one", String(id)],
  recordings: (id: number) => ["live", "recordings", id],
} as const;

export const channelsPerPage = 24;
/** Values that change without an event, viewers and signal, are polled while there are any. */
const slowPoll = 5000;

export const isOnAir = (state: ChannelState): boolean =>
  state === "live" || state === "stale" || state === "interrupted";
export const isRunning = (state: ChannelState): boolean => state === "starting" || isOnAir(state);

const pollOf = (states: readonly ChannelState[] | undefined, every: number) =>
  states?.some(isRunning) === true ? every : false;

export function useChannels(state: ChannelListState, everybody: boolean) {
  return useQuery({
    queryKey: liveKeys.list(state, everybody),
    queryFn: ({ signal }) => {
      const query = {
        page: state.page,
        per_page: channelsPerPage,
        sort: state.sort,
        ...(state.search !== "" && { search: state.search }),
        ...(state.project !== null && { id_project: state.project }),
        ...(state.state !== null && { state: state.state }),
      };
      return everybody
        ? call(
            "GET /api/live-streaming",
            { query: { ...query, ...(state.driver !== null && { driver: state.driver }) } },
            { signal },
          )
        : call(
            "GET /api/live-streaming/user",
            { query: { ...query, ...(state.mine && { mine: 1 as const }) } },
            { signal },
          );
    },
    placeholderData: keepPreviousData,
    // Channels that the user only administers have no events over the socket.
    refetchInterval: ({ state: { data } }) =>
      pollOf(
        data?.items.map((channel) => channel.state),
        slowPoll,
      ) || (everybody ? 4 * slowPoll : false),
  });
}

export function useProjectChannels(id: number) {
  return useQuery({
    queryKey: liveKeys.ofProject(id),
    queryFn: ({ signal }) =>
      call("GET /api/live-streaming/user", { query: { id_project: id, per_page: 5 } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      pollOf(
        data?.items.map((channel) => channel.state),
        slowPoll,
      ),
  });
}

export function useChannelById(id: string) {
  return useQuery({
    queryKey: liveKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/live-streaming/{id}", { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => pollOf(data && [data.state], limits.live.poll),
  });
}

export function useRecordings(id: number) {
  return useQuery({
    queryKey: liveKeys.recordings(id),
    queryFn: ({ signal }) =>
      call(
        "GET /api/live-streaming/{id}/recordings",
        { params: { id }, query: { per_page: 100 } },
        { signal },
      ),
  });
}

export function useDrivers() {
  return useQuery({
    queryKey: ["live", "drivers"],
    queryFn: ({ signal }) => call("GET /api/live-streaming/drivers", {}, { signal }),
    select: ({ items }) => items.filter(({ is_ready }) => is_ready).map(({ driver }) => driver),
    staleTime: 60_000,
  });
}

/** Shows events of a project's channels at once. */
export function useLiveNews(project: number | null): void {
  useProjectNews(project, ["live-changed"], [liveKeys.all]);
}

/** Shows the response to a change; refetches everything else that shows the channel. */
export function useShowChannel() {
  const client = useQueryClient();
  return (channel: Channel) => {
    for (const key of [channel.id, channel.code])
      if (client.getQueryData(liveKeys.one(key)) !== undefined)
        client.setQueryData(liveKeys.one(key), channel);
    return client.invalidateQueries({ queryKey: liveKeys.lists });
  };
}

export function useCreateChannel() {
  const show = useShowChannel();
  return useMutation({
    mutationFn: (body: Body<"POST /api/live-streaming">) => call("POST /api/live-streaming", { body }, quiet),
    onSuccess: show,
  });
}

export function useEditChannel(id: number) {
  const show = useShowChannel();
  return useMutation({
    mutationFn: (body: ChannelChanges) =>
      call("PUT /api/live-streaming/{id}", { params: { id }, body }, quiet),
    onSuccess: show,
  });
}

export function useStartChannel() {
  const show = useShowChannel();
  return useMutation({
    mutationFn: (id: number) => call("PUT /api/live-streaming/{id}/start", { params: { id } }, quiet),
    onSuccess: show,
  });
}

export function useStopChannel() {
  const show = useShowChannel();
  return useMutation({
    mutationFn: (id: number) => call("PUT /api/live-streaming/{id}/stop", { params: { id } }, quiet),
    onSuccess: show,
  });
}

export function useRenewKey() {
  const show = useShowChannel();
  return useMutation({
    mutationFn: (id: number) => call("POST /api/live-streaming/{id}/key", { params: { id } }, quiet),
    onSuccess: show,
  });
}

export function useDeleteChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/live-streaming/{id}", { params: { id } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.lists }),
  });
}

export function useMakeVideo(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ recordingId, title }: { recordingId: number; title: string }) =>
      call(
        "POST /api/live-streaming/{id}/recordings/{recordingId}/video",
        { params: { id, recordingId }, body: { title } },
        quiet,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.recordings(id) }),
  });
}

export function useDeleteRecording(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recordingId: number) =>
      call(
        "DELETE /api/live-streaming/{id}/recordings/{recordingId}",
        { params: { id, recordingId } },
        quiet,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.recordings(id) }),
  });
}
