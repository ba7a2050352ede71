import { History, SearchX } from "lucide-react";
import { useListColumns } from "#web/lib/list-columns.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isNarrowed, logList } from "./list-state.ts";
import { entriesPerPage, useLog } from "./log.queries.ts";
import { LogTable, useLogColumns } from "./log-table.tsx";
import { LogTools } from "./log-tools.tsx";

/** Who did what in the whole place. */
export function ActivityScreen() {
  const t = useText();
  const [state, change] = logList.use();
  const log = useLog(state);
  const columns = useListColumns("activity", useLogColumns());
  const isAny = isNarrowed(state);
  return (
    <>
      <PageHeader title={t("activity_log.title")} note={t("activity_log.intro")} />
      <LogTools state={state} change={change} total={log.data?.total} columns={columns} />
      {log.isPending ? (
        <Skeleton className="h-96 w-full" />
      ) : log.isError ? (
        <LoadFailure screen="activity" error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data.items.length > 0 ? (
        <div className={log.isPlaceholderData ? "opacity-60 transition-opacity" : ""}>
          <LogTable entries={log.data.items} columns={columns.shown} change={change} />
          <Pager
            page={state.page}
            perPage={entriesPerPage}
            total={log.data.total}
            onChange={(page) => change({ page })}
          />
        </div>
      ) : (
        <EmptyState
          icon={isAny ? SearchX : History}
          title={t(isAny ? "activity_log.no_match_title" : "activity_log.none_title")}
          text={t(isAny ? "activity_log.no_match_text" : "activity_log.none_text")}
          {...(isAny && {
            action: <Button onPress={() => change(logList.plain)}>{t("activity_log.clear_filters")}</Button>,
          })}
        />
      )}
    </>
  );
}
