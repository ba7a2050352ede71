import { Users } from "lucide-react";
import type { Snag } from "#contract/snags.ts";
import { useText } from "#web/lib/use-text.ts";
import { crewOf } from "#web/shell/snags/crews.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

/** The crew of a snag, with its sign. Nothing for a snag without one. */
export function CrewName({ snag, className }: { snag: Snag; className?: string }) {
  const t = useText();
  const crew = crewOf(snag);
  if (crew === null) return null;
  return (
    <span title={t("snags.fields.crew")} className={cx("flex min-w-0 items-center gap-1.5", className)}>
      <Icon of={Users} size="sm" className="size-3.5 text-ink-muted" />
      <bdi className="truncate">{crew.name}</bdi>
    </span>
  );
}
