import { Check, Copy, Share2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useSettings } from "#web/lib/session.ts";
import { isShareProvider, shareLink } from "#web/lib/share-links.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";

export interface SharePanelProps {
  /** Whole, as others open it. */
  url: string;
  /** What it leads to. */
  name: string;
  /** The sentence that goes before the link. */
  text: string;
}

/** A link to hand on: to copy, to photograph, and by every way that the settings offer. */
export function SharePanel({ url, name, text }: SharePanelProps) {
  const t = useText();
  const offered = useSettings()?.share_providers ?? [];
  const providers = offered.filter(isShareProvider);
  // The system's own sheet hands it on to anything, as copying does.
  const isCopyOffered = offered.includes("copy");
  // A system without a share sheet has no such button; one that refuses or is closed needs no message.
  const shareBySystem = () => void navigator.share({ title: name, text, url }).catch(() => undefined);
  return (
    <div className="flex flex-col gap-5">
      <LinkToCopy url={url} isCopyOffered={isCopyOffered} />
      <figure className="flex items-center gap-4">
        <QrCode text={url} label={t("share.qr", { name })} className="size-32" />
        <figcaption className="text-sm text-ink-muted">{t("share.qr_text")}</figcaption>
      </figure>
      {isCopyOffered && "share" in navigator && (
        <PlainButton onClick={shareBySystem} className="w-full">
          <Icon of={Share2} size="sm" />
          {t("share.system")}
        </PlainButton>
      )}
      {providers.length > 0 && (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {providers.map((provider) => (
            <li key={provider} className="flex">
              <PlainLink
                href={shareLink(provider, url, text)}
                isAside
                look={{ variant: "secondary" }}
                className="flex-1"
              >
                {t(`share.providers.${provider}`)}
              </PlainLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type CopyState = "idle" | "copied" | "failed";

function LinkToCopy({ url, isCopyOffered }: { url: string; isCopyOffered: boolean }) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<CopyState>("idle");

  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setState("copied");
    } catch {
      // No clipboard on a plain-http site network: the link is selected instead, ready for the keyboard.
      input.current?.select();
      setState("failed");
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-strong">
        {t("share.link")}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          value={url}
          readOnly
          dir="ltr"
          aria-describedby={`${id}said`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={cx(fieldBox, controlHeight, "min-w-0 flex-1 px-3")}
        />
        {isCopyOffered && (
          <PlainButton variant="primary" onClick={() => void copy()}>
            <Icon of={state === "copied" ? Check : Copy} size="sm" />
            {t(state === "copied" ? "share.copied" : "share.copy")}
          </PlainButton>
        )}
      </div>
      <span id={`${id}said`} aria-live="polite" className="text-xs text-bad-text empty:hidden">
        {state === "failed" && t("share.copy_failed")}
      </span>
    </div>
  );
}
