import { useMutation, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { keepDraft } from "./drafts.ts";
import { refreshInbox, takeChange, takeMessage } from "./inbox.cache.ts";
import { keys, logged } from "./inbox.queries.ts";

/** Milliseconds for which a deletion can be undone from its toast. */
const undoFor = 10_000;

/** Splits the ids into as many calls as needed. */
async function inParts<T>(
  ids: readonly number[],
  send: (ids: number[]) => Promise<T>,
): Promise<T | undefined> {
  let last: T | undefined;
  for (let at = 0; at < ids.length; at += limits.bulk) last = await send(ids.slice(at, at + limits.bulk));
  return last;
}

export function useSendMessage() {
  const client = useQueryClient();
  const { id } = useSignedInUser();
  return useMutation({
    mutationFn: (body: Body<"POST /api/messages">) =>
      logged("errors.failed.message_send", call("POST /api/messages", { body }, quiet)),
    onSuccess: (message) => {
      // Clears the draft here and not in the screen, which may have changed by now.
      keepDraft(id, message.recipient_id, "");
      takeMessage(client, message, id);
    },
  });
}

/** Marks messages as read, silently: the screen does not change on failure. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, isRead }: { ids: readonly number[]; isRead: boolean }) =>
      logged(
        "errors.failed.message_read",
        inParts(ids, (part) => {
          const route = isRead ? "PUT /api/messages/mark-read" : "PUT /api/messages/mark-unread";
          return call(route, { body: { message_ids: part } }, quiet);
        }),
      ),
    onSuccess: (done, { ids, isRead }) => takeChange(client, ids, { is_read: isRead }, done?.unread),
  });
}

export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    /** `upTo`: id of the newest message on the screen. */
    mutationFn: (upTo: number | undefined) => {
      const body = upTo === undefined ? {} : { up_to: upTo };
      return logged(
        "errors.failed.messages_read_all",
        call("PUT /api/messages/mark-all-read", { body }, quiet),
      );
    },
    onSuccess: ({ unread }) => {
      client.setQueryData(keys.unread, unread);
      refreshInbox(client);
    },
  });
}

/** Stars messages one by one: a star belongs to the user, not to the message. */
export function useStar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, starred }: { ids: readonly number[]; starred: boolean }) =>
      logged(
        "errors.failed.message_star",
        Promise.all(
          ids.map((id) =>
            call("PUT /api/messages/star/{id}", { params: { id }, body: { message_id: id, starred } }, quiet),
          ),
        ),
      ),
    onSuccess: (_, { ids, starred }) => takeChange(client, ids, { starred }),
  });
}

export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      logged(
        "errors.failed.message_delete",
        inParts(ids, (part) => call("PUT /api/messages/restore", { body: { message_ids: part } }, quiet)),
      ),
    onSuccess: (done) => {
      if (done !== undefined) client.setQueryData(keys.unread, done.unread);
      refreshInbox(client);
    },
  });
}

/** Can be undone for ten seconds, and later with 'Include deleted'. */
export function useDelete() {
  const client = useQueryClient();
  const t = useText();
  const restore = useRestore();
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      logged(
        "errors.failed.message_delete",
        inParts(ids, (part) => call("DELETE /api/messages/delete", { body: { message_ids: part } }, quiet)),
      ),
    onSuccess: (done, ids) => {
      takeChange(client, ids, { is_deleted: true }, done?.unread);
      const undo = { label: t("common.undo"), onAction: () => restore.mutate(ids) };
      showToast({ tone: "ok", title: t("messages.deleted", { count: ids.length }), action: undo }, undoFor);
    },
  });
}

export function useDeleteRead() {
  const client = useQueryClient();
  const t = useText();
  return useMutation({
    mutationFn: () =>
      logged("errors.failed.messages_delete_read", call("DELETE /api/messages/delete-read", {}, quiet)),
    onSuccess: ({ changed, unread }) => {
      client.setQueryData(keys.unread, unread);
      refreshInbox(client);
      showToast({ tone: "ok", title: t("messages.delete_read.done", { count: changed }) }, limits.toast.form);
    },
  });
}
