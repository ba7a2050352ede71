import type { ProjectListParts, ProjectParts } from "./features/projects/parts.ts";

/** What features put onto a project's page, in this order. Heavy ones are lazy: the page is there before they are. */
export const projectParts: ProjectParts = {
  panels: [],
  actions: [],
};

/** What features put onto the list of projects. */
export const projectListParts: ProjectListParts = {
  actions: [],
  notices: [],
};
