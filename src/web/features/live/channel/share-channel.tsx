import type { Channel } from "#contract/live.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/share-panel.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { accessOf } from "./channel-fields.tsx";

export const publicAddress = ({ code }: Pick<Channel, "code">) => `${location.origin}/live/${code}`;

export function ShareChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useText();
  const { name } = channel;
  const url = publicAddress(channel);
  const frame = `<iframe src="${url}" title="${escaped(name)}" width="960" height="540" style="border:0" allow="autoplay; fullscreen; gyroscope; accelerometer" allowfullscreen></iframe>`;
  return (
    <Modal title={t("live.share_title", { name })} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t(`live.access.${accessOf(channel)}`)}</p>
        <SharePanel url={url} name={name} text={t("live.share_message", { name })} />
        {channel.is_public && (
          <section aria-labelledby="embed" className="border-t border-line pt-5">
            <h3 id="embed" className="mb-2 text-sm font-strong">
              {t("live.embed")}
            </h3>
            <div className="flex items-start gap-2">
              <code dir="ltr" className="min-w-0 flex-1 rounded-md bg-press px-3 py-2 text-xs break-all">
                {frame}
              </code>
              <CopyButton text={frame} />
            </div>
          </section>
        )}
      </div>
    </Modal>
  );
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
