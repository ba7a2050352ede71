import { useNavigate, useParams } from "@tanstack/react-router";
import { type VideoStatus, videoSorts, videoStatuses } from "#contract/choices.ts";
import { type Address, listAddress, oneOf, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
import type { VideoSort } from "./videos.queries.ts";

export interface VideoListState {
  readonly search: string;
  readonly starred: boolean;
  readonly isPublic: boolean;
  readonly status: VideoStatus | null;
  readonly sort: VideoSort;
  readonly page: number;
  readonly view: "grid" | "table";
}

export const plainList: VideoListState = {
  search: "",
  starred: false,
  isPublic: false,
  status: null,
  sort: "date",
  page: 1,
  view: "grid",
};

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): VideoListState {
  return {
    search: searchOf(address),
    starred: address["starred"] === 1,
    isPublic: address["isPublic"] === 1,
    status: oneOf(videoStatuses, address["status"]) ?? null,
    sort: oneOf(videoSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
    view: oneOf(["grid", "table"], address["view"]) ?? plainList.view,
  };
}

export const writeListState = (state: VideoListState) => listAddress(state, plainList);

export const isFiltered = ({ search, starred, isPublic, status }: VideoListState) =>
  search !== "" || starred || isPublic || status !== null;

export interface VideoListAddress {
  readonly state: VideoListState;
  /** What the path names as the project, unread: anybody can write an address. */
  readonly project: string | null;
  change(next: Partial<VideoListState>): void;
  /** The same list of another project, or of all. */
  choose(project: number | null): void;
}

export function useVideoList(): VideoListAddress {
  const [state, change] = useListAddress(readListState, writeListState);
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  return {
    state,
    project: id ?? null,
    change,
    choose(project) {
      const search = writeListState({ ...state, page: 1 });
      const to = project === null ? "/videos" : `/videos/${project}`;
      void navigate({ to, search, resetScroll: false });
    },
  };
}
