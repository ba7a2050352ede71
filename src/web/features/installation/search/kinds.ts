import {
  Building2,
  Camera,
  Cctv,
  ClipboardList,
  FileText,
  Image,
  type LucideIcon,
  NotebookPen,
  Video,
} from "lucide-react";
import { type SearchType, searchTypes, thingOf } from "#contract/kinds.ts";

export const types: readonly SearchType[] = searchTypes;

const icons: Readonly<Record<string, LucideIcon>> = {
  "building-2": Building2,
  camera: Camera,
  video: Video,
  cctv: Cctv,
  "clipboard-list": ClipboardList,
  "notebook-pen": NotebookPen,
  image: Image,
};

/** The icon of each kind, the same as in the menu. */
export const typeIcon = (type: SearchType): LucideIcon => icons[thingOf(type).found?.icon ?? ""] ?? FileText;
