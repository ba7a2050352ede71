import type { Video } from "#contract/videos.ts";
import { useSettings } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { SharePanel } from "#web/shell/sharing/share-panel.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";

export interface ShareDialogProps {
  video: Video;
  isOpen: boolean;
  onClose: () => void;
}

/** The video's link for others: to copy, as a QR code, and as embed code. */
export function ShareDialog({ video, isOpen, onClose }: ShareDialogProps) {
  const t = useText();
  const url = `${location.origin}/video/${video.code}`;
  const offered = useSettings()?.share_providers ?? [];
  return (
    <Modal title={t("videos.share_title", { name: video.title })} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t(whoOpens(video))}</p>
        {video.status === "processing" && <Banner>{t("videos.share_not_ready")}</Banner>}
        {!video.is_public && video.can["edit"] === true && (
          <Link href={`/editvideo/${video.id}`} look={{ variant: "secondary" }} onClick={onClose}>
            {t("videos.make_public")}
          </Link>
        )}
        <SharePanel
          url={url}
          name={video.title}
          text={t("videos.share_message", { name: video.title })}
          offered={offered}
          isEmbeddable={video.is_public}
        />
      </div>
    </Modal>
  );
}

function whoOpens({ status, is_public, is_protected }: Video) {
  if (status === "hidden") return "videos.share_hidden";
  if (!is_public) return "videos.share_private";
  return is_protected ? "videos.share_protected" : "videos.share_public";
}
