import type { Project } from "#contract/projects.ts";

/** Only projects that are active and validated take videos. */
export const mayAddTo = ({ active, validated, can }: Project) =>
  active && validated && can["add_video"] === true;
