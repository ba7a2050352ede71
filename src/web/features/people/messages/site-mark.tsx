import { Megaphone } from "lucide-react";
import { Icon } from "#web/ui/icon.tsx";

/** Stands where a person's picture would, for what the site itself writes. */
export function SiteMark() {
  return (
    <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-press text-ink-muted">
      <Icon of={Megaphone} size="sm" points />
    </span>
  );
}
