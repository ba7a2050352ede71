import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Channel } from "#contract/live.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useStartChannel, useStopChannel } from "./live.queries.ts";

/** Starts at once, stops after a confirmation if there are viewers. */
export function useOperate() {
  const t = useText();
  const starting = useStartChannel();
  const stopping = useStopChannel();
  const [asked, setAsked] = useState<Channel | null>(null);

  async function start({ id, name }: Channel): Promise<boolean> {
    try {
      await starting.mutateAsync(id);
      showToast({ tone: "ok", title: t("live.started", { name }) }, limits.toast.form);
      return true;
    } catch (error) {
      showToast({ tone: "bad", title: t("errors.failed.channel_start"), text: errorText(error, t) });
      return false;
    }
  }

  async function stopNow({ id, name }: Channel): Promise<void> {
    try {
      await stopping.mutateAsync(id);
      showToast({ tone: "ok", title: t("live.stopped", { name }) }, limits.toast.form);
    } catch (error) {
      showToast({ tone: "bad", title: t("errors.failed.channel_stop"), text: errorText(error, t) });
    }
    setAsked(null);
  }

  const stop = (channel: Channel): void => {
    if (channel.viewers > 0) setAsked(channel);
    else void stopNow(channel);
  };
  const question = asked && (
    <ConfirmDialog
      title={t("live.stop_title", { name: asked.name })}
      confirmLabel={t("live.stop")}
      isOpen
      onClose={() => setAsked(null)}
      onConfirm={() => void stopNow(asked)}
      isDestructive
      isPending={stopping.isPending}
    >
      {t("live.stop_text", { count: asked.viewers })}
    </ConfirmDialog>
  );
  return {
    start,
    stop,
    /** To be rendered by the component that calls `stop`. */
    question,
    /** Id of the channel that is being started or stopped. */
    pending: starting.isPending ? starting.variables : stopping.isPending ? stopping.variables : null,
  };
}
