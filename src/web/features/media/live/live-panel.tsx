import { Plus, Radio } from "lucide-react";
import type { Channel } from "#contract/live.ts";
import type { Project } from "#contract/projects.ts";
import { startCreation } from "#web/lib/creation.ts";
import { useText } from "#web/lib/use-text.ts";
import { CreateButton } from "#web/shell/create-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isOnAir, useLiveNews, useProjectChannels } from "./live.queries.ts";
import { StateMark } from "./state-mark.tsx";

/** Live channels of the site, and the action to start a broadcast. */
export function LivePanel({ project }: { project: Project }) {
  const t = useText();
  const channels = useProjectChannels(project.id);
  useLiveNews(project.id);
  const mayAdd = project.can["add_channel"] === true;
  const add = mayAdd && (
    <CreateButton
      begins="channel"
      size="sm"
      icon={Plus}
      onPress={() => startCreation({ kind: "channel", id_project: project.id })}
    >
      {t("live.new")}
    </CreateButton>
  );
  return (
    <Card title={t("live.panel.title")} {...(channels.data && channels.data.total > 0 && { actions: add })}>
      {channels.isPending ? (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ) : channels.isError ? (
        <div role="alert" className="flex flex-col items-start gap-3 text-ink-muted">
          <p>{t("live.panel.failed")}</p>
          <Button size="sm" onPress={() => void channels.refetch()}>
            {t("common.retry")}
          </Button>
        </div>
      ) : channels.data.items.length === 0 ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-muted">{t("live.panel.none")}</p>
          {add}
        </div>
      ) : (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {channels.data.items.map((channel) => (
              <li key={channel.id}>
                <Row channel={channel} />
              </li>
            ))}
          </ul>
          {channels.data.total > channels.data.items.length && (
            <Link href={`/editchannel?project=${project.id}`} className="mt-2 inline-block">
              {t("live.panel.all")}
            </Link>
          )}
        </>
      )}
    </Card>
  );
}

function Row({ channel }: { channel: Channel }) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Link
        href={`/editchannel/${channel.id}`}
        look="plain"
        aria-label={t("live.panel.manage", { name: channel.name })}
        className="hit-line own-direction min-w-0 flex-1 truncate font-strong hover:underline"
      >
        {channel.name}
      </Link>
      <StateMark state={channel.state} />
      {isOnAir(channel.state) ? (
        <a href={`/live/${channel.code}`} className={buttonClass({ size: "sm" })}>
          {t("live.panel.watch")}
        </a>
      ) : (
        channel.can["operate"] === true && (
          <Link href={`/golive/${channel.id}`} look={{ variant: "secondary", size: "sm" }}>
            <Icon of={Radio} size="sm" />
            {t("live.go_live_short")}
          </Link>
        )
      )}
    </div>
  );
}
