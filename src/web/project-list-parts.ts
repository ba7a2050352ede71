import type { ProjectListParts } from "./features/sites/projects/parts.ts";
import { JoiningPart, JoinWithCodePart, WaitingPart } from "./features/sites/team/team-parts.tsx";

/**
 * Parts that features add to the project list; separate from those of a project's page, which the list need not wait
 * for.
 */
export const projectListParts: ProjectListParts = {
  actions: [JoinWithCodePart],
  notices: [WaitingPart, JoiningPart],
};
