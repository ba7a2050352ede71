import { setPriority } from "node:os";

/** Read in children too, which get no configuration. */
const isEqual = () => process.env["BACKGROUND_PRIORITY"] === "normal";

/**
 * Niceness of background work, from 0 (as everything else) to 19: work for which people wait least has the highest. 0
 * for all where `BACKGROUND_PRIORITY` is `normal`.
 */
export const nicenessOf = (work: "children" | "ffmpeg"): number =>
  isEqual() ? 0 : { children: 10, ffmpeg: 15 }[work];

/** Lets this process, a child with background work, yield to requests of users. */
export function yieldToRequests(): void {
  if (!isEqual()) setPriority(nicenessOf("children"));
}

/** The setting, for the environment of a child. */
export const priorityEnvironment = (): NodeJS.ProcessEnv =>
  isEqual() ? { BACKGROUND_PRIORITY: "normal" } : {};
