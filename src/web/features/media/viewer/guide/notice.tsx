import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import type { Frame } from "../frame.ts";

/** Query parameter with the code of the invitation's tour. */
const parameter = "guide";
const part = "guide-notice";

/** Removes the invitation from the address: a reload does not invite to a tour that is over. */
export function forgetInvitation(): void {
  const url = new URL(location.href);
  url.searchParams.delete(parameter);
  history.replaceState(history.state, "", url);
}

export interface Notice {
  /** Neither closed nor replaced. */
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/**
 * Shows a notice about the tour until it is closed or replaced. `onJoin` offers to follow, and resolves whether that
 * began.
 */
export function showNotice(frame: Frame, text: string, onJoin?: () => Promise<boolean>): Notice {
  const isOpen = () => frame.mounted.get().some((mounted) => mounted.part === shown);
  const close = () => {
    if (isOpen()) frame.mount(part, null);
  };
  const decline = () => {
    close();
    forgetInvitation();
  };
  const shown = <GuideNotice key={text} text={text} onJoin={onJoin} onDecline={decline} />;
  frame.mount(part, shown);
  return { isOpen, close };
}

interface GuideNoticeProps {
  text: string;
  onJoin: (() => Promise<boolean>) | undefined;
  onDecline: () => void;
}

function GuideNotice({ text, onJoin, onDecline }: GuideNoticeProps) {
  const t = useText();
  const [isJoining, setIsJoining] = useState(false);
  const join = async () => {
    setIsJoining(true);
    if ((await onJoin?.()) === false) setIsJoining(false);
  };
  return (
    <section
      aria-label={t("viewer.guide.title")}
      className="plate absolute inset-x-0 under-60 z-2 mx-auto flex w-fit max-w-[min(24rem,calc(100%-2*var(--edge)))] flex-col gap-3 p-4 text-center anim-fade-in"
    >
      <output>{text}</output>
      <div className="flex flex-wrap justify-center gap-2">
        {onJoin && (
          <PlainButton variant="primary" isPending={isJoining} onClick={() => void join()}>
            {t("viewer.guide.join")}
          </PlainButton>
        )}
        <PlainButton variant={onJoin ? "secondary" : "primary"} onClick={onDecline}>
          {t("viewer.guide.alone")}
        </PlainButton>
      </div>
    </section>
  );
}
