import { CirclePlay, CircleStop } from "lucide-react";
import type { Channel } from "#contract/live.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import type { Selection } from "#web/lib/selection.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { isRunning } from "../live.queries.ts";
import { StateMark } from "../state-mark.tsx";
import type { useOperate } from "../use-operate.tsx";

export interface ChannelsTableProps {
  channels: readonly Channel[];
  selection: Selection;
  operate: Pick<ReturnType<typeof useOperate>, "start" | "stop" | "pending">;
}

/** A table where there is room for one, a list of the same facts on phones. */
export function ChannelsTable(props: ChannelsTableProps) {
  const t = useText();
  const format = useFormat();
  const isMobile = useIsMobile();
  const { channels, selection, operate } = props;
  if (isMobile) return <ChannelList {...props} />;
  return (
    <Card isPadded={false}>
      <DataTable
        label={t("live.list.label")}
        columns={columnsOf(t, format, operate)}
        rows={channels}
        rowId={({ id }) => String(id)}
        selection={{
          selected: new Set([...selection.ids].map(String)),
          onSelect: (ids) => selection.replace([...ids].map(Number)),
        }}
      />
    </Card>
  );
}

const columnsOf = (
  t: Translate,
  format: Formatter,
  operate: ChannelsTableProps["operate"],
): TableColumn<Channel>[] => [
  {
    id: "name",
    label: t("live.list.columns.name"),
    width: "3fr",
    minWidth: 200,
    cell: ({ id, name }) => (
      <Link href={`/editchannel/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: "project",
    label: t("live.list.columns.project"),
    width: "2fr",
    minWidth: 160,
    cell: ({ id_project, project }) => (
      <Link href={`/project/${id_project}`}>
        <bdi>{project}</bdi>
      </Link>
    ),
  },
  {
    id: "author",
    label: t("live.list.columns.author"),
    width: "1fr",
    minWidth: 130,
    cell: ({ author }) => <bdi>{author}</bdi>,
  },
  {
    id: "state",
    label: t("live.list.columns.state"),
    width: 190,
    cell: ({ state, state_at }) => (
      <span title={format.date(state_at, "moment")}>
        <StateMark state={state} />
      </span>
    ),
  },
  {
    id: "viewers",
    label: t("live.list.columns.viewers"),
    width: 100,
    isNumber: true,
    cell: ({ viewers }) => format.number(viewers),
  },
  {
    id: "driver",
    label: t("live.list.columns.driver"),
    width: 140,
    cell: ({ driver }) => t(`live.drivers.${driver}`),
  },
  {
    id: "actions",
    label: t("live.list.columns.actions"),
    width: 90,
    cell: (channel) => <Switcher channel={channel} operate={operate} />,
  },
];

function Switcher({ channel, operate }: { channel: Channel; operate: ChannelsTableProps["operate"] }) {
  const t = useText();
  if (channel.can["operate"] !== true) return null;
  const isOn = isRunning(channel.state);
  return (
    <IconButton
      icon={isOn ? CircleStop : CirclePlay}
      label={t(isOn ? "live.list.stop_named" : "live.list.start_named", { name: channel.name })}
      isDisabled={operate.pending === channel.id}
      onPress={() => (isOn ? operate.stop(channel) : void operate.start(channel))}
    />
  );
}

function ChannelList({ channels, selection, operate }: ChannelsTableProps) {
  const t = useText();
  return (
    <ul aria-label={t("live.list.label")} className="flex flex-col gap-3">
      {channels.map((channel) => (
        <li key={channel.id} className="rounded-lg bg-surface p-4 ring-1 ring-line">
          <div className="flex items-center gap-3">
            <Checkbox
              aria-label={t("common.select_named", { name: channel.name })}
              isSelected={selection.ids.has(channel.id)}
              onChange={(isChosen) => selection.toggle(channel.id, isChosen, false)}
            />
            <Link href={`/editchannel/${channel.id}`} className="own-direction min-w-0 flex-1 truncate">
              {channel.name}
            </Link>
            <StateMark state={channel.state} />
          </div>
          <div className="mt-2 flex items-center gap-3">
            <p className="min-w-0 flex-1 truncate text-sm text-ink-muted">
              <bdi>{channel.project}</bdi> · {t("live.viewers", { count: channel.viewers })}
            </p>
            <Switcher channel={channel} operate={operate} />
          </div>
        </li>
      ))}
    </ul>
  );
}
