import {
  type ChannelState,
  channelSorts,
  channelStates,
  type LiveDriverName,
  liveDrivers,
} from "#contract/choices.ts";
import {
  type Address,
  listAddress,
  oneOf,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";

export type ChannelSort = (typeof channelSorts)[number];

export interface ChannelListState {
  readonly search: string;
  readonly project: number | null;
  readonly state: ChannelState | null;
  readonly driver: LiveDriverName | null;
  readonly mine: boolean;
  readonly sort: ChannelSort;
  readonly page: number;
}

export const plainList: ChannelListState = {
  search: "",
  project: null,
  state: null,
  driver: null,
  mine: false,
  sort: "live",
  page: 1,
};

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): ChannelListState {
  return {
    search: searchOf(address),
    project: positive(address["project"]),
    state: oneOf(channelStates, address["state"]) ?? null,
    driver: oneOf(liveDrivers, address["driver"]) ?? null,
    mine: Number(address["mine"]) === 1,
    sort: oneOf(channelSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
  };
}

export const useListState = () =>
  useListAddress(readListState, (state: ChannelListState) => listAddress(state, plainList));
