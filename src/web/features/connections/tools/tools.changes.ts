import { useMutation, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { SnagLink, Tool } from "#contract/tools.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { failureTitle } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { toolKeys } from "./tools.queries.ts";

/** Milliseconds in which an action can be undone. */
const undoTime = 10_000;

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: toolKeys.all });
}

/** Reports errors of actions that have no place of their own for them. */
function useComplain() {
  const t = useText();
  return (title?: string) => (error: unknown) =>
    showToast({ tone: "bad", title: title ?? failureTitle(error, t), text: errorText(error, t) });
}

/** Connects with a personal token. */
export function useConnect(tool: Tool) {
  const t = useText();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Body<"POST /api/tools/{tool}/connection">) =>
      call("POST /api/tools/{tool}/connection", { params: { tool }, body }, quiet),
    onSuccess: ({ account }) => {
      showToast({ tone: "ok", title: t("tools.connect.done", { account }) }, limits.toast.form);
      return refresh();
    },
  });
}

export function useDisconnect(tool: Tool) {
  const t = useText();
  const refresh = useRefresh();
  const complain = useComplain();
  return useMutation({
    mutationFn: () => call("DELETE /api/tools/{tool}/connection", { params: { tool } }, quiet),
    onSuccess: () => {
      const title = t("tools.account.disconnected", { tool: t(`tools.names.${tool}`) });
      showToast({ tone: "ok", title }, limits.toast.form);
      return refresh();
    },
    onError: complain(),
  });
}

export function useMapProject(tool: Tool) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: Body<"PUT /api/projects/{id}/tools/{tool}"> & { id: number }) =>
      call("PUT /api/projects/{id}/tools/{tool}", { params: { id, tool }, body }, quiet),
    onSuccess: refresh,
  });
}

export function useUnmapProject(tool: Tool) {
  const t = useText();
  const refresh = useRefresh();
  const complain = useComplain();
  return useMutation({
    mutationFn: ({ id }: { id: number; project: string }) =>
      call("DELETE /api/projects/{id}/tools/{tool}", { params: { id, tool } }, quiet),
    onSuccess: (_, { project }) => {
      showToast({ tone: "ok", title: t("tools.projects.removed", { project }) }, limits.toast.form);
      return refresh();
    },
    onError: complain(),
  });
}

interface Sent {
  readonly tool: Tool;
  readonly id_snag: number;
  readonly number: number;
}

/** Sends one snag. A repeated call finds the first card. */
export function useSend() {
  const t = useText();
  const refresh = useRefresh();
  const complain = useComplain();
  return useMutation({
    mutationFn: ({ tool, id_snag }: Sent) =>
      call("POST /api/annotations/{id}/tools/{tool}", { params: { id: id_snag, tool } }, quiet),
    onSuccess: (_, { tool, number }) => {
      const title = t("tools.sent.sent", { number, tool: t(`tools.names.${tool}`) });
      showToast({ tone: "ok", title }, limits.toast.form);
      return refresh();
    },
    onError: complain(t("tools.sent.not_sent")),
  });
}

/** Actions on a snag's card. */
export function useLinkActs() {
  const t = useText();
  const refresh = useRefresh();
  const complain = useComplain();
  const paramsOf = ({ id_snag, tool }: Sent) => ({ params: { id: id_snag, tool } });
  const relink = useMutation({
    mutationFn: (link: Sent) => call("POST /api/annotations/{id}/tools/{tool}", paramsOf(link), quiet),
    onSuccess: () => {
      showToast({ tone: "ok", title: t("tools.links.relinked") });
      return refresh();
    },
    onError: complain(t("tools.sent.not_sent")),
  });
  const retry = useMutation({
    mutationFn: (link: SnagLink) =>
      call("POST /api/annotations/{id}/tools/{tool}/retry", paramsOf(link), quiet),
    onSuccess: () => {
      showToast({ tone: "ok", title: t("tools.links.retried") });
      return refresh();
    },
    onError: complain(),
  });
  const unlink = useMutation({
    mutationFn: (link: SnagLink) => call("DELETE /api/annotations/{id}/tools/{tool}", paramsOf(link), quiet),
    onSuccess: (_, link) => {
      // The card still carries the snag's address: sending it again finds it.
      const action = { label: t("common.undo"), onAction: () => relink.mutate(link) };
      showToast({ tone: "ok", title: t("tools.links.unlinked", { number: link.number }), action }, undoTime);
      return refresh();
    },
    onError: complain(),
  });
  return { retry, unlink };
}

/** Sends several, all of them or none. Resolves to whether they were sent. */
export function useSendSeveral() {
  const t = useText();
  const refresh = useRefresh();
  return async (tool: Tool, ids: readonly number[]): Promise<boolean> => {
    try {
      const { sent } = await call(
        "POST /api/tools/{tool}/annotations",
        { params: { tool }, body: { ids: [...ids] } },
        quiet,
      );
      const title = t("tools.bulk.sent", { count: sent, tool: t(`tools.names.${tool}`) });
      showToast({ tone: "ok", title }, limits.toast.form);
      await refresh();
      return true;
    } catch (error) {
      showToast({ tone: "bad", title: t("tools.bulk.failed"), text: errorText(error, t) });
      return false;
    }
  };
}
