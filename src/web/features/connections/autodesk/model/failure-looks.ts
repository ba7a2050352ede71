import { BoxSelect, CloudOff, Hourglass, type LucideIcon, MonitorX, Unplug } from "lucide-react";
import type { FrameState } from "./use-frame.ts";

type Failed = Exclude<FrameState["state"], "loading" | "shown">;

export const failureLooks: Readonly<Record<Failed, LucideIcon>> = {
  script: CloudOff,
  start: MonitorX,
  model: BoxSelect,
  token: Unplug,
  late: Hourglass,
};
