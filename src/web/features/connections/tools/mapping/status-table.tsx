import { ArrowLeftRight } from "lucide-react";
import { snagStatuses } from "#contract/choices.ts";
import type { ToolStatus } from "#contract/tools.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import type { ToolParts } from "../parts.ts";
import { type StatusMapping, sharedStatuses } from "./propose.ts";

interface StatusTableProps {
  board: string;
  there: readonly ToolStatus[];
  value: StatusMapping;
  onChange: (value: StatusMapping) => void;
  SnagMark: ToolParts["SnagMark"];
}

/** Value for a status without a counterpart. */
const none = "";

/** The mapping of statuses: ours at the start of a row, the board's at its end. */
export function StatusTable({ board, there, value, onChange, SnagMark }: StatusTableProps) {
  const t = useText();
  const options = [
    { value: none, label: t("tools.mapping.not_told") },
    ...there.map(({ id, name, color }) => ({
      value: id,
      label: name,
      leading: <Dot color={color} />,
    })),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line">
        <div
          aria-hidden
          className="grid grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,1.2fr)] items-center gap-x-3 bg-sunken px-3.5 py-2 text-xs text-ink-muted"
        >
          <span>{t("tools.mapping.here")}</span>
          <span />
          <bdi className="truncate">{t("tools.mapping.there", { board })}</bdi>
        </div>
        {snagStatuses.map((status) => (
          <div
            key={status}
            className="grid grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,1.2fr)] items-center gap-x-3 px-3.5 py-2"
          >
            <span className="flex min-w-0 items-center gap-2.5 text-sm">
              <SnagMark status={status} />
              <span className="min-w-0">{t(`snags.statuses.${status}`)}</span>
            </span>
            <Icon
              of={ArrowLeftRight}
              size="sm"
              className={value[status] === null ? "text-transparent" : "text-ink-faint"}
            />
            <Select
              label={t("tools.mapping.status_of", { status: t(`snags.statuses.${status}`) })}
              options={options}
              value={value[status] ?? none}
              onChange={(id) => onChange({ ...value, [status]: id === none ? null : id })}
              className="[&>:first-child]:sr-only"
            />
          </div>
        ))}
      </div>
      <Notes value={value} there={there} />
    </div>
  );
}

/** Hidden consequences of the selection. */
function Notes({ value, there }: { value: StatusMapping; there: readonly ToolStatus[] }) {
  const t = useText();
  const format = useFormat();
  if (Object.values(value).every((id) => id === null))
    return <Banner tone="warn">{t("tools.mapping.none")}</Banner>;
  const wordOf = (status: (typeof snagStatuses)[number]) => t(`snags.statuses.${status}`);
  return sharedStatuses(value).map(({ id, statuses }) => (
    <p key={id} className="text-xs text-ink-muted">
      {t("tools.mapping.shared", {
        statuses: format.list(statuses.map((status) => wordOf(status))),
        name: there.find((one) => one.id === id)?.name ?? "",
        first: wordOf(statuses[0] ?? "open"),
      })}
    </p>
  ));
}

/** The tool's own colour of a status, if it has one; shown next to its name. */
function Dot({ color }: { color: string }) {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  return (
    <span
      aria-hidden
      className="me-2 inline-block size-2.5 rounded-full ring-1 ring-line"
      style={{ backgroundColor: color }}
    />
  );
}
