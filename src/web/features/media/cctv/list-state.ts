import { cameraSorts, cameraStates } from "#contract/choices.ts";
import { choice, flag, listState, record, text } from "#web/lib/list-state.ts";

export const cameraList = listState<"GET /api/cctv-cameras">()({
  search: text,
  project: record,
  state: choice(cameraStates, null),
  starred: flag,
  sort: choice(cameraSorts, "name"),
  view: choice(["grid", "table"], "grid"),
});
export type CameraListState = typeof cameraList.plain;
