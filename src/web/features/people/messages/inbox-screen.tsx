import { MailSearch, MessagesSquare, PenLine } from "lucide-react";
import { useState } from "react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { ConversationPane } from "./conversation-pane.tsx";
import { useMessage } from "./inbox.queries.ts";
import { useInbox } from "./inbox-state.ts";
import { peerOf } from "./messages.ts";
import { NewMessageDialog } from "./new-message-dialog.tsx";
import { Thread } from "./thread.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";

/** The inbox: conversations on the left, messages on the right; phones show one of the two. */
export function InboxScreen() {
  const inbox = useInbox();
  const isMobile = useIsMobile();
  const [isChoosing, setIsChoosing] = useState(false);
  const hasThread = inbox.messageId !== null || inbox.state.with !== null;
  const write = () => setIsChoosing(true);
  return (
    <>
      <div
        className={cx(
          "grid grid-cols-[minmax(0,1fr)] overflow-hidden bg-surface",
          "md:h-[calc(100dvh-10.5rem)] md:min-h-120 md:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] md:rounded-lg md:border md:border-line",
          "max-md:-mx-4 max-md:-my-5 max-md:min-h-[calc(100dvh-8rem)]",
        )}
      >
        {!(isMobile && hasThread) && <ConversationPane inbox={inbox} onWrite={write} />}
        {(hasThread || !isMobile) && (
          <section
            className={cx(
              "flex min-h-0 flex-col bg-surface md:border-s md:border-line",
              // Between the two bars, so that the composer is within reach of the thumb.
              "max-md:fixed max-md:inset-x-0 max-md:top-14 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:z-20",
            )}
          >
            {hasThread ? <OpenThread inbox={inbox} /> : <NoThread onWrite={write} />}
          </section>
        )}
      </div>
      {isChoosing && (
        <NewMessageDialog
          onClose={() => setIsChoosing(false)}
          onChoose={(person) => {
            setIsChoosing(false);
            inbox.open(person.id);
          }}
        />
      )}
    </>
  );
}

/** The conversation of the address: by its person, or by one of its messages. */
function OpenThread({ inbox }: { inbox: ReturnType<typeof useInbox> }) {
  const t = useText();
  const { id } = useSignedInUser();
  const message = useMessage(inbox.messageId);
  const { deleted } = inbox.state;
  if (inbox.messageId === null)
    return (
      <Thread
        key={inbox.state.with}
        peer={inbox.state.with ?? 0}
        target={null}
        deleted={deleted}
        onBack={inbox.closeThread}
      />
    );
  if (message.isPending) return <ThreadSkeleton />;
  if (message.isError)
    return (
      <EmptyState
        icon={MailSearch}
        title={t("messages.thread.gone_title")}
        text={t("messages.thread.gone_text")}
        action={
          <Link href="/inbox" look={{ variant: "secondary" }}>
            {t("messages.thread.to_inbox")}
          </Link>
        }
      />
    );
  const peer = peerOf(message.data, id);
  return (
    <Thread
      key={peer}
      peer={peer}
      target={message.data}
      deleted={deleted || message.data.is_deleted}
      onBack={inbox.closeThread}
    />
  );
}

function NoThread({ onWrite }: { onWrite: () => void }) {
  const t = useText();
  const { is_demo } = useSignedInUser();
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        icon={MessagesSquare}
        title={t("messages.conversations.none_chosen_title")}
        text={t("messages.conversations.none_chosen_text")}
        action={
          !is_demo && (
            <Button icon={PenLine} onPress={onWrite}>
              {t("messages.new")}
            </Button>
          )
        }
      />
    </div>
  );
}
