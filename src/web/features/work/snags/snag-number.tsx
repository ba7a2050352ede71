import type { Snag } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { cx } from "#web/ui/classes.ts";
import { useIsOfAll } from "./use-open-snag.ts";

interface SnagNumberProps {
  snag: Pick<Snag, "number" | "project">;
  /** The project on a line of its own, for a narrow column. */
  isStacked?: boolean;
  className?: string;
}

/**
 * Numbers are unique within a project: in the list of all projects the project's name follows. Each is isolated, and only
 * the name is shortened, or wrapped on paper: an Arabic name would otherwise push the number out of a narrow column.
 */
export function SnagNumber({
  snag: { number, project },
  isStacked = false,
  className = "",
}: SnagNumberProps) {
  const format = useFormat();
  const isOfAll = useIsOfAll();
  return (
    <span className={cx("flex min-w-0", isStacked ? "flex-col items-start" : "gap-1", className)}>
      <bdi className="shrink-0 tabular-nums">#{format.number(number)}</bdi>
      {isOfAll && !isStacked && <span aria-hidden>·</span>}
      {isOfAll && (
        <span
          className={cx(
            "own-direction max-w-full truncate print:overflow-visible print:whitespace-normal",
            isStacked && "text-xs text-ink-muted",
          )}
        >
          {project}
        </span>
      )}
    </span>
  );
}
