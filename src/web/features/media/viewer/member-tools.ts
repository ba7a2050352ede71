import type { Frame } from "./frame.ts";
import { addGuideTool } from "./guide/guide-tool.ts";
import { addPhotosTool } from "./photos/photos-tool.ts";
import { addTimelapseTool } from "./timelapse/timelapse-tool.ts";

/** Tools for members, and for guests with an invitation to a guided tour. */
export function addMemberTools(frame: Frame): void {
  addGuideTool(frame);
  addPhotosTool(frame);
  addTimelapseTool(frame);
}
