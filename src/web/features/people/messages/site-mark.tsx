import { Megaphone } from "lucide-react";
import { Icon } from "#web/ui/icon.tsx";

/** Replaces an avatar for messages of the platform itself. */
export function SiteMark() {
  return (
    <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-press text-ink-muted">
      <Icon of={Megaphone} size="sm" points />
    </span>
  );
}
