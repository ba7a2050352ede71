import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AutodeskLink, AutodeskSync } from "#contract/autodesk.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { failureTitle } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { adskKeys } from "./autodesk.keys.ts";
import { connected } from "./connection.ts";
import { failureText } from "./failure.ts";

/** Adds a sync that has just started to the list; from there on it is polled. */
function useShowSync() {
  const client = useQueryClient();
  return (sync: AutodeskSync) => {
    client.setQueryData<readonly AutodeskSync[]>(adskKeys.syncs, (all) => [
      sync,
      ...(all ?? []).filter(({ id }) => id !== sync.id),
    ]);
    void client.invalidateQueries({ queryKey: adskKeys.syncs });
  };
}

function useSayFailed() {
  const t = useText();
  return (error: unknown) =>
    showToast({
      tone: "bad",
      title: t("autodesk.syncs.not_begun"),
      text: failureText(error, "autodesk.syncs.not_begun_text", t),
    });
}

export function useSyncHub() {
  const client = useQueryClient();
  const show = useShowSync();
  return useMutation({
    mutationFn: (hub: string) =>
      connected(client, call("POST /api/autodesk/sync-hub", { body: { hub_id: hub } }, quiet)),
    onSuccess: show,
    onError: useSayFailed(),
  });
}

/** Links two projects, or syncs a linked one again. The caller handles failures. */
export function useSyncProject() {
  const client = useQueryClient();
  const show = useShowSync();
  return useMutation({
    mutationFn: (body: Body<"POST /api/autodesk/sync-project">) =>
      connected(client, call("POST /api/autodesk/sync-project", { body }, quiet)),
    onSuccess: ({ link, sync }) => {
      client.setQueryData<readonly AutodeskLink[]>(adskKeys.links, (all) => [
        link,
        ...(all ?? []).filter(({ id }) => id !== link.id),
      ]);
      void client.invalidateQueries({ queryKey: adskKeys.links });
      void client.invalidateQueries({ queryKey: adskKeys.projects });
      show(sync);
    },
  });
}

/** Syncs a linked project again. */
export function useSyncAgain() {
  const sync = useSyncProject();
  const failed = useSayFailed();
  return {
    isPending: sync.isPending,
    run: ({ id_project: project_id, adsk_project_id, adsk_hubId }: AutodeskLink) =>
      sync.mutate({ project_id, adsk_project_id, adsk_hubId }, { onError: failed }),
  };
}

export function useBringSheets() {
  const client = useQueryClient();
  const show = useShowSync();
  return useMutation({
    mutationFn: ({ link, sheets }: { link: number; sheets: readonly string[] }) =>
      connected(
        client,
        call(
          "POST /api/autodesk/links/{id}/sheets",
          { params: { id: link }, body: { sheets: [...sheets] } },
          quiet,
        ),
      ),
    onSuccess: show,
    onError: useSayFailed(),
  });
}

export function useUnlink() {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AutodeskLink) => call("DELETE /api/autodesk/links/{id}", { params: { id } }, quiet),
    onSuccess: (_, link) => {
      client.setQueryData<readonly AutodeskLink[]>(adskKeys.links, (all) =>
        all?.filter(({ id }) => id !== link.id),
      );
      void client.invalidateQueries({ queryKey: adskKeys.links });
      void client.invalidateQueries({ queryKey: adskKeys.projects });
      void client.invalidateQueries({ queryKey: adskKeys.sheets(link.adsk_project_id) });
      showToast({ tone: "ok", title: t("autodesk.links.unlinked", { project: link.project }) });
    },
    onError: (error) =>
      showToast({
        tone: "bad",
        title: failureTitle(error, t),
        text: failureText(error, "autodesk.links.unlink_failed", t),
      }),
  });
}
