import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Channel } from "#contract/live.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { hideKey, showKey, useFreshKey } from "../fresh-keys.ts";
import { useRenewKey } from "../live.queries.ts";

/** Address and key for sending: in full right after its creation, by its last letters after that. */
export function StreamKey({ channel }: { channel: Channel }) {
  const t = useText();
  const key = useFreshKey(channel.id);
  const { ingest } = channel;
  if (ingest === null)
    return (
      <p className="text-ink-muted">{t(channel.driver === "own" ? "live.ingest.off" : "live.ingest.none")}</p>
    );
  return (
    <div className="flex flex-col gap-4">
      {key !== undefined && <Banner tone="warn">{t("live.key.once")}</Banner>}
      <Copied label={t("live.ingest.url")} text={ingest.url} />
      {ingest.secure_url !== null && <Copied label={t("live.ingest.secure_url")} text={ingest.secure_url} />}
      {key === undefined ? (
        <div>
          <p className="text-sm font-strong">{t("live.ingest.stream_key")}</p>
          <p className="mt-0.5 text-ink-muted">{t("live.key.hidden", { hint: `…${ingest.key_hint}` })}</p>
        </div>
      ) : (
        <>
          <Copied label={t("live.ingest.stream_key")} text={key} />
          <WholeAddress url={`${ingest.url}/${key}`} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {key !== undefined && (
          <Button variant="primary" onPress={() => hideKey(channel.id)}>
            {t("live.key.done")}
          </Button>
        )}
        <RenewKey channel={channel} />
      </div>
    </div>
  );
}

function Copied({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  return (
    <div>
      <p className="text-sm font-strong">{label}</p>
      <div className="mt-1 flex items-center gap-2">
        <code dir="ltr" className="min-w-0 flex-1 rounded-md bg-press px-3 py-2 text-sm break-all">
          {text}
        </code>
        <CopyButton text={text} />
      </div>
      {children}
    </div>
  );
}

/** Streaming apps and the apps of 360 cameras accept both in one, scanned from the screen. */
function WholeAddress({ url }: { url: string }) {
  const t = useText();
  return (
    <figure className="flex flex-wrap items-center gap-4">
      <QrCode text={url} label={t("live.key.qr")} className="size-36" />
      <figcaption className="flex min-w-48 flex-1 flex-col items-start gap-2 text-sm text-ink-muted">
        {t("live.key.qr_text")}
        <CopyWhole url={url} />
      </figcaption>
    </figure>
  );
}

function CopyWhole({ url }: { url: string }) {
  const t = useText();
  return (
    <span className="flex flex-wrap items-center gap-2">
      {t("live.key.whole")}
      <CopyButton text={url} size="sm" />
    </span>
  );
}

function RenewKey({ channel: { id, name } }: { channel: Channel }) {
  const t = useText();
  const renew = useRenewKey();
  const [isAsking, setIsAsking] = useState(false);

  async function confirm(): Promise<void> {
    try {
      const { stream_key } = await renew.mutateAsync(id);
      showKey(id, stream_key);
      showToast({ tone: "ok", title: t("live.key.renewed") });
    } catch (error) {
      showFailure(error, t);
    }
    setIsAsking(false);
  }

  return (
    <>
      <Button icon={KeyRound} onPress={() => setIsAsking(true)}>
        {t("live.key.renew")}
      </Button>
      <ConfirmDialog
        title={t("live.key.renew_title", { name })}
        confirmLabel={t("live.key.renew")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={renew.isPending}
      >
        {t("live.key.renew_text")}
      </ConfirmDialog>
    </>
  );
}
