import type { Channel } from "#contract/live.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/sharing/share-panel.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { accessOf } from "./channel-fields.tsx";

export const publicAddress = ({ code }: Pick<Channel, "code">) => `${location.origin}/live/${code}`;

export function ShareChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useText();
  const { name } = channel;
  const offered = useSettings()?.share_providers ?? [];
  return (
    <Modal title={t("live.share_title", { name })} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t(`live.access.${accessOf(channel)}`)}</p>
        <SharePanel
          url={publicAddress(channel)}
          name={name}
          text={t("live.share_message", { name })}
          offered={offered}
          isEmbeddable={channel.is_public}
        />
      </div>
    </Modal>
  );
}
