import { History } from "lucide-react";
import { useListColumns } from "#web/lib/list-columns.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { isNarrowed, logList } from "./list-state.ts";
import { entriesPerPage, useLog } from "./log.queries.ts";
import { LogTable, useLogColumns } from "./log-table.tsx";
import { LogParts, LogTools } from "./log-tools.tsx";

/** All actions on the platform. */
export function ActivityScreen() {
  const t = useText();
  const [state, change] = logList.use();
  const log = useLog(state);
  const columns = useListColumns("activity", useLogColumns());
  return (
    <ListScreen
      title={t("audit.log.title")}
      note={t("audit.log.intro")}
      notices={<LogParts state={state} change={change} />}
      tools={<LogTools state={state} change={change} found={log.data} columns={columns} />}
      list={log}
      screen="activity"
      none={<EmptyState icon={History} title={t("audit.log.none_title")} text={t("audit.log.none_text")} />}
      isNarrowed={isNarrowed(state)}
      onClear={() => change(logList.plain)}
      paging={{ page: state.page, perPage: entriesPerPage, onPage: (page) => change({ page }) }}
    >
      {(entries) => <LogTable entries={entries} columns={columns.shown} change={change} />}
    </ListScreen>
  );
}
