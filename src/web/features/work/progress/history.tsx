import { Undo2 } from "lucide-react";
import type { Progress } from "#contract/progress.ts";
import { comma } from "#web/lib/comma.ts";
import { dayOf } from "#web/lib/day.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { floorNames, placeName } from "./floor-names.ts";
import { useEntries } from "./progress.queries.ts";
import { useProgressEntries } from "./use-progress-entries.ts";

/** Every progress entry of this project, newest first, with its author. */
export function History({ project, progress }: { project: number; progress: Progress }) {
  const t = useText();
  const format = useFormat();
  const entries = useEntries(project);
  const { takeBack } = useProgressEntries(project);
  const names = floorNames(progress.floors, t);
  if (entries.isPending) return <Skeleton className="mt-3 h-40 rounded-lg" />;
  if (entries.isError) return <p role="alert">{errorText(entries.error, t)}</p>;
  if (entries.data.length === 0) return <p className="mt-3 text-ink-muted">{t("progress.history_empty")}</p>;
  return (
    <ul
      aria-label={t("progress.history")}
      className="mt-3 overflow-hidden rounded-lg bg-surface ring-1 ring-line"
    >
      {entries.data.map((entry) => {
        const name = placeName(names, entry, t);
        return (
          <li
            key={entry.id}
            className="flex items-start gap-4 border-line py-2.5 ps-4 pe-2 not-first:border-t"
          >
            <span className="w-12 shrink-0 font-strong tabular-nums">
              {format.percent(entry.percent / 100)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="own-direction block truncate">{name}</span>
              <span className="block text-xs text-ink-muted">
                <time dateTime={entry.on_date}>{format.date(dayOf(entry.on_date))}</time>
                {entry.user_name !== "" && (
                  <>
                    {" · "}
                    <bdi>{entry.user_name}</bdi>
                  </>
                )}
              </span>
              {entry.note !== "" && (
                <span className="own-direction mt-0.5 block break-words">{entry.note}</span>
              )}
            </span>
            {entry.can["delete"] === true && (
              <IconButton
                icon={Undo2}
                size="sm"
                label={`${t("progress.remove_entry")}: ${name}${comma()}${format.date(dayOf(entry.on_date))}`}
                onPress={() => void takeBack(entry, name)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
