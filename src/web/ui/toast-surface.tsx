import { X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  type QueuedToast,
} from "react-aria-components/Toast";
import { serveToasts } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { bannerIcons } from "./banner.tsx";
import { Button } from "./button.tsx";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { iconButtonClass } from "./icon-button.tsx";
import { FadingQueue, type ShownToast } from "./toast-queue.ts";
import { textTone } from "./tone.ts";

/**
 * The region of toasts: at the end of the line, so right in English and left in Arabic. Their timers pause while the
 * pointer or the focus is on them. There is one region per page.
 */
export function ToastSurface() {
  const t = useText();
  const [queue] = useState(() => new FadingQueue());
  useEffect(() => serveToasts(({ duration, ...content }) => queue.show(content, duration)), [queue]);
  return (
    <AriaToastRegion
      queue={queue}
      aria-label={t("common.notifications")}
      className="fixed end-4 bottom-[max(1rem,var(--lift))] z-60 flex w-[min(22rem,calc(100vw-2rem))] flex-col-reverse gap-2 outline-none [--lift:0px] max-md:bottom-[max(calc(4.5rem+env(safe-area-inset-bottom)),var(--lift))]"
    >
      {({ toast }) => <ToastCard toast={toast} onClose={() => queue.close(toast.key)} />}
    </AriaToastRegion>
  );
}

/** Milliseconds between two measurements: bars appear and leave while a toast is shown. */
const MEASURE = 200;
/** Pixels between a bar and the toast above it. */
const GAP = 12;

/**
 * Keeps toasts above the bars at the bottom edge, marked by `data-bottom-bar`. Measured, because their heights differ,
 * and they wrap on phones. Returns a function that stops it.
 */
function riseAboveBars(region: HTMLElement): () => void {
  const rise = () => {
    const { left, right } = region.getBoundingClientRect();
    const tops = [...document.querySelectorAll("[data-bottom-bar]")]
      .map((bar) => bar.getBoundingClientRect())
      .filter((bar) => bar.height > 0 && bar.left < right && bar.right > left)
      .filter((bar) => bar.bottom > innerHeight / 2 && bar.top < innerHeight)
      .map(({ top }) => top);
    const lift = tops.length === 0 ? 0 : innerHeight - Math.min(...tops) + GAP;
    region.style.setProperty("--lift", `${Math.round(lift)}px`);
  };
  rise();
  const timer = setInterval(rise, MEASURE);
  return () => clearInterval(timer);
}

function ToastCard({ toast, onClose }: { toast: QueuedToast<ShownToast>; onClose: () => void }) {
  const t = useText();
  const { tone, title, text, action, leaving } = toast.content;
  const isLeaving = useSyncExternalStore(leaving.subscribe, leaving.get);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = card.current?.closest<HTMLElement>("[role=region]");
    return region ? riseAboveBars(region) : undefined;
  }, []);
  return (
    <AriaToast
      ref={card}
      toast={toast}
      data-leaving={isLeaving || undefined}
      className={cx(
        "flex items-start gap-3 rounded-lg bg-raised py-2.5 ps-3.5 pe-2 shadow-float",
        isLeaving ? "anim-toast-out" : "anim-rise-in",
      )}
    >
      <Icon of={bannerIcons[tone]} className={cx("mt-1", textTone[tone])} />
      <AriaToastContent className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
        <Text slot="title" className="font-strong">
          {title}
        </Text>
        {text !== undefined && (
          <Text slot="description" className="text-ink-muted">
            {text}
          </Text>
        )}
      </AriaToastContent>
      {action && (
        <Button
          variant="quiet"
          size="sm"
          className="text-accent-text"
          onPress={() => {
            action.onAction();
            onClose();
          }}
        >
          {action.label}
        </Button>
      )}
      <AriaButton slot="close" aria-label={t("common.close")} className={cx(iconButtonClass, "mt-px size-7")}>
        <Icon of={X} size="sm" />
      </AriaButton>
    </AriaToast>
  );
}
