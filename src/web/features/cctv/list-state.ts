import { type CameraState, cameraSorts, cameraStates } from "#contract/choices.ts";
import {
  type Address,
  listAddress,
  oneOf,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";
import type { CameraSort } from "./cctv.queries.ts";

export interface CameraListState {
  readonly search: string;
  readonly project: number | null;
  readonly state: CameraState | null;
  readonly starred: boolean;
  readonly sort: CameraSort;
  readonly page: number;
  readonly view: "grid" | "table";
}

export const plainList: CameraListState = {
  search: "",
  project: null,
  state: null,
  starred: false,
  sort: "name",
  page: 1,
  view: "grid",
};

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): CameraListState {
  return {
    search: searchOf(address),
    project: positive(address["project"]),
    state: oneOf(cameraStates, address["state"]) ?? null,
    starred: address["starred"] === 1,
    sort: oneOf(cameraSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
    view: oneOf(["grid", "table"], address["view"]) ?? plainList.view,
  };
}

export const useCameraList = () =>
  useListAddress(readListState, (state: CameraListState) => listAddress(state, plainList));
