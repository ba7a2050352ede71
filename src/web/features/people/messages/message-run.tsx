import type { Message } from "#contract/messages.ts";
import { useSettings, useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";
import { MessageItem } from "./message-item.tsx";
import { isMine, nameOf } from "./messages.ts";
import { SiteMark } from "./site-mark.tsx";

export interface MessageRunProps {
  messages: readonly Message[];
  highlighted: number | null;
  /** The divider of new messages is above it. */
  firstUnread: number | undefined;
  selected: ReadonlySet<number> | null;
  onSelect: (selected: ReadonlySet<number> | null) => void;
  onLeaveUnread: (ids: readonly number[]) => void;
}

/** Consecutive messages of one person. */
export function MessageRun(props: MessageRunProps) {
  const { messages, firstUnread, highlighted, ...rest } = props;
  const t = useText();
  const { id: me } = useSignedInUser();
  const site = useSettings()?.website_name ?? "";
  const [first] = messages;
  if (first === undefined) return null;
  const mine = isMine(first, me);
  const name = nameOf(first.sender, site);
  return (
    <>
      {messages.some(({ id }) => id === firstUnread) && (
        <p className="flex items-center gap-3 text-xs font-strong text-bad-text before:h-px before:flex-1 before:bg-bad/40 after:h-px after:flex-1 after:bg-bad/40">
          {t("messages.thread.unread_line")}
        </p>
      )}
      <div className={cx("flex items-start gap-2.5", mine && "flex-row-reverse")}>
        {!mine &&
          (first.sender === null ? <SiteMark /> : <Avatar name={name} picture={first.sender.avatar} />)}
        <div className={cx("flex min-w-0 flex-1 flex-col gap-1", mine ? "items-end" : "items-start")}>
          <p className="sr-only">{mine ? t("messages.message.mine") : name}</p>
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              mine={mine}
              isHighlighted={message.id === highlighted}
              {...rest}
            />
          ))}
        </div>
      </div>
    </>
  );
}
