import { randomBytes } from "node:crypto";
import type { ToolName } from "#contract/choices.ts";

/** As the tools write themselves; the same in every language. */
export const toolTitles: Readonly<Record<ToolName, string>> = {
  trello: "Trello",
  monday: "monday.com",
  clickup: "ClickUp",
};

/** Part of an address that nobody guesses. */
export const newHookKey = (): string => randomBytes(24).toString("base64url");
