import type { Camera } from "#contract/cctv.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/sharing/share-panel.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { publicPageOf } from "./camera-looks.ts";

interface ShareCameraProps {
  camera: Camera;
  isOpen: boolean;
  onClose: () => void;
}

/** The link to a camera's page, and who can use it. */
export function ShareCamera({ camera, isOpen, onClose }: ShareCameraProps) {
  const t = useText();
  const { name, is_public, is_protected } = camera;
  const offered = useSettings()?.share_providers ?? [];
  const who = is_public ? (is_protected ? "share_protected" : "share_public") : "share_private";
  return (
    <Modal title={t("cctv.share_title", { name })} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t(`cctv.${who}`)}</p>
        <SharePanel
          url={location.origin + publicPageOf(camera)}
          name={name}
          text={t("cctv.share_message", { name })}
          offered={offered}
        />
      </div>
    </Modal>
  );
}
