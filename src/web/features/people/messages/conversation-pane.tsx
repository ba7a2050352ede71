import { CheckCheck, EllipsisVertical, MessagesSquare, PenLine, SearchX, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterChip } from "#web/ui/filter-chips.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ListSearch } from "#web/ui/list-search.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { ConversationRow, ConversationRowSkeleton } from "./conversation-row.tsx";
import { useDeleteRead, useMarkAllRead } from "./inbox.changes.ts";
import { useConversations } from "./inbox.queries.ts";
import { InboxFailure } from "./inbox-failure.tsx";
import type { InboxAddress } from "./inbox-state.ts";
import { plainInbox } from "./inbox-state.ts";
import { peerOf } from "./messages.ts";

/** The list of conversations: search, filters, and actions for all messages. */
export function ConversationPane({ inbox, onWrite }: { inbox: InboxAddress; onWrite: () => void }) {
  const t = useText();
  const { state, filter } = inbox;
  return (
    <section aria-label={t("messages.conversations.label")} className="flex min-h-0 flex-col">
      <PaneHeader inbox={inbox} onWrite={onWrite} />
      <div className="flex flex-col gap-2.5 border-b border-line px-4 pb-3">
        <ListSearch
          label={t("messages.conversations.search")}
          value={state.search}
          onSearch={(search) => filter({ search })}
        />
        <div className="flex flex-wrap gap-2 py-0.5">
          <FilterChip
            label={t("messages.conversations.filter_unread")}
            isOn={state.unread}
            onChange={(unread) => filter({ unread })}
          />
          <FilterChip
            label={t("messages.conversations.filter_starred")}
            isOn={state.starred}
            onChange={(starred) => filter({ starred })}
          />
          <FilterChip
            label={t("messages.conversations.include_deleted")}
            isOn={state.deleted}
            onChange={(deleted) => filter({ deleted })}
          />
        </div>
      </div>
      <Conversations inbox={inbox} onWrite={onWrite} />
    </section>
  );
}

function PaneHeader({ inbox, onWrite }: { inbox: InboxAddress; onWrite: () => void }) {
  const t = useText();
  const { is_demo } = useSignedInUser();
  const markAllRead = useMarkAllRead();
  const deleteRead = useDeleteRead();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useConversations(inbox.state);
  const newest = data?.pages[0]?.items.map(({ last }) => last.id) ?? [];
  return (
    <header className="flex items-center gap-1 px-4 py-3">
      <h1 className="flex-1 text-lg font-strong">{t("messages.title")}</h1>
      <Menu
        label={t("messages.more")}
        trigger={
          <IconButton icon={EllipsisVertical} label={t("messages.more")} className="me-1 touch:size-11" />
        }
      >
        <MenuItem
          icon={CheckCheck}
          label={t("messages.mark_all_read")}
          onAction={() => markAllRead.mutate(newest.length === 0 ? undefined : Math.max(...newest))}
        />
        {!is_demo && (
          <MenuItem
            icon={Trash2}
            isDestructive
            label={t("messages.delete_read.action")}
            onAction={() => setIsAsking(true)}
          />
        )}
      </Menu>
      {!is_demo && (
        <Button variant="primary" size="sm" icon={PenLine} onPress={onWrite}>
          {t("messages.new")}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDestructive
          title={t("messages.delete_read.title")}
          confirmLabel={t("messages.delete_read.confirm")}
          isPending={deleteRead.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() => deleteRead.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        >
          {t("messages.delete_read.text")}
        </ConfirmDialog>
      )}
    </header>
  );
}

function Conversations({ inbox, onWrite }: { inbox: InboxAddress; onWrite: () => void }) {
  const t = useText();
  const { id } = useSignedInUser();
  const { state } = inbox;
  const list = useConversations(state);
  const isFiltered = state.search !== "" || state.unread || state.starred;
  if (list.isPending) return <ConversationRowSkeleton count={6} />;
  if (list.isError) return <InboxFailure error={list.error} onRetry={() => void list.refetch()} />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return isFiltered ? (
      <EmptyState
        icon={SearchX}
        title={t("messages.conversations.no_match_title")}
        text={t("messages.conversations.no_match_text")}
        action={
          <Button onPress={() => inbox.filter({ ...plainInbox, deleted: state.deleted })}>
            {t("messages.conversations.clear")}
          </Button>
        }
      />
    ) : (
      <NoConversations onWrite={onWrite} />
    );
  return (
    <div
      className={`min-h-0 flex-1 overflow-y-auto p-1.5 max-md:pb-20 ${list.isPlaceholderData ? "opacity-60" : ""}`}
    >
      <ul className="flex flex-col gap-px">
        {items.map((conversation) => {
          const peer = peerOf(conversation.last, id);
          return (
            <li key={peer}>
              <ConversationRow
                conversation={conversation}
                isOpen={state.with === peer}
                // A search result links to the matching message.
                href={isFiltered ? inbox.hrefOf(peer, conversation.last.id) : inbox.hrefOf(peer)}
              />
            </li>
          );
        })}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center py-3">
          <Button
            variant="quiet"
            isPending={list.isFetchingNextPage}
            onPress={() => void list.fetchNextPage()}
          >
            {t("messages.conversations.more")}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoConversations({ onWrite }: { onWrite: () => void }) {
  const t = useText();
  const { is_demo } = useSignedInUser();
  return (
    <EmptyState
      icon={MessagesSquare}
      title={t("messages.conversations.none_title")}
      text={t("messages.conversations.none_text")}
      action={
        !is_demo && (
          <Button variant="primary" icon={PenLine} onPress={onWrite}>
            {t("messages.new")}
          </Button>
        )
      }
    />
  );
}
