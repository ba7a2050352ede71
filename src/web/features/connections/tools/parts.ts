import type { ComponentType } from "react";
import type { SnagStatus } from "#contract/choices.ts";

/** Components of other features on the pages of outside tools; passed in by the route table. */
export interface ToolParts {
  /** The mark of a snag's status, as everywhere else. */
  SnagMark: ComponentType<{ status: SnagStatus }>;
}
