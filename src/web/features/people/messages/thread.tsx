import { UserX } from "lucide-react";
import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Composer } from "./composer.tsx";
import { type Standing, useStanding, useThread } from "./inbox.queries.ts";
import { InboxFailure } from "./inbox-failure.tsx";
import { nameOf } from "./messages.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { ThreadBody } from "./thread-body.tsx";
import { ThreadHeader } from "./thread-header.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";

export interface ThreadProps {
  /** Id of the other person; 0 for the server. */
  peer: number;
  /** The message to show and to highlight. */
  target: Message | null;
  deleted: boolean;
  onBack: () => void;
}

/** The messages with one person, and the composer. */
export function Thread({ peer, target, deleted, onBack }: ThreadProps) {
  const site = useSettings()?.website_name ?? "";
  const standing = useStanding(peer);
  const thread = useThread(peer, deleted);
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null);
  if (standing.isPending) return <ThreadSkeleton />;
  if (standing.isError)
    return <InboxFailure error={standing.error} onRetry={() => void standing.refetch()} />;
  if (standing.data === null) return <Unknown />;
  const { person } = standing.data;
  const name = nameOf(person, site);
  const messages = thread.data?.pages.flat() ?? [];
  return (
    <>
      <ThreadHeader person={person} name={name} onBack={onBack} />
      {thread.isPending ? (
        <ThreadSkeleton />
      ) : thread.isError && messages.length === 0 ? (
        <InboxFailure error={thread.error} onRetry={() => void thread.refetch()} />
      ) : (
        <ThreadBody
          name={name}
          messages={messages}
          target={target}
          selected={selected}
          onSelect={setSelected}
          hasOlder={thread.hasNextPage}
          isFetchingOlder={thread.isFetchingNextPage}
          onOlder={() => void thread.fetchNextPage()}
        />
      )}
      {selected === null ? (
        <Foot peer={peer} name={name} standing={standing.data} />
      ) : (
        <SelectionBar
          messages={messages.filter(({ id }) => selected.has(id))}
          onEnd={() => setSelected(null)}
        />
      )}
    </>
  );
}

function Foot({ peer, name, standing }: { peer: number; name: string; standing: Standing }) {
  const t = useText();
  const { is_demo } = useSignedInUser();
  if (standing.mayWrite) return <Composer peer={peer} name={name} />;
  const why = is_demo
    ? t("messages.composer.demo")
    : standing.person === null
      ? t("messages.thread.no_write_system")
      : t("messages.thread.no_write", { name });
  return <p className="border-t border-line px-5 py-4 text-center text-ink-muted">{why}</p>;
}

function Unknown() {
  const t = useText();
  return (
    <EmptyState
      icon={UserX}
      title={t("messages.thread.unknown_title")}
      text={t("messages.thread.unknown_text")}
      action={
        <Link href="/inbox" look={{ variant: "secondary" }}>
          {t("messages.thread.to_inbox")}
        </Link>
      }
    />
  );
}
