import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { byDay } from "./days.ts";
import { MessageRun } from "./message-run.tsx";
import { isUnreadFor } from "./messages.ts";
import { useMarksRead } from "./use-marks-read.ts";
import { useTarget } from "./use-target.ts";
import { useDayName } from "./when.tsx";

export interface ThreadBodyProps {
  name: string;
  /** Newest first. */
  messages: readonly Message[];
  target: Message | null;
  selected: ReadonlySet<number> | null;
  onSelect: (selected: ReadonlySet<number> | null) => void;
  hasOlder: boolean;
  isFetchingOlder: boolean;
  onOlder: () => void;
}

/** Pixels from the end within which new messages are followed. */
const near = 120;

function scrollToEnd(box: HTMLElement | null): void {
  if (box !== null) box.scrollTop = 0;
}

/** The messages by day, the newest at the bottom, scrolled to the end. */
export function ThreadBody(props: ThreadBodyProps) {
  const { name, messages, target, hasOlder, isFetchingOlder, onOlder, selected, onSelect } = props;
  const t = useText();
  const { id: me } = useSignedInUser();
  const dayName = useDayName();
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  const leaveUnread = useMarksRead(messages, !isAway);
  const [firstUnread] = useState(() => messages.findLast((message) => isUnreadFor(message, me))?.id);
  const highlighted = useTarget(box, messages, target, hasOlder && !isFetchingOlder ? onOlder : null);
  const newest = messages[0];

  const toEnd = () => scrollToEnd(box.current);
  const ownNewest = newest?.sender_id === me ? newest.id : null;
  useEffect(() => {
    // Scrolls to a message that the user has just sent.
    if (ownNewest !== null) scrollToEnd(box.current);
  }, [ownNewest]);

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current ?? new HTMLElement();
    setIsAway(-scrollTop > near);
    if (hasOlder && !isFetchingOlder && scrollHeight - clientHeight + scrollTop < 200) onOlder();
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* Laid out from the bottom: it stays there when a message arrives, and keeps its position when older ones are
         added above. */}
      <div
        ref={box}
        role="log"
        aria-label={t("messages.thread.label", { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
        tabIndex={0}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 py-4 -outline-offset-2 md:px-6"
      >
        <div className="flex flex-col gap-4">
          {hasOlder && (
            <div className="flex justify-center">
              <Button variant="quiet" size="sm" isPending={isFetchingOlder} onPress={onOlder}>
                {t("messages.thread.older")}
              </Button>
            </div>
          )}
          {messages.length === 0 && (
            <p className="py-10 text-center text-ink-muted">{t("messages.thread.begin", { name })}</p>
          )}
          {byDay(messages).map(({ day, runs }) => (
            <section key={day} className="flex flex-col gap-3">
              <h3 className="text-center text-xs text-ink-muted">{dayName(day)}</h3>
              {runs.map((run) => (
                <MessageRun
                  key={run[0]?.id}
                  messages={run}
                  highlighted={highlighted}
                  firstUnread={firstUnread}
                  selected={selected}
                  onSelect={onSelect}
                  onLeaveUnread={leaveUnread}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
      {isAway && newest !== undefined && isUnreadFor(newest, me) && (
        <Button
          size="sm"
          variant="primary"
          icon={ArrowDown}
          onPress={toEnd}
          className="absolute! inset-x-0 bottom-3 mx-auto w-fit shadow-float"
        >
          {t("messages.thread.new_below")}
        </Button>
      )}
    </div>
  );
}
