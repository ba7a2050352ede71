import { ArrowDownLeft, ArrowUpRight, ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { snagStatuses } from "#contract/choices.ts";
import type { SnagLinkEntry } from "#contract/tools.ts";
import { useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Sync history, newest first; shown on request. */
export function Log({ entries }: { entries: readonly SnagLinkEntry[] }) {
  const t = useText();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        variant="quiet"
        icon={isOpen ? ChevronUp : ChevronDown}
        aria-expanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
        className="-ms-2.5"
      >
        {t(isOpen ? "tools.log.hide" : "tools.log.show")}
      </Button>
      {isOpen && (
        <ol className="flex w-full flex-col gap-3">
          {entries.map((entry) => (
            <li key={entry.id} className="flex items-start gap-2.5 text-sm">
              <Icon
                of={entry.direction === "out" ? ArrowUpRight : ArrowDownLeft}
                points
                size="sm"
                className="mt-0.5 text-ink-faint"
              />
              <span className="min-w-0 flex-1">
                <span className="block wrap-anywhere">{sentenceOf(entry, t)}</span>
                <time dateTime={entry.created_at} className="text-xs text-ink-muted">
                  {format.date(entry.created_at, "moment")}
                </time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** One log entry as text. */
export function sentenceOf({ tool, direction, action, from, to }: SnagLinkEntry, t: Translate): string {
  const key = action === "status" && from !== "" ? "status_from" : action;
  /** Where the board has no name for one of our statuses, our name is used. */
  const named = (value: string) => {
    const ours = snagStatuses.find((status) => status === value);
    return ours === undefined ? value : t(`snags.statuses.${ours}`);
  };
  const values = { tool: t(`tools.names.${tool}`), from: named(from), to: named(to) };
  return t(`tools.log.${direction}.${key}`, values);
}
