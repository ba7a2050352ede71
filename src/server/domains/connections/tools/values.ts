import { randomBytes } from "node:crypto";
import type { ToolName } from "#contract/choices.ts";

/** Spelled as the tools do; the same in every language. */
export const toolTitles: Readonly<Record<ToolName, string>> = {
  trello: "Trello",
  monday: "monday.com",
  clickup: "ClickUp",
};

/** Unguessable part of an address. */
export const newHookKey = (): string => randomBytes(24).toString("base64url");
