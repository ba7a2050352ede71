import { later } from "#web/ui/later.ts";

/** Loaded for visits with a walk only. */
export const walkParts = later(() => import("./walk-lines.tsx"));
