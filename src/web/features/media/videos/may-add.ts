import type { Project } from "#contract/projects.ts";

/** Only active and validated projects accept videos. */
export const mayAddTo = ({ active, validated, can }: Project) =>
  active && validated && can["add_video"] === true;
