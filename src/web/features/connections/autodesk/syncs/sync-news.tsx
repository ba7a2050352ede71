import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AutodeskSync } from "#contract/autodesk.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { adskKeys } from "../autodesk.keys.ts";
import { isRunning, useSyncs } from "../autodesk.queries.ts";
import { syncTitle } from "./sync-line.tsx";

const tones = { done: "ok", partial: "warn", failed: "bad" } as const;

/** Announces the end of a sync that was seen running, and refetches what it changed. Renders nothing. */
export function SyncNews() {
  const t = useText();
  const client = useQueryClient();
  const { data } = useSyncs();
  const running = useRef<ReadonlySet<number>>(new Set());

  useEffect(() => {
    if (data === undefined) return;
    const ended = data.filter((sync) => running.current.has(sync.id) && !isRunning(sync));
    running.current = new Set(data.filter((sync) => isRunning(sync)).map(({ id }) => id));
    if (ended.length === 0) return;
    for (const sync of ended) tell(sync);
    void client.invalidateQueries({ queryKey: adskKeys.links });
    void client.invalidateQueries({ queryKey: adskKeys.content });
    if (ended.some(({ kind }) => kind === "sheets")) void client.invalidateQueries({ queryKey: ["sheets"] });

    function tell(sync: AutodeskSync): void {
      const { state } = sync;
      if (state === "waiting" || state === "running") return;
      showToast({ tone: tones[state], title: syncTitle(sync, t), text: t(`autodesk.syncs.ended.${state}`) });
    }
  }, [data, client, t]);
  return null;
}
