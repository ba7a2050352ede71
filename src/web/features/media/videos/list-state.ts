import { videoSorts, videoStatuses } from "#contract/choices.ts";
import { type ListInProject, useListInProject } from "#web/lib/list-in-project.ts";
import { choice, flag, listState, text } from "#web/lib/list-state.ts";

export const videoList = listState<"GET /api/three60videos">()({
  search: text,
  starred: flag,
  isPublic: flag,
  status: choice(videoStatuses, null),
  sort: choice(videoSorts, "date"),
  view: choice(["grid", "table"], "grid"),
});

export const useVideoList = () => useListInProject("/videos", videoList);
export type VideoListAddress = ListInProject<typeof videoList.plain>;
