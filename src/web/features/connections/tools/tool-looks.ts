import {
  CircleCheck,
  CircleDashed,
  CircleX,
  ImageOff,
  LayoutList,
  ListChecks,
  type LucideIcon,
  PlugZap,
  SquareKanban,
  Unlink,
} from "lucide-react";
import type { SnagLink, Tool } from "#contract/tools.ts";
import type { Tone } from "#web/ui/tone.ts";

/** Our own icons: the logos of the services are theirs. */
export const toolIcons: Readonly<Record<Tool, LucideIcon>> = {
  trello: SquareKanban,
  monday: LayoutList,
  clickup: ListChecks,
};

export const stateLooks: Readonly<
  Record<SnagLink["state"], { readonly tone: Tone; readonly icon: LucideIcon }>
> = {
  waiting: { tone: "info", icon: CircleDashed },
  sent: { tone: "ok", icon: CircleCheck },
  partial: { tone: "warn", icon: ImageOff },
  failed: { tone: "bad", icon: CircleX },
  gone: { tone: "neutral", icon: Unlink },
  reauth: { tone: "warn", icon: PlugZap },
};

/** Whether a retry can help. A lapsed connection has to be renewed first, after which it continues by itself. */
export const mayRetry = ({ state, failure }: Pick<SnagLink, "state" | "failure">): boolean =>
  state === "waiting" || state === "partial" || state === "failed" || (state === "sent" && failure !== "");
