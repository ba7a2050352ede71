import {
  Box,
  Boxes,
  DraftingCompass,
  File,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Folder,
  type LucideIcon,
} from "lucide-react";
import type { AutodeskEntry } from "#contract/autodesk.ts";

const kinds: readonly (readonly [readonly string[], LucideIcon])[] = [
  [
    [
      "rvt",
      "rfa",
      "rte",
      "ifc",
      "skp",
      "3ds",
      "fbx",
      "obj",
      "stp",
      "step",
      "ipt",
      "iam",
      "f3d",
      "sat",
      "3dm",
    ],
    Box,
  ],
  [["nwd", "nwc", "nwf"], Boxes],
  [["dwg", "dxf", "dwf", "dwfx", "dgn"], DraftingCompass],
  [["pdf", "doc", "docx", "txt", "rtf", "odt"], FileText],
  [["xls", "xlsx", "csv", "ods"], FileSpreadsheet],
  [["jpg", "jpeg", "png", "gif", "webp", "tif", "tiff", "heic", "bmp", "svg"], FileImage],
  [["mp4", "mov", "avi", "mkv", "webm"], FileVideo],
  [["zip", "rar", "7z", "tar", "gz"], FileArchive],
];

const drawn: ReadonlySet<LucideIcon> = new Set<LucideIcon>([Box, Boxes, DraftingCompass]);

/** Icon of a folder entry: models and drawings stand out. */
export function iconOf(
  kind: AutodeskEntry["kind"],
  fileType: string,
): { readonly icon: LucideIcon; readonly tone: string } {
  if (kind === "folder") return { icon: Folder, tone: "text-ink-muted" };
  const type = fileType.toLowerCase();
  const icon = kinds.find(([types]) => types.includes(type))?.[1] ?? File;
  return { icon, tone: drawn.has(icon) ? "text-accent-text" : "text-ink-muted" };
}
