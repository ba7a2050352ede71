import { Plus, Radio } from "lucide-react";
import type { Channel } from "#contract/live.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { channelsPerPage, isOnAir, useChannels } from "../live.queries.ts";
import { StateMark } from "../state-mark.tsx";
import { ChannelTools } from "./channel-tools.tsx";
import { channelList } from "./list-state.ts";

/** The channels of the user's projects, to pick one, and a new one. */
export function OwnChannels() {
  const t = useText();
  const [state, change] = channelList.use();
  const channels = useChannels(state, false);
  const create = (
    <CreateButton
      begins="channel"
      variant="primary"
      icon={Plus}
      onPress={() =>
        startCreation({ kind: "channel", ...(state.project !== null && { id_project: state.project }) })
      }
    >
      {t("live.new")}
    </CreateButton>
  );
  return (
    <ListScreen
      title={t("live.title")}
      actions={create}
      tools={<ChannelTools state={state} change={change} total={channels.data?.total} everybody={false} />}
      list={channels}
      screen="channels"
      waiting={<CardsSkeleton count={6} />}
      none={
        <EmptyState
          icon={Radio}
          title={t("live.list.empty_title")}
          text={t("live.list.empty_text")}
          action={create}
        />
      }
      isNarrowed={channelList.isNarrowed(state)}
      onClear={() => change(channelList.plain)}
      paging={{ page: state.page, perPage: channelsPerPage, onPage: (page) => change({ page }) }}
    >
      {(items) => (
        <ul aria-label={t("live.list.label")} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((channel) => (
            <li key={channel.id} className="flex">
              <Tile channel={channel} />
            </li>
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

function Tile({ channel }: { channel: Channel }) {
  const t = useText();
  const format = useFormat();
  return (
    <Link
      look="plain"
      href={`/editchannel/${channel.id}`}
      className="flex min-w-0 flex-1 flex-col gap-2 rounded-lg bg-surface p-4 ring-1 ring-line transition-colors hover:bg-hover"
    >
      <span className="flex items-start gap-3">
        <span className="own-direction min-w-0 flex-1 truncate font-strong">{channel.name}</span>
        <StateMark state={channel.state} />
      </span>
      <span className="own-direction truncate text-sm text-ink-muted">{channel.project}</span>
      <span className="mt-auto flex flex-wrap gap-x-3 text-xs text-ink-muted tabular-nums">
        {isOnAir(channel.state) && <span>{t("live.viewers", { count: channel.viewers })}</span>}
        <span>{t("live.since", { ago: format.ago(channel.state_at) })}</span>
        {channel.author !== "" && (
          <span className="truncate">{t("live.by_author", { author: channel.author })}</span>
        )}
      </span>
    </Link>
  );
}
