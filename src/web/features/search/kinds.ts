import { Building2, Camera, Cctv, ClipboardList, type LucideIcon, Video } from "lucide-react";
import type { SearchType } from "#contract/search.ts";

export const types = ["project", "visit", "video", "camera", "snag"] as const satisfies readonly SearchType[];

/** The drawing of each kind, the same as in the menu. */
export const typeIcons: Readonly<Record<SearchType, LucideIcon>> = {
  project: Building2,
  visit: Camera,
  video: Video,
  camera: Cctv,
  snag: ClipboardList,
};
