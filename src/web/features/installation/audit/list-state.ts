import { logParts } from "#contract/choices.ts";
import { day } from "#web/lib/list-fields.ts";
import { choice, type Field, listState, record, text } from "#web/lib/list-state.ts";
import type { LogFilter } from "./log.queries.ts";

/** Kinds of subjects that are worth a filter. */
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

/** Kinds that can be viewed. */
export const seenKinds = ["visit", "video", "channel", "camera", "sheet", "snag"] as const;
export type Kind = (typeof kinds)[number];

const action: Field<string | null> = {
  plain: null,
  read: (value) =>
    typeof value === "string" && value.length <= 60 && /^[a-z_]+(\.[a-z_]+)?$/.test(value) ? value : null,
};

export const logList = listState<"GET /api/activity">()({
  part: choice(logParts, "done"),
  search: text,
  user: record,
  project: record,
  action,
  from: day,
  to: day,
});

/** Whether any filter is set besides the part. */
export const isNarrowed = (state: LogFilter): boolean => logList.isNarrowed({ ...state, part: "done" });
