import { channelSorts, channelStates, liveDrivers } from "#contract/choices.ts";
import { choice, flag, listState, record, text } from "#web/lib/list-state.ts";

export const channelList = listState<"GET /api/live-streaming">()({
  search: text,
  project: record,
  state: choice(channelStates, null),
  driver: choice(liveDrivers, null),
  mine: flag,
  sort: choice(channelSorts, "live"),
});
export type ChannelListState = typeof channelList.plain;
