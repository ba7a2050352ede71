import { ListFilter, ShieldCheck } from "lucide-react";
import type { LogEntry } from "#contract/administration.ts";
import { activitySentence, changedFields } from "#web/lib/activity-text.ts";
import { useFormat } from "#web/lib/format.ts";
import type { ColumnChoice } from "#web/lib/list-columns.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { LogFilter } from "./log.queries.ts";
import { subjectAddress } from "./subject-address.ts";

export type LogColumn = TableColumn<LogEntry> & ColumnChoice;

export interface LogTableProps {
  entries: readonly LogEntry[];
  columns: readonly LogColumn[];
  change: (change: Partial<LogFilter>) => void;
}

/** A table where there is room for one, a list of the same sentences on phones. */
export function LogTable({ entries, columns, change }: LogTableProps) {
  const t = useText();
  const isMobile = useIsMobile();
  if (isMobile) return <LogList entries={entries} />;
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("audit.log.title")}
        columns={[...columns, onlyColumn(change)]}
        rows={entries}
        rowId={({ id, action }) => `${action} ${id}`}
      />
    </Card>
  );
}

const onlyColumn = (change: LogTableProps["change"]): LogColumn => ({
  id: "only",
  label: "",
  isFixed: true,
  width: 64,
  cell: (entry) => <OnlyHis entry={entry} change={change} />,
});

/** Keeps only this user's actions. */
function OnlyHis({
  entry: { id_user, user_name },
  change,
}: {
  entry: LogEntry;
  change: LogTableProps["change"];
}) {
  const t = useText();
  if (id_user === null) return null;
  return (
    <IconButton
      icon={ListFilter}
      label={t("audit.log.only_this", { name: user_name })}
      onPress={() => change({ user: id_user })}
    />
  );
}

export function useLogColumns(): LogColumn[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: "when",
      label: t("audit.log.when"),
      isFixed: true,
      width: 170,
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={format.ago(created_at)} className="tabular-nums">
          {format.date(created_at, "moment")}
        </time>
      ),
    },
    {
      id: "who",
      label: t("audit.log.who"),
      width: "1fr",
      minWidth: 150,
      cell: (entry) => <Who entry={entry} />,
    },
    {
      id: "what",
      label: t("audit.log.what"),
      isFixed: true,
      namesRow: true,
      width: "3fr",
      minWidth: 300,
      cell: (entry) => <What entry={entry} />,
    },
    {
      id: "project",
      label: t("audit.log.project"),
      width: "1fr",
      minWidth: 150,
      cell: ({ id_project, project_name }) =>
        id_project !== null && (
          <Link href={`/project/${id_project}`}>
            <bdi>{project_name}</bdi>
          </Link>
        ),
    },
    {
      id: "seal",
      label: t("audit.log.sealed"),
      width: 110,
      cell: ({ id_seal }) => <SealMark seal={id_seal} />,
    },
    {
      id: "address",
      label: t("audit.log.address"),
      width: 150,
      isExtra: true,
      cell: ({ address }) => <bdi className="tabular-nums">{address}</bdi>,
    },
    {
      id: "action",
      label: t("audit.log.action"),
      width: 190,
      isExtra: true,
      cell: ({ action }) => <bdi className="text-ink-muted">{action}</bdi>,
    },
  ];
}

const standIns = { gone: "gone", guest: "guest", stranger: "stranger", server: "nobody" } as const;

/** The seal over an entry, by its number; an entry of the last seconds has none yet. */
function SealMark({ seal }: { seal: number | null }) {
  const t = useText();
  if (seal === null) return <span className="text-xs text-ink-muted">{t("audit.log.unsealed")}</span>;
  return (
    <span
      title={t("audit.log.sealed_by", { n: seal })}
      className="inline-flex items-center gap-1 align-middle text-xs text-ink-muted tabular-nums"
    >
      <Icon of={ShieldCheck} size="sm" />
      <span className="sr-only">{t("audit.log.sealed")}</span>
      <bdi dir="ltr">{seal}</bdi>
    </span>
  );
}

function Who({ entry: { id_user, user_name, stand_in } }: { entry: LogEntry }) {
  const t = useText();
  if (id_user === null)
    return <span className="text-ink-muted">{t(`audit.log.${standIns[stand_in ?? "gone"]}`)}</span>;
  return (
    <Link href={`/edituser/${id_user}`}>
      <bdi>{user_name}</bdi>
    </Link>
  );
}

function What({ entry }: { entry: LogEntry }) {
  const t = useText();
  const format = useFormat();
  const sentence = activitySentence(entry, t);
  const address = subjectAddress(entry);
  const fields = changedFields(entry, t);
  return (
    <span className="block py-1.5">
      {address === null ? (
        <span className="block truncate">{sentence}</span>
      ) : (
        <Link
          href={address}
          look="plain"
          className="hit-line block truncate underline-offset-3 hover:underline"
        >
          {sentence}
        </Link>
      )}
      {fields.length > 0 && (
        <span className="block truncate text-xs text-ink-muted">{format.list(fields)}</span>
      )}
    </span>
  );
}

function LogList({ entries }: { entries: readonly LogEntry[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <ul
      aria-label={t("audit.log.title")}
      className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line"
    >
      {entries.map((entry) => (
        <li key={`${entry.action} ${entry.id}`} className="px-4 py-2">
          <What entry={entry} />
          <p className="pb-1 text-xs text-ink-muted">
            <Who entry={entry} />
            {" · "}
            <time dateTime={entry.created_at}>{format.date(entry.created_at, "moment")}</time>
            {entry.id_project !== null && (
              <>
                {" · "}
                <bdi>{entry.project_name}</bdi>
              </>
            )}{" "}
            <SealMark seal={entry.id_seal} />
          </p>
        </li>
      ))}
    </ul>
  );
}
