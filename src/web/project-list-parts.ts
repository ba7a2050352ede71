import type { ProjectListParts } from "./features/sites/projects/parts.ts";
import { JoiningPart, JoinWithCodePart, WaitingPart } from "./features/sites/team/team-parts.tsx";

/** What features put onto the list of projects; apart from those of a project's page, which the list need not wait for. */
export const projectListParts: ProjectListParts = {
  actions: [JoinWithCodePart],
  notices: [WaitingPart, JoiningPart],
};
