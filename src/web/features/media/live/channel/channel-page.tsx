import { CirclePlay, CircleStop, ExternalLink, Radio, Share2 } from "lucide-react";
import { useState } from "react";
import type { Channel } from "#contract/live.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { isOnAir, isRunning } from "../live.queries.ts";
import { StateMark } from "../state-mark.tsx";
import { useOperate } from "../use-operate.tsx";
import { ChannelForm } from "./channel-form.tsx";
import { DeleteChannel } from "./delete-channel.tsx";
import { Preview } from "./preview.tsx";
import { RecordingsSection } from "./recordings-section.tsx";
import { SenderSection } from "./sender-section.tsx";
import { publicAddress, ShareChannel } from "./share-channel.tsx";
import { SignalCard } from "./signal-card.tsx";

/** One channel: its picture first, then how to send to it, its recordings, and its name. */
export function ChannelPage({ channel }: { channel: Channel }) {
  const t = useText();
  const [isSharing, setIsSharing] = useState(false);
  const mayEdit = channel.can["edit"] === true;
  return (
    <>
      <PageHeader
        title={channel.name}
        crumbs={[
          { label: t("live.title"), href: "/editchannel" },
          { label: channel.project, href: `/project/${channel.id_project}` },
          { label: channel.name },
        ]}
        note={
          <span className="flex flex-wrap gap-x-3">
            <Link href={`/project/${channel.id_project}`}>{channel.project}</Link>
            {channel.author !== "" && <span>{t("live.by_author", { author: channel.author })}</span>}
          </span>
        }
        actions={
          <>
            <Button icon={Share2} onPress={() => setIsSharing(true)}>
              {t("live.share")}
            </Button>
            <a href={publicAddress(channel)} className={buttonClass({})}>
              <Icon of={ExternalLink} size="sm" points />
              {t("live.open_page")}
            </a>
          </>
        }
      />
      <div className="grid items-start gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <div className="flex flex-col gap-4">
            <Preview channel={channel} />
            <Operate channel={channel} />
            {channel.description !== "" && (
              <p className="own-direction whitespace-pre-line text-ink-muted">{channel.description}</p>
            )}
            {mayEdit && isRunning(channel.state) && <SignalCard channel={channel} />}
          </div>
          {mayEdit && <SenderSection channel={channel} />}
          <RecordingsSection channel={channel} />
        </div>
        {mayEdit && (
          <div className="flex flex-col gap-10">
            <ChannelForm channel={channel} />
            {channel.can["delete"] === true && <DeleteChannel channel={channel} />}
          </div>
        )}
      </div>
      {isSharing && <ShareChannel channel={channel} onClose={() => setIsSharing(false)} />}
    </>
  );
}

/** Its state, and the one next step. */
const troubles = ["live.trouble.video_codec", "live.trouble.audio_codec"] as const;
const isTrouble = (problem: string | null): problem is (typeof troubles)[number] =>
  (troubles as readonly (string | null)[]).includes(problem);

function Operate({ channel }: { channel: Channel }) {
  const t = useText();
  const format = useFormat();
  const { start, stop, question, pending } = useOperate();
  const { state } = channel;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <StateMark state={state} />
        <span className="text-sm text-ink-muted">
          {t("live.since", { ago: format.ago(channel.state_at) })}
        </span>
        {isOnAir(state) && (
          <span className="text-sm tabular-nums">{t("live.viewers", { count: channel.viewers })}</span>
        )}
        {channel.can["operate"] === true && (
          <div className="ms-auto flex flex-wrap gap-2 max-sm:w-full [&>*]:max-sm:flex-1">
            {isRunning(state) ? (
              <Button icon={CircleStop} isPending={pending === channel.id} onPress={() => stop(channel)}>
                {t("live.stop")}
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={CirclePlay}
                isPending={pending === channel.id}
                onPress={() => void start(channel)}
              >
                {t("live.start")}
              </Button>
            )}
            {!isOnAir(state) && (
              <Link
                href={`/golive/${channel.id}`}
                look={{ variant: isRunning(state) ? "primary" : "secondary" }}
              >
                <Icon of={Radio} size="sm" />
                {t("live.go_live")}
              </Link>
            )}
          </div>
        )}
      </div>
      {state === "failed" ? (
        <Banner tone="bad" title={t("live.state_texts.failed")}>
          {channel.problem !== null && <bdi>{channel.problem}</bdi>}
        </Banner>
      ) : isTrouble(channel.problem) ? (
        <Banner tone="bad" title={t(`${channel.problem}_title`)}>
          {t(channel.problem)}
        </Banner>
      ) : (
        <p aria-live="polite" className="text-ink-muted">
          {t(`live.state_texts.${state}`)}
        </p>
      )}
      {question}
    </div>
  );
}
