import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { serveToasts, type ToastRequest } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { bannerIcons } from "../banner.tsx";
import { BareIconButton } from "../bare-icon-button.tsx";
import { cx } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { textTone } from "../tone.ts";
import { PlainButton } from "./plain-button.tsx";

interface Shown extends ToastRequest {
  readonly key: number;
}

export interface PlainToastsProps {
  /** Maximum number at once; the newest replaces the oldest. */
  most?: number;
  /** Position of the region. */
  className?: string;
}

let count = 0;

/** The region for `showToast` on pages that must be light. There is one region per page. */
export function PlainToasts({ most = 1, className }: PlainToastsProps) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(
    () =>
      serveToasts((request) => {
        count += 1;
        const next = { ...request, key: count };
        setShown((before) => [...before, next].slice(-most));
      }),
    [most],
  );
  return (
    <output className={cx("pointer-events-none", className)}>
      {shown.map((toast) => (
        <Toast
          key={toast.key}
          toast={toast}
          onClose={() => setShown((before) => before.filter(({ key }) => key !== toast.key))}
        />
      ))}
    </output>
  );
}

/** Its timer pauses while the pointer or the focus is on it. */
function Toast({ toast, onClose }: { toast: Shown; onClose: () => void }) {
  const { tone, title, text, action, duration } = toast;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    let timer = setTimeout(look, duration);
    function look() {
      if (box.current?.matches(":hover, :focus-within") === true) timer = setTimeout(look, 1000);
      else leave();
    }
    return () => clearTimeout(timer);
  }, [duration]);
  return (
    <div
      ref={box}
      className="pointer-events-auto flex w-fit max-w-120 items-center gap-2.5 rounded-lg bg-raised py-1 ps-3.5 pe-1.5 shadow-float anim-rise-in"
    >
      <Icon of={bannerIcons[tone]} className={textTone[tone]} />
      <div className="min-w-0 flex-1 py-1.5">
        <p dir="auto">{title}</p>
        {text !== undefined && (
          <p dir="auto" className="text-ink-muted">
            {text}
          </p>
        )}
      </div>
      {action && (
        <PlainButton
          variant="quiet"
          className="text-accent-text"
          onClick={() => {
            onClose();
            action.onAction();
          }}
        >
          {action.label}
        </PlainButton>
      )}
      <BareIconButton icon={X} label={t("common.close")} onPress={onClose} className="touch:size-11" />
    </div>
  );
}
