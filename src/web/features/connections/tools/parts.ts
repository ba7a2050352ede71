import type { ComponentType } from "react";
import type { SnagStatus } from "#contract/choices.ts";

/** What other features lend to the pages of outside tools; handed in by the table of routes. */
export interface ToolParts {
  /** The drawing of a snag's status, as everywhere else. */
  SnagMark: ComponentType<{ status: SnagStatus }>;
}
