import { CircleStop, Radio } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Channel } from "#contract/live.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ListScreen } from "#web/shell/list/list-screen.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { channelsPerPage, isRunning, useChannels, useStopChannel } from "../live.queries.ts";
import { useOperate } from "../use-operate.tsx";
import { ChannelTools } from "./channel-tools.tsx";
import { ChannelsTable } from "./channels-table.tsx";
import { channelList } from "./list-state.ts";

/** The channels of all users, for super admins. */
export function ChannelsScreen() {
  const t = useText();
  const [state, change] = channelList.use();
  const channels = useChannels(state, true);
  const operate = useOperate();
  return (
    <>
      <ListScreen
        title={t("live.all_title")}
        tools={<ChannelTools state={state} change={change} total={channels.data?.total} everybody />}
        list={channels}
        screen="channels"
        none={<EmptyState icon={Radio} title={t("live.list.empty_title")} text={t("live.list.empty_text")} />}
        isNarrowed={channelList.isNarrowed(state)}
        onClear={() => change(channelList.plain)}
        paging={{ page: state.page, perPage: channelsPerPage, onPage: (page) => change({ page }) }}
        renderBar={(selection, shown) => (
          <StopBar
            channels={shown.filter(({ id }) => selection.ids.has(id))}
            onDone={() => selection.clear()}
          />
        )}
      >
        {(items, selection) => <ChannelsTable channels={items} selection={selection} operate={operate} />}
      </ListScreen>
      {operate.question}
    </>
  );
}

/** Actions on the selected channels. */
function StopBar({ channels, onDone }: { channels: readonly Channel[]; onDone: () => void }) {
  const t = useText();
  const stop = useStopChannel();
  const [isAsking, setIsAsking] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const running = channels.filter(({ state, can }) => isRunning(state) && can["operate"] === true);

  async function stopAll(): Promise<void> {
    setIsStopping(true);
    const ends = await Promise.allSettled(running.map(({ id }) => stop.mutateAsync(id)));
    const failed = ends.filter(({ status }) => status === "rejected").length;
    if (failed < ends.length)
      showToast(
        { tone: "ok", title: t("live.list.stopped_all", { count: ends.length - failed }) },
        limits.toast.form,
      );
    if (failed > 0)
      showToast({
        tone: "bad",
        title: t("errors.failed.channel_stop"),
        text: t("live.list.failed_all", { count: failed }),
      });
    setIsStopping(false);
    setIsAsking(false);
    onDone();
  }

  return (
    <div
      data-bottom-bar
      className="sticky inset-x-0 bottom-4 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-3 rounded-lg bg-surface px-4 py-2 shadow-float ring-1 ring-line max-md:bottom-20"
    >
      <span className="tabular-nums">{t("live.list.selected", { count: channels.length })}</span>
      <Button
        variant="danger"
        size="sm"
        icon={CircleStop}
        isDisabled={running.length === 0}
        onPress={() => setIsAsking(true)}
      >
        {t("live.list.stop_all")}
      </Button>
      <Button size="sm" variant="quiet" onPress={onDone}>
        {t("common.cancel")}
      </Button>
      <ConfirmDialog
        title={t("live.list.stop_all_title", { count: running.length })}
        confirmLabel={t("live.list.stop_all")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void stopAll()}
        isDestructive
        isPending={isStopping}
      >
        {t("live.list.stop_all_text")}
      </ConfirmDialog>
    </div>
  );
}
