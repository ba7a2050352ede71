import { logParts } from "#contract/choices.ts";
import {
  type Address,
  listAddress,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";
import type { LogFilter } from "./log.queries.ts";

/** What things are done to, as far as they are worth a filter. */
export const kinds = [
  "project",
  "visit",
  "room",
  "video",
  "channel",
  "camera",
  "sheet",
  "snag",
  "snapshot",
  "progress",
  "team",
  "export",
  "user",
  "session",
  "password",
  "two_factor",
  "passkey",
  "social",
  "plan",
  "tier",
  "invoice",
  "category",
  "project_type",
  "settings",
  "schedule",
  "token",
  "webhook",
  "tool",
  "autodesk",
  "activity",
  "view",
  "system",
] as const;

/** Of these somebody can look at one. */
export const seenKinds = ["visit", "video", "channel", "camera", "sheet", "snag"] as const;
export type Kind = (typeof kinds)[number];

export const plainList: LogFilter = {
  part: "done",
  search: "",
  user: null,
  project: null,
  action: null,
  from: null,
  to: null,
  page: 1,
};

const dayIn = (value: unknown): string | null =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null;

const actionIn = (value: unknown): string | null =>
  typeof value === "string" && value.length <= 60 && /^[a-z_]+(\.[a-z_]+)?$/.test(value) ? value : null;

/** The log as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): LogFilter {
  return {
    part: logParts.find((part) => part === address["part"]) ?? "done",
    search: searchOf(address),
    user: positive(address["user"]),
    project: positive(address["project"]),
    action: actionIn(address["action"]),
    from: dayIn(address["from"]),
    to: dayIn(address["to"]),
    page: pageOf(address),
  };
}

export const isNarrowed = ({ part, ...state }: LogFilter): boolean =>
  JSON.stringify({ part, ...state, page: 1 }) !== JSON.stringify({ ...plainList, part });

export const useListState = () => useListAddress(readListState, (state) => listAddress(state, plainList));
