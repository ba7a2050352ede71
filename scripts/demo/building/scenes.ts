import type { Scene } from "../core/scene.ts";
import { finishVisit } from "./finish-visit.ts";
import { masonryVisit } from "./masonry-visit.ts";
import { structureVisit } from "./structure-visit.ts";

const BUILDERS: readonly (() => Scene)[] = [structureVisit, masonryVisit, finishVisit];

/** Builds everything on the site at the visit with this index. */
export function buildVisit(index: number): Scene {
  const build = BUILDERS[index];
  if (!build) throw new Error(`There is no visit ${index + 1}.`);
  return build();
}
