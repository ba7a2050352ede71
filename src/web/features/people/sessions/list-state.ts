import { instant } from "#web/lib/list-fields.ts";
import { choice, listState, record, text, useListAddress } from "#web/lib/list-state.ts";

export const periods = ["day", "week", "month", "custom"] as const;
export type Period = (typeof periods)[number];

export type SessionListState = typeof sessionList.plain;

/** `from` and `to` are instants of the custom period. */
const sessionList = listState<"GET /api/admin/sessions">()({
  search: text,
  user: record,
  state: choice(["active", "ended"], null),
  period: choice(periods, null),
  from: instant,
  to: instant,
});
export const { plain: plainList, read: readListState } = sessionList;

/** Both ends are written only for the custom period. */
export const writeListState = (state: SessionListState) =>
  sessionList.write(state.period === "custom" ? state : { ...state, from: null, to: null });

export const useListState = () => useListAddress(readListState, writeListState);
