import { Check, Copy, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Visit } from "#contract/visits.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { isShareProvider, shareLink } from "#web/lib/share-links.ts";

export interface ShareDialogProps {
  visit: Visit;
  isOpen: boolean;
  onClose: () => void;
}

export function ShareDialog({ visit, isOpen, onClose }: ShareDialogProps) {
  const t = useText();
  const offered = useSettings()?.share_providers ?? [];
  const providers = offered.filter(isShareProvider);
  // The system's own sheet hands it on to anything, as copying does.
  const isCopyOffered = offered.includes("copy");
  const url = `${location.origin}/viewer/${visit.code}`;
  const text = t("visits.share_message", { name: visit.name });
  // A system without a share sheet has no such button; one that refuses or is closed needs no message.
  const shareBySystem = () => void navigator.share({ title: visit.name, text, url }).catch(() => undefined);
  return (
    <Modal title={t("visits.share_title", { name: visit.name })} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t("visits.share_text")}</p>
        {visit.processing_count > 0 && <Banner>{t("visits.share_not_ready")}</Banner>}
        <LinkToCopy url={url} isCopyOffered={isCopyOffered} />
        {isCopyOffered && "share" in navigator && (
          <Button icon={Share2} onPress={shareBySystem} className="w-full">
            {t("visits.share_system")}
          </Button>
        )}
        {providers.length > 0 && (
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {providers.map((provider) => (
              <li key={provider} className="flex">
                <Link
                  href={shareLink(provider, url, text)}
                  target="_blank"
                  rel="noopener"
                  look={{ variant: "secondary" }}
                  className="flex-1"
                >
                  {t(`visits.providers.${provider}`)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

type CopyState = "idle" | "copied" | "failed";

function LinkToCopy({ url, isCopyOffered }: { url: string; isCopyOffered: boolean }) {
  const t = useText();
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
    <div className="flex items-end gap-2">
      <TextField
        label={t("visits.share_link")}
        value={url}
        isReadOnly
        dir="ltr"
        inputRef={input}
        error={state === "failed" ? t("visits.copy_failed") : undefined}
        className="min-w-0 flex-1"
      />
      {isCopyOffered && (
        <Button
          variant="primary"
          icon={state === "copied" ? Check : Copy}
          onPress={() => void copy()}
          className={state === "failed" ? "mb-5.5" : ""}
        >
          {t(state === "copied" ? "visits.link_copied" : "visits.copy_link")}
        </Button>
      )}
    </div>
  );
}
